/**
 * Stryker's plugins for this repository. The test runner: its jest runner, but a mutant runs only the files with tests that cover it, one after another, and
 * none after a failure. Stryker's own loads every test file for every mutant.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { declareClassPlugin, declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { strykerPlugins as jestPlugins } from "@stryker-mutator/jest-runner";

/** In the sandbox: the tests of each file, and their times. The dry run can have another process than a mutant. */
const testsFile = () => join(process.cwd(), "tests-by-file.json");

function createRunner(injector) {
  const jest = injector.injectFunction(jestPlugins[0].factory);
  let testsByFile;
  return {
    capabilities: () => jest.capabilities(),
    init: () => jest.init(),
    async dryRun(options) {
      const result = await jest.dryRun(options);
      if (result.status === "complete") {
        writeFileSync(testsFile(), JSON.stringify(groupByFile(result.tests)));
      }
      return result;
    },
    async mutantRun(options) {
      testsByFile ??= JSON.parse(readFileSync(testsFile(), "utf8"));
      const wanted = options.testFilter && new Set(options.testFilter);
      const files = testsByFile
        .map(({ file, tests }) => ({ file, tests: wanted ? tests.filter(({ id }) => wanted.has(id)) : tests }))
        .filter(({ tests }) => tests.length > 0)
        .sort((one, other) => timeOf(one.tests) - timeOf(other.tests));
      const config = jest.jestConfig;
      let last;
      let count = 0;
      try {
        for (const { file, tests } of files) {
          jest.jestConfig = { ...config, testMatch: [file] };
          last = await jest.mutantRun({ ...options, testFilter: wanted ? tests.map(({ id }) => id) : undefined });
          count += last.nrOfTests ?? 0;
          if (last.status !== "survived") {
            break;
          }
        }
      } finally {
        jest.jestConfig = config;
      }
      return "nrOfTests" in last ? { ...last, nrOfTests: count } : last;
    },
    dispose: () => jest.dispose?.(),
  };
}
createRunner.inject = ["$injector"];

function groupByFile(tests) {
  const groups = new Map();
  for (const { id, fileName, timeSpentMs } of tests) {
    groups.set(fileName, [...(groups.get(fileName) ?? []), { id, milliseconds: timeSpentMs }]);
  }
  return [...groups].map(([file, ofFile]) => ({ file, tests: ofFile }));
}

function timeOf(tests) {
  return tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Prints each change that no test notices as soon as it is known: a run can take hours. */
class SurvivorsReporter {
  onMutantTested({ fileName, location, mutatorName, replacement, status, static: isStatic }) {
    if (status === "Survived" || status === "NoCoverage") {
      const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
      const text = replacement.replace(/\s+/g, " ").slice(0, 100);
      console.log(`${place} ${isStatic ? "static " : ""}${status} ${mutatorName}: ${text}`);
    }
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, "jest-by-file", createRunner),
  declareClassPlugin(PluginKind.Reporter, "survivors", SurvivorsReporter),
];
