/** Refuses a Node.js that is too old. Otherwise the plugin would fail in the middle of a deployment. */

// Set when the script is bundled.
declare const LEAST_NODE: string;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [leastMajor = 0, leastMinor = 0] = LEAST_NODE.split(".").map(Number);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(
    `The Pulumi plugin "workflows" needs Node.js ${LEAST_NODE} or later. ` +
      `The \`node\` on PATH is ${process.versions.node} (${process.execPath}). ` +
      "Install a newer Node.js, or install the released plugin, which needs none.\n",
  );
  process.exit(1);
}
