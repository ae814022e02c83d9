/** The commands, options and exit codes of `pulumi-workflows`, as parts of the documentation. */
import type { Command } from "commander";
import { EXIT_MEANINGS } from "../cli/exit-codes.js";
import { createProgram } from "../cli/program.js";
import { code, table } from "./markdown.js";

const program = createProgram({ width: 100, print: () => undefined, action: () => () => Promise.resolve() });

export function renderCommands(): string {
  return program.commands.map(renderCommand).join("\n\n");
}

function renderCommand(command: Command): string {
  const operands = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join("");
  const rows = command.options.map((option) => [code(option.flags), sentence(option.description)]);
  const title = `### ${code(`pulumi-workflows ${command.name()}${operands}`)}`;
  return [title, sentence(command.description()), table(["option", "meaning"], rows)].join("\n\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function renderExitCodes(): string {
  return table(
    ["code", "meaning"],
    EXIT_MEANINGS.map(([exitCode, meaning]) => [String(exitCode), meaning]),
  );
}
