/**
 * Mutation testing of a folder of `provider/` with the tests of that folder: `ROOM=workflows/items npx stryker run
 * scripts/stryker.config.mjs`. It prints each change that no test notices.
 */
const room = process.env.ROOM ?? "auth";

/** Where a room's behaviour is tested besides its own folder of `test/`. */
const ALSO = {
  auth: ["http/failures"],
  "workflows/items": ["workflows/listing/read-pages"],
  "workflows/listing": ["workflows/read-json"],
};

export default {
  mutate: [`provider/${room}/**/*.ts`],
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: {
    configFile: "jest.config.cjs",
    // With it, jest loads every test of the repository that imports the file, for each change.
    enableFindRelatedTests: false,
    config: {
      roots: ["<rootDir>/scripts"],
      testMatch: ["<rootDir>/scripts/stryker-room.cjs"],
      globals: { ROOM: room, TESTS: [room, ...(ALSO[room] ?? []).map((file) => `${file}.test.ts`)] },
      watchman: false,
    },
  },
  coverageAnalysis: "perTest",
  // What is computed when a file is loaded, such as a table: each change there would need every test of the room.
  ignoreStatic: true,
  concurrency: 2,
  // Jest leaves something behind at each run: a process that goes on becomes slower and slower.
  maxTestRunnerReuse: 100,
  timeoutMS: 5_000,
  disableTypeChecks: false,
  ignorePatterns: ["dist", ".mutants", "docs", "templates", "examples"],
  tempDirName: ".mutants",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
};
