/** Runs one of the programs in in-child.ts in a process of its own: for its memory, or for what Node reads at its start. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compileOnce } from "./compile.js";

export interface ChildOptions {
  /** PEM of a certificate authority for NODE_EXTRA_CA_CERTS. */
  readonly authority?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What the program printed as JSON. */
export async function inChild<T>(
  program: string,
  input: object,
  { authority, environment }: ChildOptions = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "faults-"));
  try {
    const file = join(folder, "authority.pem");
    await writeFile(file, authority ?? "");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--expose-gc", join(await compileOnce(), "test/support/in-child.js"), program, JSON.stringify(input)],
      {
        timeout: 120_000,
        env: {
          ...process.env,
          NODE_OPTIONS: "",
          ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }),
          ...environment,
        },
      },
    );
    return JSON.parse(stdout) as T;
  } finally {
    await rm(folder, { recursive: true });
  }
}
