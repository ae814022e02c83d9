/** The environment of tests in a mutation run: after the first failure, the other tests of the file are left out. */
const { TestEnvironment } = require("jest-environment-node");

module.exports = class extends TestEnvironment {
  #failed = false;

  handleTestEvent(event) {
    if (event.name === "test_fn_failure" || event.name === "hook_failure") {
      this.#failed = true;
    }
    if (event.name === "test_start" && this.#failed) {
      event.test.mode = "skip";
    }
  }
};
