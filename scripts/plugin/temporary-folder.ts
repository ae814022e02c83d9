/** Makes a folder for the files of one step. Used by the scripts and by tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `work` with a new folder, and then removes it. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "pulumi-workflows-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
