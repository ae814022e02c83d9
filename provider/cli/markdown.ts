/** Writes tables in the Markdown of GitHub and GitLab, for a pipeline's summary page. */
import { printable } from "../base/text.js";

/** Returns a table. Text of the service in it cannot become a link, HTML or another cell. */
export function renderMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const cellsOf = (row: readonly string[]): string[] => row.map((cell) => escapeMarkdown(printable(cell)));
  const lines = [line(cellsOf(head)), line(head.map(() => "---")), ...rows.map((row) => line(cellsOf(row)))];
  return `${lines.join("\n")}\n`;
}

/** Returns Markdown that shows the text as it is: no markup, and no address that becomes a link by itself. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&#!]|:(?=\/\/)|(?<=\bwww)\./gi, "\\$&");
}
