/**
 * Mutation testing, a room at a time: `npx stryker run scripts/stryker.config.mjs --mutate 'provider/auth/**'`. It prints each
 * change that no test notices. Results are kept in `.mutants/` and used again where neither the code nor a test has changed.
 */
export default {
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: {
    configFile: "jest.config.cjs",
    enableFindRelatedTests: true,
    config: { roots: ["<rootDir>/test"], watchman: false },
  },
  testFiles: ["test/{auth,http,settings,workflows,faults}/**/*.test.ts"],
  coverageAnalysis: "perTest",
  // What is computed when a file is loaded, such as a table: each change there would need every test of the room.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 15,
  incremental: true,
  incrementalFile: ".mutants/incremental.json",
  disableTypeChecks: false,
  ignorePatterns: ["dist", ".mutants", "docs", "templates", "examples"],
  tempDirName: ".mutants/sandbox",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, allowColor: false },
};
