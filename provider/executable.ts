/** Starts what the plugin's executable is asked for: the plugin, or the command line. Only one of them is loaded. */

/**
 * Returns whether the engine started this process. The engine puts its flags and then its address behind the program's name. Under a debugger
 * there may be no argument at all.
 */
function isForEngine([first = ""]: readonly string[]): boolean {
  return first === "" || /:\d+$/.test(first) || (first.startsWith("-") && !HELP.includes(first));
}

const HELP = ["--help", "-h", "--version", "-V"];

if (isForEngine(process.argv.slice(2))) {
  void import("./plugin/main.js");
} else {
  void import("./cli/main.js");
}
