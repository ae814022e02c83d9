/** How an error of ours reaches the user of a program: its message, without a stack. */
import { WorkflowsError } from "../http/errors.js";

/** The SDK's own mark for errors of which it prints the message alone (`pulumi.RunError`). */
const RUN_ERROR = "__pulumiRunError";

/** Does `work`; an error of ours that leaves it is marked as one that is not a bug in the program. */
export async function forProgram<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkflowsError) {
      Object.defineProperty(error, RUN_ERROR, { value: true, configurable: true });
      error.stack = withoutPackages(error);
    }
    throw error;
  }
}

/** The SDK inspects each error that ends a program, and Node 20 can take a minute for a stack with packages' frames in it. */
function withoutPackages({ stack, name, message }: Error): string {
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  return [`${name}: ${message}`, ...frames].join("\n");
}
