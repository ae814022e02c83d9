/** Starts what the plugin's executable is asked for: the plugin, or the command line. Only one of them is loaded. */

/** The flags that the command line has before a command's name. */
const COMMAND_LINE_FLAGS = ["--help", "-h", "--version", "-V"];

/**
 * Returns whether the engine started this process. The first argument shows it:
 *
 * 1. There is none: somebody starts the plugin by hand, under a debugger.
 * 2. It is the engine's address: `127.0.0.1:40123`.
 * 3. It is a flag of the engine's, which stands before the address: `--tracing`.
 */
function isForEngine([first]: readonly string[]): boolean {
  if (first === undefined || first === "") {
    return true;
  }
  const isAddress = /:\d+$/.test(first);
  const isEngineFlag = first.startsWith("-") && !COMMAND_LINE_FLAGS.includes(first);
  return isAddress || isEngineFlag;
}

if (isForEngine(process.argv.slice(2))) {
  void import("./plugin/main.js");
} else {
  void import("./cli/main.js");
}
