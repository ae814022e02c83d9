// `npm start` without a command: everything in one go against an emulator with three tenants. Leaves nothing behind.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "pulumi-workflows/testing";
import { type Environment, ENVIRONMENTS } from "./environments";

export interface TryOut {
  /** Variables with each environment's tenant. */
  readonly variables: Record<string, string>;
  /** Variables of the engine: a backend and a passphrase of its own. */
  readonly engineVariables: Record<string, string>;
  readonly folder: string;
  readonly prefix: string;
  /** The environment, with workflows of the emulator as required ones. */
  readonly describe: (environment: Environment) => Environment;
  close(): Promise<void>;
}

export async function startTryOut(): Promise<TryOut> {
  // Settings of one's own service are not for the emulator, and the emulator's credentials not for that service.
  for (const name of Object.keys(process.env).filter((each) => each.startsWith("WORKFLOWS_"))) {
    Reflect.deleteProperty(process.env, name);
  }
  const folder = await mkdtemp(join(tmpdir(), "environments-"));
  const secret = (): string => `${randomBytes(12).toString("hex")}+/%:@ü`;
  const sample = await startEmulator();
  await sample.close();
  // Every tenant has the same workflows, under ids of its own.
  const workflows = sample.workflows as readonly Record<string, unknown>[];
  const service = await startEmulator({
    tenants: ENVIRONMENTS.slice(1).map(({ name }, index) => ({
      clientId: `emulated ${name}`,
      clientSecret: secret(),
      workflows: workflows.map((workflow) => ({ ...workflow, id: `${String(workflow["id"])}-${index + 1}` })),
    })),
  });
  const variables: Record<string, string> = { WORKFLOWS_BASE_URL: service.url };
  ENVIRONMENTS.forEach(({ name }, index) => {
    variables[`WORKFLOWS_${name.toUpperCase()}_CLIENT_ID`] = service.tenants[index]?.clientId ?? "";
    variables[`WORKFLOWS_${name.toUpperCase()}_CLIENT_SECRET`] = service.tenants[index]?.clientSecret ?? "";
  });
  const prefix = `try-${process.pid}-`;
  return {
    variables,
    engineVariables: {
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_CONFIG_PASSPHRASE: randomBytes(12).toString("hex"),
    },
    folder,
    prefix,
    describe: (environment) => ({
      ...environment,
      required: environment.after === undefined ? [] : ["Nightly import"],
    }),
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
      // A run that was interrupted has not removed the settings of its stacks.
      const settings = ENVIRONMENTS.map(({ name }) => join(__dirname, `Pulumi.${prefix}${name}.yaml`));
      await Promise.all(settings.map((path) => rm(path, { force: true })));
    },
  };
}
