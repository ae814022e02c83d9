/**
 * `npm run demo`: deploys an alarm for each workflow of an emulated service, and shows what happens when the service changes, and when
 * it lists nothing. It leaves nothing behind. `-- --engine rehearsal` uses the stand-in for the engine, and `-- --picture` draws what
 * is printed into docs/demo.svg.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { createRehearsalStack } from "../../test/rehearsal/stack.js";
import type { EngineEvent, RehearsalStack, StepMetadata } from "../../test/rehearsal/types.js";
import { fileBackend } from "../../test/support/pulumi-cli.js";
import { draw } from "./picture.js";

/** The part that the demo uses of the Automation API's `Stack`, and of the rehearsal engine's. */
type Stack = Pick<RehearsalStack, "setAllConfig" | "preview" | "up" | "destroy" | "exportStack">;

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
  const emulator = await startEmulator();
  const removeAll = async (): Promise<void> => {
    await emulator.close();
    // The engine may still be writing into the folder, so the removal is tried several times.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  let removal: Promise<void> | undefined;
  const cleanUp = (): Promise<void> => (removal ??= removeAll());
  const endWith = (exitCode: number) => () => void cleanUp().finally(() => process.exit(exitCode));
  process.once("SIGINT", endWith(130));
  process.once("SIGTERM", endWith(143));
  // The reader may go away early, as `head` does. We use `on`, because each later line brings the error again, and an error without a listener
  // ends the process before it has cleaned up.
  process.stdout.on("error", endWith(0));
  try {
    await show(await openStack(folder), emulator);
    if (values.picture === true) {
      await writeFile(join(ROOT, "docs/demo.svg"), draw(["$ npm run demo", ...printed]));
    }
  } finally {
    await cleanUp();
  }
}

/** Copies the program into the folder, and opens its stack on the engine that is there. */
async function openStack(folder: string): Promise<Stack> {
  const [workDir, stateDir] = [join(folder, "demo"), join(folder, "state")];
  await cp(join(__dirname, "program"), workDir, { recursive: true });
  await mkdir(stateDir);
  // A junction needs no administrator on Windows. Other systems make a symbolic link of it.
  await symlink(join(ROOT, "node_modules"), join(workDir, "node_modules"), "junction");
  const passphrase = randomBytes(12).toString("hex");
  // Types are not checked here, because `npm run check` checks the program too.
  const env = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const isRehearsal = values.engine === "rehearsal";
  const onPath = isRehearsal ? undefined : findCli();
  const path = isRehearsal ? undefined : (onPath ?? (await downloadCli()));
  if (path === undefined) {
    print("Engine: the rehearsal engine, a stand-in for trying out. Install the Pulumi CLI for the real one.");
    return createRehearsalStack({ workDir, stackName: "demo", env });
  }
  process.env["PATH"] = path;
  print(`Engine: Pulumi ${pulumiVersion().replace(/^v/, "")}`);
  const { LocalWorkspace } = await import("@pulumi/pulumi/automation/index.js");
  const envVars = {
    ...env,
    PULUMI_BACKEND_URL: fileBackend(stateDir),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // A downloaded CLI is in the user's own home.
    ...(onPath === undefined ? {} : { PULUMI_HOME: join(folder, "home") }),
  };
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "demo", workDir }, { envVars });
  return stack as unknown as Stack;
}

/** Returns the PATH of the CLI that the npm package `pulumi` downloads on first use; `undefined` within seconds if it cannot. */
async function downloadCli(): Promise<string | undefined> {
  print("There is no pulumi on PATH: trying the npm package `pulumi`, which downloads the CLI on first use …");
  const path = [join(ROOT, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  try {
    await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal: AbortSignal.timeout(3_000) });
    pulumiVersion(path);
    return path;
  } catch {
    return undefined;
  }
}

/** Runs `pulumi version`. A shell runs it, because npm's wrapper on Windows is a script. A download may take five minutes. */
function pulumiVersion(PATH = process.env["PATH"]): string {
  const env = { ...process.env, PATH };
  return execFileSync("pulumi version", { env, encoding: "utf8", shell: true, stdio: "pipe", timeout: 300_000 }).trim();
}

/** Deploys the program again and again, while the service changes, and prints what happens. */
async function show(stack: Stack, emulator: Emulator): Promise<void> {
  print(`Service: an emulator in this process, at ${emulator.url}, with ${emulator.workflows.length} workflows`);
  await stack.setAllConfig({
    "workflows:baseUrl": { value: emulator.url },
    "workflows:clientId": { value: emulator.clientId },
    "workflows:clientSecret": { value: emulator.clientSecret, secret: true },
  });

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

/** Returns a line such as `+ Alarm wf_1-failed: Nightly import`; `undefined` if nothing changes, and for the engine's own resources. */
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
