/** Every code that an error of this package can have, read from the source: a type does not exist at run time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function errorCodes(): string[] {
  const source = readFileSync(join(__dirname, "../../provider/base/errors.ts"), "utf8");
  const [, union = ""] = /^export type ErrorCode =([^;]+);/m.exec(source) ?? [];
  return Array.from(union.matchAll(/"([a-z-]+)"/g), ([, code]) => code ?? "");
}
