// Loaded into the plugin's process: answers each message of its parent with what the process has in memory, and has open.
process.on("message", () => {
  globalThis.gc();
  const open = process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TLS|Timeout)/.test(name));
  process.send({ heapUsed: process.memoryUsage().heapUsed, open });
});
process.channel.unref();
