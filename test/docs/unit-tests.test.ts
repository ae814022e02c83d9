/** The unit test that the pages show: it runs here unchanged. */
import { runSnippet } from "./run-snippet.js";

describe("the example of mockWorkflows", () => {
  runSnippet("// program.test.ts\n");
});
