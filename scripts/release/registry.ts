/** A local npm registry with the packed npm package: Verdaccio, which takes everything else from the registry in use. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "../matrix/run.js";
import { deadPort } from "../../test/support/servers.js";

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the registry in `folder`, and publishes the tarball to it. */
export async function startRegistry(folder: string, name: string, tarball: string): Promise<Registry> {
  await mkdir(folder, { recursive: true });
  const packages = await installVerdaccio(join(folder, "verdaccio"));
  const uplink = (await run("npm", ["config", "get", "registry"], { cwd: folder })).trim();
  const authority = (await run("npm", ["config", "get", "cafile"], { cwd: folder })).trim();
  const config = {
    storage: join(folder, "storage"),
    uplinks: { npm: { url: uplink, timeout: "120s" } },
    packages: {
      [name]: { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "npm" },
    },
    log: { type: "stdout", format: "pretty", level: "warn" },
  };
  // YAML includes JSON.
  await writeFile(join(folder, "config.yaml"), JSON.stringify(config));
  const port = await deadPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      join(packages, "verdaccio", "bin", "verdaccio"),
      "--config",
      join(folder, "config.yaml"),
      "--listen",
      `127.0.0.1:${port}`,
    ],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...(authority === "null" ? {} : { NODE_EXTRA_CA_CERTS: authority }) },
    },
  );
  const exited = once(child, "exit");
  createInterface(child.stdout).on("line", () => undefined);
  const close = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  try {
    await ready(url, child);
    // npm publishes with a token only. This registry takes any.
    const token = `--//127.0.0.1:${port}/:_authToken=none`;
    await run("npm", ["publish", tarball, "--registry", url, token, "--provenance=false"], { cwd: folder });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

async function installVerdaccio(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  // One of its packages needs a tag of node-fetch that not every registry has.
  const manifest = { private: true, dependencies: { verdaccio: "6" }, overrides: { "node-fetch": "^2.7.0" } };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder });
  return join(folder, "node_modules");
}

const READY_MILLISECONDS = 60_000;

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MILLISECONDS;
  for (;;) {
    try {
      await fetch(`${url}/-/ping`);
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error("Verdaccio did not start.", { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
