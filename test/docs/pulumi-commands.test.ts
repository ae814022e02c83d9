/** The commands of Pulumi on the pages have the options that the pages use. */
import { execFileSync } from "node:child_process";
import { findCli, hasCli } from "../support/pulumi-cli.js";
import { allPages } from "./pages.js";

const cli = findCli();

/** Lines of shell snippets, and code in the text. */
const typed = allPages()
  .flatMap(({ text, snippets }) => [
    ...snippets.filter(({ language }) => language === "sh").flatMap(({ code }) => code.split("\n")),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? ""),
  ])
  // What follows ` -- ` is for the program that Pulumi runs.
  .map((line) => line.split(/ #| -- /)[0]?.trim() ?? "")
  .filter((line) => /^pulumi [a-z]/.test(line));

/** Options by command: `config set` has those of `config set --help`. */
const used = new Map<string, Set<string>>();
for (const line of typed) {
  const words = line.split(/\s+/).slice(1);
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
  const command = words.slice(0, end === -1 ? words.length : end).join(" ");
  used.set(command, new Set([...(used.get(command) ?? []), ...words.flatMap((word) => /^--[a-z-]+/.exec(word) ?? [])]));
}

(hasCli() ? it : it.skip)(
  "every option that a page gives Pulumi exists",
  () => {
    const unknown = [...used].flatMap(([command, options]) => {
      const known = new Set(helpOf(command).match(/--[a-z-]+/g));
      return [...options]
        .filter((option) => !known.has(option) && !isHiddenOption(command, option))
        .map((option) => `${command} ${option}`);
    });
    expect(unknown).toEqual([]);
    expect(used.size).toBeGreaterThan(10);
  },
  60_000,
);

function helpOf(command: string, ...options: readonly string[]): string {
  const env = { ...process.env, PATH: cli, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return execFileSync("pulumi", [...command.split(" "), "--help", ...options], {
    encoding: "utf8",
    env,
    stdio: "pipe",
  });
}

/** Whether Pulumi takes an option that its help does not show, such as `--plan`. */
function isHiddenOption(command: string, option: string): boolean {
  try {
    helpOf(command, option, "value");
    return true;
  } catch {
    return false;
  }
}
