/** What a command takes from its process: the width of the terminal, and colours. And what of a bug is shown. */
import { startFakeService } from "../support/fake-service.js";
import { processContext } from "../../provider/cli/context.js";
import { runHere } from "./run-here.js";

const { stdout } = process;
const BEFORE = { isTTY: stdout.isTTY, columns: stdout.columns };

afterEach(() => {
  Object.assign(stdout, BEFORE);
});

it.each([
  ["a terminal has its width", 80, 80],
  ["a terminal that does not tell its width has 80 columns", 0, 80],
  ["a pipe has no width", undefined, undefined],
])("%s", (_what, columns, width) => {
  Object.assign(stdout, { isTTY: columns !== undefined, columns });
  expect(processContext().width).toBe(width);
});

it("of a bug, its name and its place are shown, and not its text", async () => {
  await using emulator = await startFakeService();
  const write = (): never => {
    throw new RangeError("a text that may have a secret");
  };
  const { code, err } = await runHere(["list"], emulator.environment(), { write });
  expect(code).toBe(1);
  expect(err).toMatch(/Bug in pulumi-workflows \(RangeError\)\..*\npulumi-workflows: at .*terminal\.test/);
  expect(err).not.toContain("a text that may have a secret");
});
