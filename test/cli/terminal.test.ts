/** What a command takes from its process: the width of the terminal, colours, and whether bugs are shown with their place. */
import { startFakeService } from "../support/fake-service.js";
import { processContext } from "../../provider/cli/context.js";
import { runHere } from "./run-here.js";

const { stdout } = process;
const BEFORE = { isTTY: stdout.isTTY, columns: stdout.columns };

/** Makes standard output a terminal of `columns`, or a pipe if there are none. */
function becomeTerminal(columns: number | undefined, environment: NodeJS.ProcessEnv): void {
  Object.assign(stdout, { isTTY: columns !== undefined, columns });
  jest.replaceProperty(process, "env", { ...process.env, NO_COLOR: undefined, TERM: undefined, ...environment });
}

afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(stdout, BEFORE);
});

it.each<
  [
    what: string,
    columns: number | undefined,
    environment: NodeJS.ProcessEnv,
    width: number | undefined,
    isPainted: boolean,
  ]
>([
  // standard output                          columns    environment          width  colours
  ["a terminal has its width and colours", 80, {}, 80, true],
  ["a terminal with NO_COLOR has no colours", 80, { NO_COLOR: "1" }, 80, false],
  ["a terminal with an empty NO_COLOR has colours", 80, { NO_COLOR: "" }, 80, true],
  ["a terminal that calls itself dumb has no colours", 80, { TERM: "dumb" }, 80, false],
  ["a terminal that does not tell its width has 80 columns", 0, {}, 80, true],
  ["a pipe has no width and no colours", undefined, {}, undefined, false],
])("%s", (_what, columns, environment, width, isPainted) => {
  becomeTerminal(columns, environment);
  const context = processContext(new AbortController().signal);
  expect(context.width).toBe(width);
  expect(context.paint("bold", "text")).toBe(isPainted ? "\u001b[1mtext\u001b[22m" : "text");
});

it("a table is painted: its head bold, its last line dim", async () => {
  await using emulator = await startFakeService({ workflows: [{ id: "1" }] });
  const paint = (colour: string, text: string): string => `<${colour}>${text}</${colour}>`;
  const { out } = await runHere(["list"], emulator.environment(), { paint });
  expect(out).toBe("<bold>id</bold>\n1\n<dim>1 workflow\n</dim>");
});

it.each([
  ["neither its text nor its place is shown", {}, false],
  ["both are shown with PULUMI_WORKFLOWS_DEBUG=1", { PULUMI_WORKFLOWS_DEBUG: "1" }, true],
  ["neither is shown with another value of the variable", { PULUMI_WORKFLOWS_DEBUG: "true" }, false],
])("of a bug, %s", async (_what, variables, isShown) => {
  await using emulator = await startFakeService();
  const write = (): never => {
    throw new RangeError("a text that may have a secret");
  };
  const { code, err } = await runHere(["list"], { ...emulator.environment(), ...variables }, { write });
  expect(code).toBe(1);
  expect(err).toContain("Bug in pulumi-workflows (RangeError).");
  expect(/\n\s+at .*terminal\.test/.test(err)).toBe(isShown);
  expect(err.includes("a text that may have a secret")).toBe(isShown);
});
