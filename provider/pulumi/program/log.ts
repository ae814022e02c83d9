/** Writes lines for the user through the engine's log; runs in the program. */
import { log, type Resource, runtime } from "@pulumi/pulumi";
import { breakColourCodes } from "../../base/text.js";

/** Logs a warning, at the resource if it is given. */
export function warn(message: string, resource?: Resource): Promise<void> {
  return log.warn(breakColourCodes(message), resource);
}

/** Logs an information message. Without an engine it goes to stderr, because standard output belongs to the program's own results. */
export function inform(message: string): void {
  const text = breakColourCodes(message);
  void (runtime.getEngine() !== undefined ? log.info(text) : process.stderr.write(`${text}\n`));
}
