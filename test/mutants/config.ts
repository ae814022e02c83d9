/** What a mutation run changes, which tests must notice it, and the options of Stryker. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PartialStrykerOptions } from "@stryker-mutator/api/core";

/** The reports, and the results that the next run reuses. Not committed. */
export const RESULTS = ".mutants";

export interface Room {
  /** The tests that must notice a change. Whole deployments are not among them: each takes seconds. */
  readonly tests: readonly string[];
  /** Files among them that run too long for every mutant. */
  readonly without?: readonly string[];
  /** Sources that only these check. */
  readonly except?: readonly string[];
}

const CASES = "test/mutants/quick-cases.ts";

export const ROOMS: Readonly<Record<string, Room>> = {
  auth: { tests: ["test/auth/*.test.ts", "test/http/refusal-hints.test.ts", CASES] },
  settings: { tests: ["test/settings/*.test.ts"] },
  http: {
    tests: ["test/http/*.test.ts", CASES],
    without: ["soak.test.ts", "tls.test.ts", "large-texts.test.ts"],
    except: ["tls.ts"],
  },
  workflows: { tests: ["test/workflows/**/*.test.ts", "test/conventions/*.test.ts"] },
};

/** The options of a run over `files` of a room. No kind of mutation is excluded. */
export function optionsOf(
  name: string,
  room: Room,
  files: readonly string[],
  concurrency: number,
  timeoutSeconds: number,
): PartialStrykerOptions {
  return {
    mutate: [...files],
    // What is computed when a file is loaded, such as a table: each change there would need every test of the room.
    ignoreStatic: true,
    coverageAnalysis: "perTest",
    testRunner: "jest-by-file",
    plugins: ["@stryker-mutator/jest-runner", join(__dirname, "jest-by-file.mjs")],
    jest: {
      enableFindRelatedTests: false,
      config: {
        watchman: false,
        testEnvironment: join(__dirname, "first-failure-environment.cjs"),
        setupFiles: [join(__dirname, "load-mutated-files.cjs")],
        globals: { __mutatedFiles__: files },
        testMatch: room.tests.map((tests) => `<rootDir>/${tests}`),
        testPathIgnorePatterns: ["/node_modules/", ...(room.without ?? [])],
      },
    },
    concurrency,
    // Sixty seconds are for a busy machine. Most endless loops are found by counting, long before.
    timeoutMS: timeoutSeconds * 1000,
    timeoutFactor: 2,
    dryRunTimeoutMinutes: 15,
    incremental: true,
    incrementalFile: `${RESULTS}/${name}-incremental.json`,
    // Types are not checked: jest compiles without them.
    disableTypeChecks: false,
    tempDirName: join(tmpdir(), "pulumi-workflows-mutants"),
    cleanTempDir: "always",
    ignorePatterns: ["dist", RESULTS, "docs/api", "examples", "templates", "schemas"],
    reporters: ["json", "progress-append-only", "survivors"],
    jsonReporter: { fileName: `${RESULTS}/${name}.json` },
    allowConsoleColors: false,
  };
}
