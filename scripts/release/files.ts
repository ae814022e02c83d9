/** Writes what a release publishes beside the archives: the notes, the schema, and last the checksums of all files. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { messageOf } from "../../provider/base/errors.js";
import { packageVersion } from "../../provider/base/package-version.js";
import { ARCHIVES_FOLDER, writeChecksums } from "../plugin/archive.js";
import { ROOT } from "../plugin/bundle.js";
import { NOTES_FILE, releaseNotes } from "./notes.js";

async function main(): Promise<void> {
  const outdir = join(ROOT, ARCHIVES_FOLDER);
  await mkdir(outdir, { recursive: true });
  const notes = join(ROOT, NOTES_FILE);
  await writeFile(notes, releaseNotes(await readFile(join(ROOT, "CHANGELOG.md"), "utf8"), packageVersion()));
  const schema = join(outdir, "schema.json");
  await copyFile(join(ROOT, "schema.json"), schema);
  for (const file of [notes, schema, await writeChecksums(outdir)]) {
    console.log(`Made ${relative(ROOT, file)}.`);
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
