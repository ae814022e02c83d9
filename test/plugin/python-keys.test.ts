/** Python's spelling of keys, in arguments and settings: renamed where a described type has the key, and nowhere else. */
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { renameArgumentKeys, renameSettingKeys } from "../../provider/plugin/python-keys.js";
import { FUNCTIONS } from "../../provider/plugin/names.js";
import { startEmulator } from "../../provider/testing/emulator.js";
import { SETTINGS } from "../../provider/settings/definitions.js";
import { NAMED_TYPES } from "../../provider/workflows/arguments/definitions.js";
import { type PluginClient, secret, startPlugin } from "./plugin-client.js";

type Plain = Record<string, unknown>;

function renamed(args: Plain): Plain {
  const struct = Struct.fromJavaScript(args as Parameters<typeof Struct.fromJavaScript>[0]);
  renameArgumentKeys(struct);
  return struct.toJavaScript();
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every property of a described type, with an argument that has an object of that type. */
const PROPERTIES = Object.entries(NAMED_TYPES).flatMap(([type, named]) => {
  const argument =
    type === "WhereOperators"
      ? (inner: Plain): Plain => ({ where: { name: inner } })
      : type === "SortField"
        ? (inner: Plain): Plain => ({ sortBy: [inner] })
        : (inner: Plain): Plain => ({ pagination: inner });
  return "properties" in named ? named.properties.map(({ name }) => [`${type}.${name}`, name, argument] as const) : [];
});

test("there are properties to try, with capitals and without", () => {
  expect(PROPERTIES.filter(([, name]) => name !== snake(name)).length).toBeGreaterThan(8);
});

test.each(PROPERTIES)("%s is known by both spellings", (_, name, argument) => {
  expect(renamed(argument({ [snake(name)]: "x" }))).toEqual(argument({ [name]: "x" }));
  expect(renamed(argument({ [name]: "x" }))).toEqual(argument({ [name]: "x" }));
});

test.each([
  ["Python's keywords", { where: { a: { in_: [1] }, b: { not_: 2 } } }, { where: { a: { in: [1] }, b: { not: 2 } } }],
  [
    "operators inside operators",
    { where: { name: { not_: { starts_with: "a", not_: { ends_with: "b" } } } } },
    { where: { name: { not: { startsWith: "a", not: { endsWith: "b" } } } } },
  ],
  ["a single field to sort by", { sortBy: { field: "name" } }, { sortBy: { field: "name" } }],
  [
    "a secret, which stays one",
    { where: secret({ name: secret({ starts_with: secret("a") }) }) },
    { where: secret({ name: secret({ startsWith: secret("a") }) }) },
  ],
])("renames in %s", (_, given, expected) => {
  expect(renamed(given)).toEqual(expected);
});

test.each([
  [
    "fields in `where`",
    { where: { starts_with: "a", cursor_path: 1, in_: true, "owner.first_name": { exists: true } } },
  ],
  ["parameters in `query`", { query: { cursor_path: "a", size_parameter: ["b"], starts_with: 1 } }],
  ["names in `select`", { select: ["first_name"], ignoreFields: ["starts_with"], sortBy: ["-last_run"] }],
  ["values", { where: { name: { in: ["starts_with"] } }, triggers: [{ cursor_path: 1 }] }],
  ["a key that comes beside its other spelling", { pagination: { cursor_path: "/a", cursorPath: "/b" } }],
  ["unknown keys", { pagination: { cursor_pth: "/a", Cursor_path: "/b", cursor__path: "/c" } }],
  ["arguments' own names", { items_path: "/a", sort_by: "name" }],
])("leaves %s alone", (_, given) => {
  expect(renamed(given)).toEqual(given);
});

describe("settings of an explicit provider", () => {
  const rename = (key: string, value: unknown): unknown => JSON.parse(renameSettingKeys(key, JSON.stringify(value)));

  test.each(SETTINGS.map(({ key }) => key))("connections take `%s` by both spellings", (key) => {
    expect(rename("connections", { eu_west: { [snake(key)]: "x" } })).toEqual({ eu_west: { [key]: "x" } });
    expect(rename("connections", { eu_west: { [key]: "x" } })).toEqual({ eu_west: { [key]: "x" } });
  });

  test("`pagination` takes both, in a connection too", () => {
    const python = { type: "cursor", cursor_path: "/next" };
    const expected = { type: "cursor", cursorPath: "/next" };
    expect(rename("pagination", python)).toEqual(expected);
    expect(rename("connections", { eu: { pagination: python } })).toEqual({ eu: { pagination: expected } });
  });

  test("names of headers and of connections stay as they are, and so does what is not JSON", () => {
    const headers = { base_url: "a", client_id: "b" };
    expect(rename("headers", headers)).toEqual(headers);
    expect(rename("connections", { client_id: { headers } })).toEqual({ client_id: { headers } });
    expect(renameSettingKeys("connections", "{client_id")).toBe("{client_id");
    expect(renameSettingKeys("baseUrl", "client_id")).toBe("client_id");
  });
});

describe("over the wire", () => {
  let plugin: PluginClient;
  beforeEach(async () => {
    plugin = await startPlugin();
  });
  afterEach(() => plugin.close());

  const ARGS = {
    pagination: { type: "cursor", cursor_path: "/next", size_parameter: "limit", size: 2 },
    where: { name: { starts_with: "N" } },
  };

  test("a function and a resource read all pages that Python's spelling describes", async () => {
    await using service = await startEmulator({
      listingResponse: (workflows, query) => {
        const at = Number(query.get("cursor") ?? 0);
        return { workflows: workflows.slice(at, at + 2), next: at + 2 < workflows.length ? String(at + 2) : null };
      },
    });
    await plugin.configure({
      baseUrl: service.url,
      clientId: service.clientId,
      clientSecret: secret(service.clientSecret),
    });
    const { result, failures } = await plugin.invoke(FUNCTIONS.getWorkflows, ARGS);
    expect({ count: result["count"], failures }).toEqual({ count: 1, failures: [] });
    const { inputs } = await plugin.check({}, ARGS);
    expect(inputs).toMatchObject({
      count: 1,
      pagination: { type: "cursor", cursorPath: "/next", sizeParameter: "limit" },
      where: { name: { startsWith: "N" } },
    });
    // The next check has the same inputs: no diff.
    const { outputs } = await plugin.create(inputs);
    const again = await plugin.check(inputs, ARGS);
    expect(await plugin.diff(inputs, outputs, again.inputs)).toMatchObject({ changes: false });
  });

  test("an explicit provider takes connections as Python writes them", async () => {
    await using service = await startEmulator();
    const { url, clientId, clientSecret } = service;
    const connections = JSON.stringify({ eu: { base_url: url, client_id: clientId, client_secret: clientSecret } });
    expect((await plugin.checkConfig({ connections }, "tenant")).failures).toEqual([]);
    await plugin.configure({ connections }, "tenant");
    const { result } = await plugin.invoke(FUNCTIONS.getWorkflows, { connection: "eu" });
    expect(result["count"]).toBe(5);
  });
});
