/** The example of the emulator that the pages show: it runs here unchanged. */
import { runSnippet } from "./run-snippet.js";

const environment = process.env;

beforeEach(() => {
  process.env = { ...environment };
});
afterEach(() => {
  process.env = environment;
});

it("the example sees that an empty list is refused", async () => {
  const { refusesAnEmptyList } = runSnippet("function refusesAnEmptyList") as {
    refusesAnEmptyList: () => Promise<boolean>;
  };
  expect(await refusesAnEmptyList()).toBe(true);
}, 30_000);
