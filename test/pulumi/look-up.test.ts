/** The one item that `getWorkflow` looks up, and the errors if there are none or several. */
import { WorkflowsError } from "../../provider/base/errors.js";
import * as lookUps from "../../provider/pulumi/look-up.js";
import { createSession, type Session } from "../../provider/workflows/session.js";
import { memoryHost } from "./memory-host.js";
import { check } from "./operations.js";

const lookUpOne = (session: Session, args: object) => lookUps.lookUpOne(session, args, false);
const lookUpListing = (session: Session, args: object) => lookUps.lookUpListing(session, args, false);
const sessionOf = (json: string): Session => memoryHost(json).session;

const LISTING =
  '[{"id":1,"name":"Nightly","on":true},{"id":2,"name":"Report","on":true},{"id":12345678901234567890,"on":false},' +
  '{"id":12345678901234567891,"on":false},{"uuid":"wf_9","on":null},{"on":null,"name":"\\u001b[31mred"},"loose"]';

it("one match gives the listing of that workflow", async () => {
  await expect(lookUpOne(sessionOf(LISTING), { where: { name: "Report" } })).resolves.toMatchObject({
    json: '[{"id":2,"name":"Report","on":true}]',
    count: 1,
  });
});

it("a schema may contain itself, as recursive ones do", async () => {
  class Tree {
    readonly itself = this;
    readonly "~standard" = { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) };
  }
  await expect(lookUpListing(sessionOf(LISTING), { schema: new Tree() })).resolves.toMatchObject({ count: 7 });
});

it("no match is an error, or undefined with allowMissing", async () => {
  const args = { where: { name: "Nobody" } };
  await expect(lookUpOne(sessionOf(LISTING), args)).rejects.toMatchObject({
    code: "no-match",
    message:
      'getWorkflow: none of 7 workflows matches where {"name":"Nobody"}. ' +
      'The fields are "id", "name", "on", "uuid". Set `allowMissing: true` if there may be none. [no-match]',
  });
  await expect(lookUpOne(sessionOf(LISTING), { ...args, allowMissing: true })).resolves.toBeUndefined();
  await expect(lookUpOne(sessionOf("[]"), args)).rejects.toThrow("none of 0 workflows matches");
});

it.each<[string, object, string]>([
  [
    "by their names and ids",
    { on: true },
    '2 of 7 workflows match where {"on":true}, not one: Nightly (id 1), Report (id 2).',
  ],
  ["by their ids, digit by digit", { on: false }, "not one: 12345678901234567890, 12345678901234567891."],
  ["by what they are, cleaned", { on: null }, "not one: wf_9, [31mred."],
])("several are an error that names them: %s", async (_, where, message) => {
  const looking = lookUpOne(sessionOf(LISTING), { where });
  await expect(looking).rejects.toMatchObject({ code: "several-matches" });
  await expect(looking).rejects.toThrow(message);
});

it("several matches are named by `keyPath`, and with their ids", async () => {
  const looking = lookUpOne(sessionOf(LISTING), { where: { "name?": { startsWith: "" }, on: true }, keyPath: "name" });
  await expect(looking).rejects.toThrow("not one: Nightly (id 1), Report (id 2).");
});

it.each<[object, advice: string]>([
  [{ id: "wf_1" }, "If it is a field of the workflows, write `where: { id: … }`."],
  [{ "owner.team": true }, '`where: { "owner.team": … }`'],
])("an unknown argument of getWorkflow may belong into `where`: %j", async (args, advice) => {
  const looking = lookUpOne(sessionOf(LISTING), args);
  await expect(looking).rejects.toMatchObject({ code: "settings" });
  await expect(looking).rejects.toThrow(advice);
});

it("a setting as an argument gets no such advice, and its value is not shown", async () => {
  await expect(lookUpOne(sessionOf(LISTING), { clientSecret: "hunter2" })).rejects.not.toThrow(/where:|hunter2/);
});

