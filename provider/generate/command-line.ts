/** The exit codes of `pulumi-workflows`, as a part of the documentation. */
import { EXIT_MEANINGS } from "../cli/exit-codes.js";
import { table } from "./markdown.js";

export function renderExitCodes(): string {
  return table(
    ["code", "meaning"],
    EXIT_MEANINGS.map(([exitCode, meaning]) => [String(exitCode), meaning]),
  );
}
