/** Replaces the generated parts of a page. */

/** Two comments in a page, and what stands between them. */
export interface Part {
  /** What is before its name in the first comment: "generated", "measured". */
  readonly kind: string;
  readonly name: string;
  readonly content: string;
}

/** The page with the part between its two comments replaced. `file` is what an error calls the page. */
export function betweenMarkers(page: string, file: string, { kind, name, content }: Part): string {
  const [start, end] = [`<!-- ${kind}: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`${file} has no ${start} … ${end}.`);
  }
  return `${page.slice(0, from)}${start}\n\n${content.trimEnd()}\n\n${page.slice(to)}`;
}
