/** Takes the notes of a release out of the changelog. */

/** The file to which the notes are written. It is not in the folder of published files. */
export const NOTES_FILE = "dist/release-notes.md";

/** Returns the changelog's section on a version, without its heading. Throws if it is missing or called unreleased. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/[\s(]/, 1)[0] === version);
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section \`## ${version}\`. Write it, then release.`);
  }
  const heading = section.split("\n", 1)[0] ?? "";
  if (/unreleased/i.test(heading)) {
    throw new Error(`CHANGELOG.md calls ${version} unreleased. Give its section the release date.`);
  }
  return `${section.slice(heading.length).trim()}\n`;
}
