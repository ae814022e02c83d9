/** Prints as JSON what publint and are-the-types-wrong have to say of a tarball: neither can be loaded by jest. */
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

const [, , file] = process.argv;
const bytes = new Uint8Array(readFileSync(file));
const { messages } = await publint({ strict: true, pack: { tarball: bytes.buffer } });
const { types, problems } = await checkPackage(createPackageFromTarballData(bytes));
console.log(JSON.stringify({ publint: messages, hasTypes: types !== false, attw: problems ?? [] }));
