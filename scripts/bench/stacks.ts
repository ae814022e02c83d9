/** Stacks to measure: each a project of its own, on the Pulumi CLI. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isolated } from "../../test/support/pulumi-cli.js";
import type { Sample } from "./measure.js";
import { timeCommand } from "./time-command.js";

const run = promisify(execFile);

/** The files of a project, by their names; `Pulumi.yaml` among them. */
export type Project = Readonly<Record<string, string>>;

export interface Stack {
  /** `pulumi up --skip-preview`. Throws if it fails. */
  up(): Promise<Sample>;
  /** The outputs of the first resource of a type, as the state has them. */
  outputsOf(type: string): Promise<unknown>;
}

export interface StackOptions {
  readonly name: string;
  readonly files: Project;
  /** The checkout whose packages a Node.js program uses. */
  readonly checkout: string;
  /** The variables of the service. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A folder with a home of its own, in which stacks are made. */
export class Bench implements AsyncDisposable {
  private constructor(
    /** The folder; its plugins are in `home/plugins`. */
    readonly folder: string,
    private readonly path: string,
  ) {}

  /** @param path the PATH under which `pulumi` is the CLI. */
  static async create(path: string): Promise<Bench> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-bench-")));
    return new Bench(folder, path);
  }

  async open({ name, files, checkout, environment }: StackOptions): Promise<Stack> {
    const cwd = join(this.folder, name.replaceAll(/\W+/g, "-").toLowerCase());
    // Projects of one name would share a stack in one state.
    const state = join(cwd, "state");
    await mkdir(state, { recursive: true });
    await symlink(join(checkout, "node_modules"), join(cwd, "node_modules"));
    await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(cwd, file), text)));
    const env = {
      ...process.env,
      ...isolated(join(this.folder, "home"), state),
      PATH: this.path,
      // Of this repository's commands and of the machine, not of a user.
      TS_NODE_PROJECT: undefined,
      TS_NODE_TRANSPILE_ONLY: undefined,
      NODE_OPTIONS: undefined,
      NODE_EXTRA_CA_CERTS: undefined,
      ...environment,
    };
    await run("pulumi", ["stack", "init", "bench", "--non-interactive"], { cwd, env });
    return {
      up: () => timeCommand(["pulumi", "up", "--yes", "--skip-preview", "--non-interactive"], { cwd, env }),
      outputsOf: async (type) => {
        const { stdout } = await run("pulumi", ["stack", "export"], { cwd, env, maxBuffer: 1e9 });
        const { deployment } = JSON.parse(stdout) as {
          deployment: { resources: { type: string; outputs?: unknown }[] };
        };
        return deployment.resources.find((resource) => resource.type === type)?.outputs;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
