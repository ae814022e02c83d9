/** Runs a program of in-child.cjs in its own process: for its memory, its end, or what Node.js reads at its start. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { builtFile } from "./built.js";

export interface ChildOptions {
  /** PEM of a certificate authority for NODE_EXTRA_CA_CERTS. */
  readonly authority?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns what the program printed as JSON. The process has ended by then. */
export async function inChild<T>(
  program: "list" | "once" | "bomb",
  input: { readonly url: string; readonly ca?: string },
  { authority, environment }: ChildOptions = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "child-"));
  try {
    const file = join(folder, "authority.pem");
    await writeFile(file, authority ?? "");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(__dirname, "in-child.cjs"), dirname(builtFile("index.js")), program, JSON.stringify(input)],
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
