/** One configuration for all tests. Tests on the Pulumi CLI need WORKFLOWS_TEST_ENGINE=pulumi. Without it they count as skipped. */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  globalSetup: "<rootDir>/test/support/prepare-languages.cjs",
  reporters: ["default", "<rootDir>/test/support/counting-reporter.cjs"],
  transform: { "^.+\\.[cm]?[jt]s$": "<rootDir>/test/support/jest-transform.cjs" },
  transformIgnorePatterns: ["/node_modules/(@pulumi|typescript|@grpc|google-protobuf|@opentelemetry)/"],
  moduleNameMapper: {
    // `.js` in an import of ours names the `.ts` beside it, as nodenext writes it.
    "^(\\.{1,2}/.*)\\.js$": "$1",
    // The Pulumi SDK loads it, with 450 modules, and uses it for code archives of functions only.
    "^@npmcli/arborist$": "<rootDir>/test/support/no-arborist.cjs",
  },
  // One more than the cores of the smallest machine: many tests wait for another process, or for time to pass.
  maxWorkers: 3,
  // A test that starts a process takes seconds where two cores are busy. A hang still ends.
  testTimeout: 30_000,
};
