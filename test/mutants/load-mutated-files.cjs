/**
 * Loads the files of a mutation run before any test. Otherwise a file that is imported on first use is loaded during one test, and
 * Stryker would take this test for the only one that covers what the file computes then.
 */
const { join } = require("node:path");

for (const file of globalThis.__mutatedFiles__) {
  require(join(process.cwd(), file));
}
