/** The command behind `npm run build:plugin`. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundlePlugin } from "./bundle.js";

const root = resolve(__dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

void bundlePlugin({ root, version, outfile: join(root, "dist/bin/pulumi-resource-workflows") });