it.each<[string, object, string]>([
  ["more items than allowed", { maxItems: 2 }, "getWorkflows: Matching workflows: 7, more than `maxItems` allows (2)."],
  ["an unknown field", { where: { nme: "x" } }, 'getWorkflows: `where`: no workflow has a field "nme"'],
  ["an argument", { maxItems: -1 }, "getWorkflows: `maxItems` is -1"],
])("an error names the function that was called: %s", async (_, args, message) => {
  await expect(lookUpListing(sessionOf(LISTING), args)).rejects.toThrow(message);
});

it("an error that shows what was being done does not name the function", async () => {
  const error = new WorkflowsError("No list.", { code: "listing", doing: "list the workflows" });
  const session = Object.assign(sessionOf("[]"), { list: () => Promise.reject(error) });
  await expect(lookUpListing(session, {})).rejects.toThrow(/^Could not list the workflows: No list\. \[listing\]$/);
});

it("an error of a secret look-up shows neither values nor items", async () => {
  const args = { where: { on: true, name: { startsWith: "" } }, query: { key: "k-12345678" } };
  const looking = lookUps.lookUpOne(sessionOf(LISTING), args, true);
  await expect(looking).rejects.toThrow("getWorkflow: 2 of 7 workflows match, not one. The fields are");
  await expect(looking).rejects.not.toThrow(/Nightly|Report|k-12345678/);
  const wrong = lookUps.lookUpOne(sessionOf(LISTING), { where: { id: { "k-12345678": 1 } } }, true);
  await expect(wrong).rejects.toThrow("getWorkflow: `where` cannot be used. An argument is secret, so nothing more");
  await expect(wrong).rejects.not.toThrow("k-12345678");
});

it.each<[args: object]>([
  [{ query: { key: ["a", "k-12345678"] } }],
  [{ path: "/v2/{id}", parameters: { id: "k-12345678" } }],
  [{ path: "/v2/tenants/k-12345678" }],
  [{ where: { name: { in: ["k-12345678"] } } }],
])("what the service sends back of a secret argument is redacted: %j", async (args) => {
  const session = sessionOf("[]");
  const echo = () => Promise.reject(new WorkflowsError("The service refused k-12345678.", { code: "listing" }));
  Object.assign(session, { list: echo, json: echo });
  const looking = "path" in args ? lookUps.lookUpJson : lookUps.lookUpListing;
  await expect(looking(session, args, false)).rejects.toThrow("refused k-12345678.");
  await expect(looking(session, args, true)).rejects.toThrow("refused [secret].");
});

it("a wrong argument that repeats a secret of the session does not show it", async () => {
  const session = sessionOf("[]");
  session.secrets.add("k-12345678");
  const looking = lookUpListing(session, { maxItems: "k-12345678" });
  await expect(looking).rejects.toThrow('getWorkflows: `maxItems` is "[secret]"');
});

it.each([
  ["a value", { maxItems: "correct-horse-battery" }],
  ["the name of an argument", { "correct-horse-battery": 1 }],
  ["a connection", { connection: "correct-horse-battery" }],
  ["a value, which is the secret of a connection", { connection: "eu", maxItems: "staple-of-the-eu" }],
])("the Client Secret is masked in an error about arguments, even if nothing was read yet: %s", async (_, args) => {
  const settings = { baseUrl: "http://127.0.0.1:1", clientId: "a-client", clientSecret: "correct-horse-battery" };
  const connections = JSON.stringify({ eu: { ...settings, clientSecret: "staple-of-the-eu" } });
  const config = { ...settings, connections };
  const open = (): Session =>
    createSession({ config: (key) => (config as Record<string, string>)[key], environment: {} });
  const refused = await check({ session: open(), log: () => Promise.resolve() }, {}, args);
  const looking: unknown = await lookUpListing(open(), args).catch((error: unknown) => (error as Error).message);
  for (const shown of [JSON.stringify(refused), JSON.stringify(looking)]) {
    expect(shown).toContain("[secret]");
    expect(shown).not.toMatch(/correct-horse|staple/);
  }
});
