/** Listings as they really come: whatever JSON it is, the stack gets exactly it, and it gets nothing of the machine. */
import fc from "fast-check";
import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { copyForEngine } from "../../provider/pulumi/engine-safe.js";
import { parseJson } from "../../provider/workflows/json/json.js";
import { describeOnEachEngine, type EngineStack, type Run, settingsFor } from "../support/engines.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const LONG_ID = '[{"id":10000000000000000001}]';

/** Each is the text of one listing. */
const HOSTILE = [
  LONG_ID,
  `[{"${SIGNATURE}":"${ASSET}","path":"/etc/hostname"}]`,
  `[{"deep":[{"${SIGNATURE}":"${SECRET}","value":"x"}]}]`,
  `[{"a":{"${SIGNATURE}":"${RESOURCE}","urn":"urn:pulumi:a::b::c::d"}}]`,
  `["${UNKNOWN}",{"name":"${UNKNOWN}"}]`,
  `[{"__pulumiAsset":true,"path":"/etc/hostname"}]`,
  `[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]`,
  `[{"id":9007199254740993,"big":123456789012345678901234567890,"huge":1e400,"zero":-0,"price":1.10,"e":1E+2}]`,
  `[{"lone":"\\ud800","pair":"\\ud83d\\ude00","nul":"\\u0000"}]`,
  "[]",
  `[1,"text",null,true,[[]],{}]`,
];

describeOnEachEngine("listings as they come", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  let run: Run;
  const documents = [...HOSTILE, ...arbitraryDocuments(89)];

  beforeAll(async () => {
    service = await startFakeService({
      reply: ({ endpoint, url }) =>
        endpoint === "token" ? undefined : { body: documents[Number(url.searchParams.get("number"))] ?? "[]" },
    });
    stack = await open({
      program: "test/deployments/programs/hostile",
      env: { DOCUMENTS: String(documents.length) },
      config: settingsFor(service),
    });
    run = await stack.up();
  });
  afterAll(async () => await service.close());

  it("a hundred of them deploy, some of them hostile", () => {
    expect(run.failure).toBeUndefined();
    expect(documents.length).toBe(100);
  });

  it("`json` is what the service wrote, number for number", async () => {
    const outputs = await stack.outputs();
    for (const [number, text] of documents.entries()) {
      // The oracle is the library, which keeps each number's text.
      expect(outputs[`json-${number}`]).toBe(stringifyLossless(parseLossless(text)));
    }
  });

  it("`items` are the same, with nothing in them that an engine takes for its own", async () => {
    const outputs = await stack.outputs();
    for (const [number, text] of documents.entries()) {
      const items = await copyForEngine("items", parseJson(text), () => Promise.resolve());
      // As JSON, in which a state is written: `-0` is 0 there.
      expect(JSON.parse(JSON.stringify(outputs[`items-${number}`]))).toEqual(JSON.parse(JSON.stringify(items)));
    }
    const resources = JSON.stringify((await stack.resources()).map(({ outputs: values }) => values));
    expect(resources).not.toContain(`"${SIGNATURE}":"${ASSET}"`);
  });

  it("a second update changes nothing", async () => {
    const again = await stack.up({ expectNoChanges: true });
    expect(again.failure).toBeUndefined();
  });

  it("a warning says how many keys and texts of `items` have an underscore more", () => {
    expect(run.text).toMatch(
      /In `items`, \d+ keys and texts that Pulumi would take for its own have an underscore more/,
    );
  });

  it("two services whose listings differ in the last digit of a long id differ", async () => {
    const number = documents.indexOf(LONG_ID);
    const digest = async (): Promise<unknown> =>
      (await stack.resources()).find(({ urn }) => urn.endsWith(`document-${number}`))?.outputs?.["digest"];
    const before = await digest();
    expect(before).toEqual(expect.any(String));
    documents[number] = '[{"id":10000000000000000002}]';
    const changed = await stack.up();
    expect(changed.changes).toMatchObject({ update: 1 });
    expect(await digest()).not.toBe(before);
    expect(changed.text).toMatch(/workflows: .*(changed|added)/);
  });
});

/** Any JSON, always the same: a failure must be there again at the next run. */
function arbitraryDocuments(count: number): string[] {
  const keys = fc.oneof(fc.string(), fc.constantFrom(SIGNATURE, "__proto__", "toString", "id"));
  const { items } = fc.letrec<{ items: unknown; value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.string({ unit: "binary" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(null, UNKNOWN),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    ),
    items: fc.array(tie("value"), { maxLength: 4 }),
  }));
  return fc.sample(items, { numRuns: count, seed: 20_261_121 }).map((value) => JSON.stringify(value));
}
