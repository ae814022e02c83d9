/**
 * What must not change: the same response gives the same `json`, digest, items and line of changes as in every version
 * before, with the npm package and with the plugin. Digests are in states, so another one is a change that nobody made.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getWorkflows, type GetWorkflowsArgs, WorkflowsError } from "../../provider/index.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { type PluginClient, startPlugin } from "./plugin-client.js";

/** What a listing gives: each an object, or `error` with its code. */
interface Expected {
  /** By the npm package's `getWorkflows`. Its items are as JSON: of numbers, `-0` is marked. */
  readonly npm: object;
  /** By the plugin's function of the same name, which sends doubles. */
  readonly plugin: object;
  /** `json` of the workflows that `where: { version: 30 }` keeps. */
  readonly version30: object;
  /** `count` and digest with `keyPath: "/id"`. */
  readonly keyPath: object;
  /** What an update's log says of the change to `later`. */
  readonly change?: readonly string[];
}

interface Row {
  readonly name: string;
  /** The response, byte for byte. */
  readonly text: string;
  /** A later response. */
  readonly later?: string;
  readonly expected: Expected;
}

const FILE = join(__dirname, "..", "fixtures", "listings.json");
const ROWS = JSON.parse(readFileSync(FILE, "utf8")) as readonly Row[];

afterEach(() => jest.restoreAllMocks());

const marked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (Object.is(part, -0) ? "(-0)" : part)));

const without = (of: Record<string, unknown>, ...names: string[]): object =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

async function byNpm(args: GetWorkflowsArgs): Promise<Record<string, unknown>> {
  try {
    return { ...(await getWorkflows({ minItems: 0, ...args })) };
  } catch (error) {
    return { error: error instanceof WorkflowsError ? error.code : String(error) };
  }
}

/** The code of a failure stands in brackets at the end of its message. */
async function byPlugin({ invoke }: PluginClient, args: Record<string, unknown>): Promise<object> {
  try {
    return (await invoke("getWorkflows", args)).result;
  } catch (error) {
    return { error: /\[([\w-]+)\]$/.exec(String(error))?.[1] };
  }
}

async function seen(service: FakeService, later: string | undefined): Promise<Expected> {
  jest.replaceProperty(process, "env", service.environment());
  const thirty = await byNpm({ where: { version: 30 } });
  const whole = await byNpm({});
  const keyed = await byNpm({ keyPath: "/id" });
  const plugin = await startPlugin();
  try {
    await plugin.configure({ baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret });
    return {
      npm: marked(whole) as object,
      plugin: marked(await byPlugin(plugin, { minItems: 0 })) as object,
      version30: without(thirty, "items"),
      keyPath: without(keyed, "items", "json"),
      ...(later === undefined
        ? {}
        : { change: await changeTo(service, later, (await plugin.check({}, { minItems: 0 })).inputs) }),
    };
  } finally {
    plugin.close();
  }
}

/** Another process: the next deployment. */
async function changeTo(service: FakeService, later: string, inputs: Record<string, unknown>): Promise<string[]> {
  service.answerAlways("listing", { body: later });
  const plugin = await startPlugin();
  try {
    await plugin.configure({ baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret });
    await plugin.check(inputs, { minItems: 0 });
    return plugin.lines.map((line) => line.replace(/ on urn:\S+:/, ":"));
  } finally {
    plugin.close();
  }
}

it.each(ROWS)("$name", async ({ text, later, expected }) => {
  await using service = await startFakeService();
  service.answerAlways("listing", { body: text });
  expect(await seen(service, later)).toEqual(expected);
});
