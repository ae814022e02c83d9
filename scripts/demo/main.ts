/** `npm run demo`: a whole deployment of the root project against the emulator, from sign-in to destroy. Leaves nothing behind. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { downloadPulumi, findPulumi } from "./find-pulumi.js";
import { createRehearsalStack } from "../../test/rehearsal/stack.js";
import type { RehearsalStack } from "../../test/rehearsal/types.js";

/** What the real engine's `Stack` and the rehearsal's have in common, as far as the demo goes. */
type Stack = Pick<RehearsalStack, "setAllConfig" | "preview" | "up" | "destroy" | "outputs">;

const ROOT = resolve(__dirname, "..", "..");

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: "string" } } });
  const folder = await mkdtemp(join(tmpdir(), "pulumi-workflows-demo-"));
  const stackName = await freeStackName();
  const emulator = await startEmulator();
  const cleanUp = async (): Promise<void> => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
    await rm(join(ROOT, `Pulumi.${stackName}.yaml`), { force: true });
  };
  const endWith = (exitCode: number) => () => void cleanUp().finally(() => process.exit(exitCode));
  process.once("SIGINT", endWith(130));
  process.once("SIGTERM", endWith(143));
  // The reader may go away early, as `head` does.
  process.stdout.once("error", endWith(0));
  try {
    await deploy(await openStack(stackName, folder, values.engine), emulator);
  } finally {
    await cleanUp();
  }
}

async function deploy(stack: Stack, emulator: Emulator): Promise<void> {
  heading(`A workflow service is up at ${emulator.url} (an emulator in this process). Its settings go into the stack:`);
  await stack.setAllConfig({
    "workflows:baseUrl": { value: emulator.url },
    "workflows:clientId": { value: emulator.clientId },
    "workflows:clientSecret": { value: emulator.clientSecret, secret: true },
  });
  console.log("  workflows:baseUrl, workflows:clientId, workflows:clientSecret (secret)");

  heading("pulumi preview: the values are known before anything exists");
  await stack.preview({ onOutput });
  heading("pulumi up");
  await stack.up({ onOutput });
  await show(stack);

  heading("Somebody renames a workflow and adds another; the next preview shows");
  const [first, ...others] = emulator.workflows as Record<string, unknown>[];
  emulator.workflows = [
    { ...first, name: "Renamed import" },
    ...others,
    { id: "wf-demo", name: "Added just now", enabled: true },
  ];
  await stack.preview({ onOutput });
  heading("pulumi up");
  await stack.up({ onOutput });
  await show(stack);

  heading("pulumi destroy");
  await stack.destroy({ onOutput });
  const tokens = emulator.requestsTo("token").length;
  const listings = emulator.requestsTo("listing").length;
  heading(
    `Done. In two previews and two updates the service was asked for ${tokens} tokens and ${listings} listings. Nothing is left behind.`,
  );
}

/** `demo`, or the first such name that has no settings file of the user's, which the demo would overwrite. */
async function freeStackName(): Promise<string> {
  const files = await readdir(ROOT);
  for (let number = 1; ; number++) {
    const name = number === 1 ? "demo" : `demo-${number}`;
    if (!files.includes(`Pulumi.${name}.yaml`)) {
      return name;
    }
  }
}

/** The engine: `pulumi` from PATH, else npm's, downloaded, else the rehearsal engine. Says which. */
async function openStack(stackName: string, folder: string, wanted: string | undefined): Promise<Stack> {
  const passphrase = randomBytes(12).toString("hex");
  const onPath = wanted === "rehearsal" ? undefined : await findPulumi();
  if (onPath === undefined && wanted !== "rehearsal") {
    console.log("No pulumi on PATH: trying the npm package `pulumi`, which downloads the CLI on first use …");
  }
  const pulumi = onPath ?? (wanted === "rehearsal" ? undefined : await downloadPulumi(ROOT));
  if (pulumi === undefined) {
    console.log("Engine: the rehearsal engine, a stand-in for trying out. Install the Pulumi CLI for the real one.");
    return createRehearsalStack({ workDir: ROOT, stackName, stateDir: folder, passphrase });
  }
  console.log(`Engine: Pulumi ${pulumi.version}`);
  process.env["PATH"] = pulumi.path;
  const { LocalWorkspace } = await import("@pulumi/pulumi/automation/index.js");
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName, workDir: ROOT },
    {
      envVars: {
        PULUMI_BACKEND_URL: `file://${folder}`,
        PULUMI_CONFIG_PASSPHRASE: passphrase,
        PULUMI_SKIP_UPDATE_CHECK: "true",
        ...(onPath === undefined ? {} : { PULUMI_HOME: folder }),
      },
    },
  );
  return stack as unknown as Stack;
}

async function show(stack: Stack): Promise<void> {
  const outputs = await stack.outputs();
  console.table(outputs["workflows"]?.value);
}

function heading(text: string): void {
  console.log(`\n▸ ${text}`);
}

function onOutput(text: string): void {
  process.stdout.write(text.replace(/^(?=.)/gm, "  "));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
