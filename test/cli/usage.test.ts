/** Command lines that are wrong: exit code 2 with the reason, and no request. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { EXIT_MEANINGS } from "../../provider/cli/exit-codes.js";
import { runHere } from "./run-here.js";

let emulator: FakeService;

beforeAll(async () => {
  emulator = await startFakeService();
});
afterAll(async () => {
  await emulator.close();
});

it.each<[args: string[], message: RegExp]>([
  // The command
  [[], /^Usage: pulumi-workflows/],
  [["lst"], /unknown command 'lst'\n\(Did you mean list\?\)/],
  [["--nope"], /unknown option '--nope'\n`--help` after a command shows its options/],
  // Its options
  [["list", "--client-secret", "x"], /unknown option '--client-secret'/],
  [["list", "--select"], /argument missing/],
  [["list", "--max-items", "x"], /`maxItems` is NaN/],
  [["list", "--select", "name,,id"], /`select\[1\]` is an empty string/],
  [["list", "--items-path", "data/workflows"], /`itemsPath` is /],
  [["list", "--query", "=x"], /'=x' is invalid\. Write name=value/],
  [["list", "--pagination", "pages"], /`pagination.*` is "pages"/],
  [["list", "--pagination", "{"], /It is not a JSON object/],
  [["list", "--json", "--markdown"], /'--markdown' cannot be used with option '--json'/],
  // --where
  [["list", "--where", "enabled"], /'enabled' is invalid\. Write field=value/],
  [["list", "--where", '{"id"'], /It is not a JSON object/],
  [["list", "--where", "id=1", "--where", '{"id":2}'], /"id" is given more than once/],
  [["list", "--where", '{"id":9007199254740993}'], /Beyond 2\^53/],
  // Operands
  [["list", "dev"], /too many arguments/],
])("%j is refused: %s", async (args, message) => {
  const { code, out, err } = await runHere(args, emulator.environment());
  expect(err).toMatch(message);
  expect({ code, out, requests: emulator.requests.length }).toEqual({ code: 2, out: "", requests: 0 });
});

it.each(["--stack", "--connection", "--cwd", "--select", "--ignore-fields", "--where", "--pagination"])(
  "an empty %s is refused: it is a variable that is not set",
  async (option) => {
    for (const empty of ["", " "]) {
      const { code, out } = await runHere(["list", option, empty], emulator.environment());
      expect({ code, out, requests: emulator.requests.length }).toEqual({ code: 2, out: "", requests: 0 });
    }
  },
);

it.each([[], ["check"], ["list"], ["token"]])("%s --help takes no secret", async (...command) => {
  const { code, out } = await runHere([...command, "--help"]);
  expect(out).toMatch(/^Usage: pulumi-workflows/);
  expect(out).not.toMatch(/secret[ =<-]|--token/i);
  expect(code).toBe(0);
});

it("help names every exit code", async () => {
  const { out } = await runHere(["--help"]);
  for (const [code, meaning] of EXIT_MEANINGS) {
    expect(out).toContain(`${code}  ${meaning}`);
  }
});
