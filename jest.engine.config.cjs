/** `npm run test:engine`: the tests that deploy on the Pulumi CLI. `npm test` counts their cases for it as skipped. */
process.env.WORKFLOWS_TEST_ENGINE = "pulumi";

module.exports = {
  ...require("./jest.config.cjs"),
  globalSetup: "<rootDir>/test/support/prepare-languages.cjs",
  testMatch: ["deployments", "plugin", "cli", "docs", "demo"].map((folder) => `**/test/${folder}/**/*.test.ts`),
};
