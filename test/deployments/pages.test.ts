/**
 * The TypeScript programs of the pages, deployed unchanged, on services whose workflows have few fields. All of
 * them are one deployment. Those in other languages are those of the examples: examples.test.ts.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { allPages } from "../docs/pages.js";
import { describeOnAnEngine, type EngineStack } from "../support/engines.js";

const NAMED = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];

interface Program {
  /** A file name that shows where it is. */
  readonly name: string;
  readonly code: string;
}

const everyProgram: readonly Program[] = allPages()
  // The unit test of docs/command-line.md is run by test/package/programs.test.ts.
  .flatMap(({ path, snippets }) =>
    snippets
      .filter(({ language, code }) => /^(ts|typescript)$/.test(language) && !code.startsWith("// index.test.ts\n"))
      .map(({ code, line }) => ({ name: `${path.replace(/\.md$/, "").replace(/\W+/g, "-")}-${line}`, code })),
  );

/** Two pages may show the same sample. */
const programs = [...new Map(everyProgram.toReversed().map((program) => [program.code, program])).values()];

/** The words of a page before a program with a service's own fields. */
const HAS_FIELDS = "// The fields are examples. Use those of your service.";
const withFields = programs.filter(({ code }) => code.includes(HAS_FIELDS));

it("there are programs of both kinds", () => {
  expect(programs.length).toBeGreaterThan(8);
  expect(withFields.length).toBeGreaterThan(0);
});

describeOnAnEngine("the programs of the pages", (open) => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService();
  });
  afterEach(async () => await service.close());

  async function openPages(pages: readonly Program[], where: object): Promise<EngineStack> {
    const { clientId, clientSecret } = service;
    const tenant = { clientId, clientSecret };
    const stack = await open({
      program: "test/deployments/programs/pages",
      env: service.environment(),
      config: {
        "workflows:connections": { value: JSON.stringify({ eu: tenant, us: tenant }), secret: true },
        "pages:workflow": { value: JSON.stringify(where) },
      },
    });
    const folder = join(stack.workspace.project, "pages");
    await mkdir(folder);
    await Promise.all(pages.map(({ name, code }) => writeFile(join(folder, `${name}.ts`), code)));
    return stack;
  }

  it("deploy on a service that lists id, name and status", async () => {
    service.workflows = NAMED;
    const stack = await openPages(programs, { name: "Nightly import" });
    expect((await stack.up()).failure).toBeUndefined();
    const outputs = await stack.outputs();
    expect(Object.keys(outputs).sort()).toEqual(programs.map(({ name }) => name).sort());
  });

  it("deploy on a service that lists uuid and title, if they have no fields of a service in them", async () => {
    service.workflows = TITLED;
    const others = programs.filter((program) => !withFields.includes(program));
    const stack = await openPages(others, { title: "Nightly import" });
    expect((await stack.up()).failure).toBeUndefined();
    expect(Object.values(await stack.outputs())).toContainEqual(expect.objectContaining({ count: 1 }));
  });

  it.each(withFields.map((program) => [program.name, program] as const))(
    "%s names the field to change, on a service that lists uuid and title",
    async (_name, program) => {
      service.workflows = TITLED;
      const stack = await openPages([program], { title: "Nightly import" });
      const { failure = "" } = await stack.preview();
      // Of the fields in `where`, or of the first one that the schema demands.
      expect(failure).toMatch(
        /no workflow has a field "(?:id|name|status)"; the fields are "uuid", "title"|\bid\b.*required|\bid: /i,
      );
    },
  );
});
