/** The demo as a process: it shows what the product is for on both engines, in 60 lines, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { draw } from "../../scripts/demo/picture.js";
import { findTestCli, hasCli } from "../support/pulumi-cli.js";

const ROOT = resolve(__dirname, "..", "..");
/** As `npm run demo` starts it. */
const DEMO = [require.resolve("ts-node/dist/bin.js"), "-P", "scripts/tsconfig.json", "scripts/demo/main.ts"];
jest.setTimeout(300_000);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "workflows-demo-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: unknown;
  readonly lines: readonly string[];
  /** The files that it left. */
  readonly left: readonly string[];
}

/** Runs the demo until it ends, or until `isEnough` of its output: then the reader of its output goes away. */
async function demo(args: readonly string[], isEnough: (out: string) => boolean = () => false): Promise<Ended> {
  const before = readdirSync(ROOT);
  // ts-node, and the SDK on newer Node.js, would leave caches of their compilers in the folder for temporary files.
  const withoutCaches = { DISABLE_V8_COMPILE_CACHE: "1", NODE_DISABLE_COMPILE_CACHE: "1" };
  const child = spawn(process.execPath, [...DEMO, ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: findTestCli() ?? process.env["PATH"], TMPDIR: folder, ...withoutCaches },
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    if (isEnough(out)) {
      child.stdout.destroy();
    }
  });
  const [code] = (await once(child, "exit")) as unknown[];
  const left = [...readdirSync(folder), ...readdirSync(ROOT).filter((name) => !before.includes(name))];
  return { code, lines: out.trimEnd().split("\n"), left };
}

const CHANGES =
  "  workflows: 1 added, 1 changed: Renamed import: name Nightly import → Renamed import; +Added just now";

describe.each([
  ["the rehearsal engine", ["--engine", "rehearsal"], true],
  ["the Pulumi CLI", [], hasCli()],
] as const)("on %s", (_engine, args, isHere) => {
  (isHere ? it : it.skip)(
    "it makes alarms, shows a change in one line, and is refused when nothing is listed",
    async () => {
      const { code, lines, left } = await demo(args);
      expect({ code, left }).toEqual({ code: 0, left: [] });
      expect(lines.length).toBeLessThanOrEqual(60);
      const sections = lines
        .join("\n")
        .split(/\n+▸ /)
        .map((section) => section.split("\n"));
      // The engine registers alarms in any order.
      expect(sections.slice(2).map(([title, ...shown]) => [title, ...shown.sort()])).toEqual([
        [
          "pulumi up",
          "  + Alarm wf_01HTZ4-failed: Nightly import",
          "  + Alarm wf_01HTZ7-failed: Send invoices",
          "  + Alarm wf_01HV2K-failed: Onboard new customer",
          "  + Alarm wf_01HV9Q-failed: Rebuild search index",
          "  + Alarm wf_01HWB3-failed: Archive old tickets",
          "  + Workflows all",
        ],
        [
          "Somebody renames a workflow and adds another: pulumi preview",
          "  + Alarm wf_demo-failed: Added just now",
          CHANGES,
          "  ~ Alarm wf_01HTZ4-failed: Renamed import",
          "  ~ Workflows all",
        ],
        [
          "pulumi up",
          "  + Alarm wf_demo-failed: Added just now",
          "  ~ Alarm wf_01HTZ4-failed: Renamed import",
          "  ~ Workflows all",
        ],
        expect.arrayContaining([
          "For a moment the service lists nothing: pulumi up",
          "  The update is refused, and nothing is deleted: 6 alarms before, 6 after.",
        ]),
        ["The service lists its workflows again: pulumi up", "  no changes"],
        ["pulumi destroy, which needs no service", "  Nothing is left behind."],
      ]);
      const refused = sections[5]?.join(" ").replace(/ +/g, " ");
      expect(refused).toContain(
        "error: pulumi-nodejs:dynamic/workflows:Workflows resource 'all' has a problem: The service lists no workflows.",
      );
      expect(refused).toContain("`WORKFLOWS_ALLOW_EMPTY=true pulumi up`");
    },
  );
});

it("a reader that goes away early is no error, and finds nothing left behind", async () => {
  const { code, left } = await demo(["--engine", "rehearsal"], (out) => out.includes("▸ pulumi up"));
  expect({ code, left }).toEqual({ code: 0, left: [] });
});

describe("the picture", () => {
  it("is as wide as its longest line, and has its text as it is", () => {
    const picture = draw(["$ npm run demo", `  a < b & ${"c".repeat(200)}`]);
    expect(picture).toContain(`>  a &lt; b &amp; ${"c".repeat(200)}</text>`);
    const [, width = "", length = ""] =
      / width="(\d+)"[^]*textLength="([\d.]+)" xml:space="preserve"> {2}a/.exec(picture) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(length));
  });

  it("of the repository shows the change line whole, and is of the Pulumi CLI", () => {
    const picture = readFileSync(join(ROOT, "docs/demo.svg"), "utf8");
    expect(picture).toContain(`>${CHANGES}</text>`);
    expect(picture).toMatch(/>Engine: Pulumi \d/);
  });
});
