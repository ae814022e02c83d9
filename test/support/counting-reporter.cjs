/** Ends the output of the tests with a line that counts them: "N passed, N failed, N skipped". */
"use strict";

module.exports = class CountingReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numPendingTests, numTodoTests, numFailedTests, numRuntimeErrorTestSuites } = results;
    // A file that does not load counts as a failed test. So do the faults that `npm run check` has found before.
    const failed = numFailedTests + numRuntimeErrorTestSuites + (process.env.CHECK_FAILED === undefined ? 0 : 1);
    const skipped = numPendingTests + numTodoTests;
    if (skipped > 0 && process.env.WORKFLOWS_TEST_ENGINE !== "pulumi") {
      console.log("Skipped: what deploys on the Pulumi CLI. With one on PATH, WORKFLOWS_TEST_ENGINE=pulumi runs it.");
    }
    // When the process ends, because jest may still write after its reporters.
    process.once("exit", () => console.log(`${numPassedTests} passed, ${failed} failed, ${skipped} skipped`));
  }
};
