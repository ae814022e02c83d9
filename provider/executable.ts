/** Starts what the plugin's executable is asked for: the plugin, or the command line. Only one of them is loaded. */

/**
 * Returns whether this process is to serve the engine: an argument is the engine's address (`127.0.0.1:40123`), behind flags such as
 * `--tracing`; or there is no argument, because somebody starts the plugin by hand, under a debugger.
 */
function isForEngine(args: readonly string[]): boolean {
  return args.length === 0 || args.some((argument) => /^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(argument));
}

if (isForEngine(process.argv.slice(2))) {
  void import("./plugin/main.js");
} else {
  void import("./cli/main.js");
}
