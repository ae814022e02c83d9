/** The unit test that the pages show: it runs here unchanged. */
import { runSnippet } from "./run-snippet.js";

describe("the example of mockWorkflows", () => {
  runSnippet("// index.test.ts\n");
});
