/** Command lines that are wrong: exit code 2 with the reason, and no request. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { optionOf, withOptions } from "../../provider/cli/text.js";
import { argumentNames } from "../../provider/workflows/arguments/table.js";
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
  [["lst"], /unknown command 'lst'\n {2}Did you mean list\?/],
  [["--nope"], /unknown option '--nope'/],
  // Its options
  [["list", "--client-secret", "x"], /unknown option '--client-secret'/],
  [["list", "--select"], /argument missing/],
  [["check", "--stack", "a", "--stack", "b"], /given more than once/],
  [["list", "--max-items", "x"], /whole number/],
  [["list", "--max-pages", "0"], /: `--max-pages` is 0/],
  [["list", "--select", "name,,id"], /A field between the commas is empty/],
  [["list", "--unrelated-fields", '["total",""]'], /A field between the commas is empty/],
  [["list", "--items-path", "data/workflows"], /: `--items-path` is /],
  [["list", "--cwd", "no-such-folder"], /--cwd: the folder .*no-such-folder does not exist\..*\n.* \[usage\]\n$/],
  [["list", "--query", "=x"], /--query: cannot read "=x"/],
  [["list", "--pagination", "pages"], /--pagination/],
  [["list", "--pagination", "{"], /--pagination: not a JSON object/],
  // --where
  [["list", "--where", "enabled"], /cannot read "enabled"\.\n {2}Write field=value/],
  [["list", "--where", "=x"], /cannot read "=x"/],
  [["list", "--where", "id==1"], /cannot read/],
  [["list", "--where", "id!=1"], /cannot read/],
  [["list", "--where", "id>=1"], /cannot read/],
  [["list", "--where", "name^=x"], /cannot read/],
  [["list", "--where", "name='x'"], /cannot read/],
  [["list", "--where", "[1]"], /cannot read/],
  [["list", "--where", '{"id"'], /--where: not a JSON object/],
  [["list", "--where", "id=1", "--where", '{"id":2}'], /--where: "id" is given more than once/],
  [["list", "--where", '{"id":9007199254740993}'], /Beyond 2\^53/],
  // Commands that are no more
  [["compare", "a.json", "b.json"], /unknown command 'compare'/],
  [["get", "/v2/workflows"], /unknown command 'get'/],
  // Operands
  [["list", "dev"], /too many arguments/],
])("%j is refused: %s", async (args, message) => {
  const { code, out, err } = await runHere(args, emulator.environment());
  expect(err).toMatch(message);
  expect({ code, out, requests: emulator.requests.length }).toEqual({ code: 2, out: "", requests: 0 });
});

it.each([
  [[], /No command was given\. \[usage\]\n {2}Usage: pulumi-workflows/],
  [["help", "lst"], /There is no such command\. \[usage\]\n[\s\S]*Commands:\n {4}check/],
])("%j shows the commands", async (args, message) => {
  const { code, out, err } = await runHere(args);
  expect(err).toMatch(message);
  expect({ code, out }).toEqual({ code: 2, out: "" });
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

it("each argument that messages write as an option is an option of `list`, and no other argument is", async () => {
  const { out } = await runHere(["list", "--help"], {});
  const options = new Set(out.match(/--[a-z-]+/g));
  const names = argumentNames("getWorkflows");
  expect(names.filter((name) => options.has(optionOf(name)))).toEqual(
    names.filter((name) => withOptions(`\`${name}\``) !== `\`${name}\``),
  );
});
