/**
 * `npm run demo`: deploys an alarm for each workflow of an emulated service, and shows what happens when the service
 * changes, and when it lists nothing. It leaves nothing behind. `-- --engine rehearsal` uses the stand-in for the
 * engine, and `-- --picture` draws what is printed into docs/demo.svg.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { createRehearsalStack } from "../../test/rehearsal/stack.js";
import type { EngineEvent, RehearsalStack, StepMetadata } from "../../test/rehearsal/types.js";
import { isolated } from "../../test/support/pulumi-cli.js";
import { draw } from "./picture.js";

/** The part that the demo uses of the Automation API's `Stack`, and of the rehearsal engine's. */
type Stack = Pick<RehearsalStack, "preview" | "up" | "destroy" | "exportStack">;

const ROOT = resolve(__dirname, "..", "..");
const { values } = parseArgs({ options: { engine: { type: "string" }, picture: { type: "boolean" } } });
const printed: string[] = [];

function print(line: string): void {
  printed.push(line);
  console.log(line);
}

function heading(text: string): void {
  print(`\n▸ ${text}`);
}

async function main(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "pulumi-workflows-demo-")));
  // The engine may still be writing into the folder, so the removal is tried several times.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  // The reader may go away early, as `head` does.
  process.stdout.once("error", () => process.exit(0));
  await using emulator = await startEmulator();
  await show(await openStack(folder, emulator), emulator);
  if (values.picture === true) {
    await writeFile(join(ROOT, "docs/demo.svg"), draw(["$ npm run demo", ...printed]));
  }
}

/** Copies the program into the folder, and opens its stack on the engine that is there. */
async function openStack(folder: string, emulator: Emulator): Promise<Stack> {
  const [workDir, stateDir] = [join(folder, "demo"), join(folder, "state")];
  await cp(join(__dirname, "program"), workDir, { recursive: true });
  await mkdir(stateDir);
  // A junction needs no administrator on Windows. Other systems make a symbolic link of it.
  await symlink(join(ROOT, "node_modules"), join(workDir, "node_modules"), "junction");
  // Types are not checked here, because `npm run check` checks the program too.
  const env = { ...emulator.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  if (values.engine === "rehearsal" || findCli() === undefined) {
    print("Engine: the rehearsal engine, a stand-in for trying out. Install the Pulumi CLI for the real one.");
    return createRehearsalStack({ workDir, stackName: "demo", env });
  }
  const version = execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
  print(`Engine: Pulumi ${version.replace(/^v/, "")}`);
  const { LocalWorkspace } = await import("@pulumi/pulumi/automation/index.js");
  const envVars = { ...env, ...isolated(join(folder, "home"), stateDir) };
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "demo", workDir }, { envVars });
  return stack as unknown as Stack;
}

/** Deploys the program again and again, while the service changes, and prints what happens. */
async function show(stack: Stack, emulator: Emulator): Promise<void> {
  print(`Service: an emulator in this process, at ${emulator.url}, with ${emulator.workflows.length} workflows`);

  heading("The program makes an alarm for each workflow");
  print(`  const all = new Workflows("all");`);
  print("  for (const { id, name } of await all.read()) {");
  print("    new Alarm(`${id}-failed`, { title: name });");
  print("  }");

  heading("pulumi up");
  await stack.up({ onEvent: reporter() });

  heading("Somebody renames a workflow and adds another: pulumi preview");
  const [first, ...otherWorkflows] = emulator.workflows as Record<string, unknown>[];
  const added = { id: "wf_demo", name: "Added just now", enabled: true };
  emulator.workflows = [{ ...first, name: "Renamed import" }, ...otherWorkflows, added];
  await stack.preview({ onEvent: reporter() });
  heading("pulumi up");
  await stack.up({ onEvent: reporter({ withMessages: false }) });

  heading("For a moment the service lists nothing: pulumi up");
  const { workflows } = emulator;
  const before = await countAlarms(stack);
  emulator.workflows = [];
  const isRefused = await stack.up({ onEvent: reporter() }).then(
    () => false,
    () => true,
  );
  if (!isRefused) {
    throw new Error("The update was not refused, though the service listed nothing.");
  }
  print(`  The update is refused, and nothing is deleted: ${before} alarms before, ${await countAlarms(stack)} after.`);

  heading("The service lists its workflows again: pulumi up");
  emulator.workflows = workflows;
  await stack.up({ onEvent: reporter() });

  heading("pulumi destroy, which needs no service");
  await emulator.close();
  await stack.destroy();
  print("  Nothing is left behind.");
}

const SIGNS: Readonly<Record<string, string>> = { create: "+", update: "~", delete: "-" };

/** Returns a function that prints the steps of an operation, and the messages of the resource, each once. */
function reporter({ withMessages = true } = {}): (event: EngineEvent) => void {
  const seen = new Set<string>();
  const printOnce = (text: string): void => {
    if (!seen.has(text)) {
      seen.add(text);
      // Long lines are broken at spaces, so that the terminal and the picture need not be wider.
      print(`  ${text.replace(/(.{1,100})( |$)/gm, "$1\n    ").trimEnd()}`);
    }
  };
  return ({ resOutputsEvent, diagnosticEvent, summaryEvent }) => {
    const step = resOutputsEvent && describe(resOutputsEvent.metadata);
    if (step !== undefined) {
      printOnce(step);
    }
    // Only messages of the resource are printed, because those of the engine and of the program repeat the same error.
    if (withMessages && /^urn:.*:Workflows::all$/.test(diagnosticEvent?.urn ?? "")) {
      const { message = "", severity = "" } = diagnosticEvent ?? {};
      const text = stripVTControlCharacters(message.replace(/<\{%.*?%\}>/g, "")).trim();
      printOnce(severity === "error" ? `error: ${text}` : text);
    }
    if (summaryEvent !== undefined && seen.size === 0) {
      print("  no changes");
    }
  };
}

/** Returns a line such as `+ Alarm wf_1-failed: Nightly import`, or `undefined` if the step changes nothing. */
function describe({ op, urn, type, new: after }: StepMetadata): string | undefined {
  const sign = SIGNS[op];
  if (sign === undefined || type.startsWith("pulumi:")) {
    return undefined;
  }
  const title = after?.inputs["title"];
  const name = `${type.split(":").at(-1) ?? ""} ${urn.split("::").at(-1) ?? ""}`;
  return `${sign} ${name}${typeof title === "string" ? `: ${title}` : ""}`;
}

async function countAlarms(stack: Stack): Promise<number> {
  const { deployment } = await stack.exportStack();
  const resources = deployment["resources"] as readonly { type: string }[];
  return resources.filter(({ type }) => type === "demo:index:Alarm").length;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
