/** The table of settings: a new row is enough for everything that uses settings. */
import type * as Definitions from "../../provider/settings/definitions.js";
import type * as Markdown from "../../provider/generate/markdown.js";
import type * as Schema from "../../provider/plugin/schema.js";
import type * as Configuration from "../../provider/plugin/configuration.js";
import type * as ReadSettings from "../../provider/settings/read-settings.js";
import type * as Warnings from "../../provider/settings/warnings.js";
import type * as Wire from "../../provider/plugin/wire.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };
const VALUE = "k3y-of-the-gateway";

interface Rooms {
  readonly settings: typeof ReadSettings;
  readonly warnings: typeof Warnings;
  readonly schema: typeof Schema;
  readonly configuration: typeof Configuration;
  readonly wire: typeof Wire;
  readonly markdown: typeof Markdown;
}

/** This package with one more secret setting: `gatewayKey`, a string that begins with "k". */
function withNewRow(): Rooms {
  let rooms: Rooms | undefined;
  jest.isolateModules(() => {
    const { SETTINGS } = jest.requireActual<typeof Definitions>("../../provider/settings/definitions.js");
    const row = {
      key: "gatewayKey",
      variable: "WORKFLOWS_GATEWAY_KEY",
      parser: {
        type: "string",
        takes: "a string that begins with k",
        parse: (given: unknown) => (typeof given === "string" && given.startsWith("k") ? { value: given } : undefined),
      },
      secret: true,
      otherwise: "none",
      meaning: "A key of the gateway.",
    };
    (SETTINGS as unknown as object[]).push(row);
    rooms = {
      settings: jest.requireActual("../../provider/settings/read-settings.js"),
      warnings: jest.requireActual("../../provider/settings/warnings.js"),
      schema: jest.requireActual("../../provider/plugin/schema.js"),
      configuration: jest.requireActual("../../provider/plugin/configuration.js"),
      wire: jest.requireActual("../../provider/plugin/wire.js"),
      markdown: jest.requireActual("../../provider/generate/markdown.js"),
    };
  });
  if (rooms === undefined) {
    throw new Error("The modules were not loaded.");
  }
  return rooms;
}

describe("a new secret row", () => {
  const { settings, warnings, schema, configuration, wire, markdown } = withNewRow();
  const read = (config: Record<string, string>, environment = {}, connection?: string) =>
    settings.readSettings((key) => config[key], environment, connection);

  test("is read from config and from the environment, and its value is among those that are redacted", () => {
    expect(read({ ...GOOD, gatewayKey: VALUE }).secrets).toEqual(["a secret", VALUE]);
    expect(read(GOOD, { WORKFLOWS_GATEWAY_KEY: VALUE }).secrets).toContain(VALUE);
  });

  test("is validated, and its value is in no message", () => {
    expect(() => read({ ...GOOD, gatewayKey: "wrong-s3cret" })).toThrow(
      /^`workflows:gatewayKey` cannot be used\. It takes a string that begins with k\.$/,
    );
  });

  test("is never inherited by a connection", () => {
    const connections = JSON.stringify({ own: { clientId: "a", clientSecret: "b", gatewayKey: "k2" }, none: GOOD });
    const config = { ...GOOD, gatewayKey: VALUE, connections };
    const environment = { WORKFLOWS_GATEWAY_KEY: VALUE };
    expect(read(config, environment, "none").secrets).toEqual(["a secret"]);
    expect(read(config, environment, "own").secrets).toEqual(["b", "k2"]);
  });

  test("is a warning in the clear, outside of connections and in them", () => {
    const inTheClear = (config: Record<string, string>) =>
      warnings.configWarnings({
        config: (key) => config[key],
        keys: Object.keys(config),
        isSecret: () => false,
        project: "mine",
      });
    expect(inTheClear({ gatewayKey: VALUE })).toEqual([
      "`workflows:gatewayKey` is not marked secret: it is stored in the clear in the stack's config file. Run `pulumi config set workflows:gatewayKey --secret`.",
    ]);
    expect(inTheClear({ connections: JSON.stringify({ dev: { gatewayKey: VALUE } }) })).toEqual([
      expect.stringContaining("pulumi config set --path 'workflows:connections.<name>.gatewayKey' --secret"),
    ]);
  });

  test("is in the plugin's schema as a secret, and in a connection there", () => {
    const made = schema.makeSchema("1.0.0") as {
      config: { variables: Record<string, object> };
      types: Record<string, { properties: Record<string, object> }>;
    };
    const spec = {
      type: "string",
      secret: true,
      description: expect.stringContaining("A key of the gateway.") as string,
    };
    expect(made.config.variables["gatewayKey"]).toMatchObject({
      ...spec,
      defaultInfo: { environment: ["WORKFLOWS_GATEWAY_KEY"] },
    });
    expect(made.types["workflows:index:Connection"]?.properties["gatewayKey"]).toMatchObject(spec);
  });

  test("is encrypted by the plugin, and named by no failure: the engine would print its value", async () => {
    const { default: provider } = await import("@pulumi/pulumi/proto/provider_pb.js");
    const check = (gatewayKey: string) => {
      const request = new provider.CheckRequest()
        .setUrn("urn:pulumi:dev::mine::pulumi:providers:workflows::eu")
        .setNews(wire.toStruct({ ...GOOD, gatewayKey }));
      return configuration.checkConfig(request).response;
    };
    const encrypted = check(VALUE).getInputs()?.getFieldsMap().get("gatewayKey")?.getStructValue();
    expect(encrypted?.toJavaScript()).toMatchObject({
      value: VALUE,
      "4dabf18193072939515e22adb298388d": expect.anything() as unknown,
    });
    expect(
      check("wrong")
        .getFailuresList()
        .map((failure) => failure.getProperty()),
    ).toEqual([""]);
  });

  test("is in the documentation's table", () => {
    const row =
      "| `workflows:gatewayKey` | `WORKFLOWS_GATEWAY_KEY` | a string that begins with k | none | A key of the gateway. |";
    expect(markdown.renderSettings()).toContain(row);
  });
});
