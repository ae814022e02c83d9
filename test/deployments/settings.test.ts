/** Settings of whole deployments: sent where they belong, missed before any request, and nowhere in the clear. */
import type { ConfigValue } from "../rehearsal/types.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { describeOnAnEngine, settingsFor } from "../support/engines.js";
import { startFakeService } from "../support/fake-service.js";
import { testIn } from "../support/languages.js";
import { makeProjects } from "../support/projects.js";
import { spellingsIn } from "../support/secret-spellings.js";

const PROGRAM = "test/deployments/programs/settings";
const GATEWAY_KEY = "k3y+of/the gateway%";

describeOnAnEngine("settings", (open) => {
  it("credentials with spaces, punctuation and umlauts work; a missing one is reported before any request", async () => {
    await using service = await startFakeService({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü" });
    const stack = await open({ program: PROGRAM, config: settingsFor(service) });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 5 });
    expect(service.requestsTo("token").map(({ status }) => status)).toEqual([200, 200]);
    service.requests.length = 0;
    await stack.removeConfig("workflows:clientSecret");
    const { failure } = await stack.preview();
    expect(failure).toMatch(/pulumi config set.*clientSecret|WORKFLOWS_CLIENT_SECRET/);
    expect(failure).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
    expect(service.requests).toEqual([]);
  });

  it("headers go with every request, all pages that the setting names are read, and a gateway's echo shows no header", async () => {
    await using service = await startFakeService({
      reply: ({ endpoint, url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const body = { workflows: [{ id: `w${page}`, name: `Workflow ${page}` }], more: page < 3 };
        return endpoint === "token" ? undefined : { body };
      },
    });
    const config: Readonly<Record<string, ConfigValue>> = {
      ...settingsFor(service),
      "workflows:pagination": { value: '{"type":"page","morePath":"/more"}' },
      "workflows:headers": { value: JSON.stringify({ "X-Api-Key": GATEWAY_KEY }), secret: true },
    };
    const stack = await open({ program: PROGRAM, config });
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect(await stack.outputs()).toMatchObject({ count: 3 });
    expect(new Set(service.requests.map(({ headers }) => headers["x-api-key"]))).toEqual(new Set([GATEWAY_KEY]));
    service.reply = ({ headers }) => ({
      status: 403,
      body: { message: `denied: ${JSON.stringify(headers)} ${encodeURIComponent(GATEWAY_KEY)}` },
    });
    const { failure, text } = await stack.up();
    expect(failure).toContain("403 Forbidden");
    expect(spellingsIn(text + (await stack.workspace.everythingAtRest()), [GATEWAY_KEY])).toEqual([]);
  });

  it("a client's key is encrypted in the state, and in no message", async () => {
    const authority = await createAuthority();
    const requirements = { ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    await using service = await startFakeService({ tls: { ...(await createCertificate(authority)), ...requirements } });
    const { cert, key } = await createCertificate(authority);
    const other = await createCertificate(authority);
    const tls = {
      "workflows:caCertificates": { value: authority.cert },
      "workflows:clientCertificate": { value: cert },
      "workflows:clientKey": { value: key, secret: true },
    };
    const stack = await open({ program: PROGRAM, config: { ...settingsFor(service), ...tls } });
    const good = await stack.up();
    expect(good.failure).toBeUndefined();
    await stack.setAllConfig({ "workflows:clientCertificate": { value: other.cert } });
    const strange = await stack.preview();
    expect(strange.failure).toMatch(/`workflows:clientKey`.*must belong to the first certificate/);
    const lines = key.split("\n").filter((line) => line.length > 20 && !line.startsWith("-"));
    const shown = `${good.text}${strange.text}${await stack.workspace.everythingAtRest()}`;
    expect(spellingsIn(shown, lines)).toEqual([]);
  });
});

/** What a generated SDK does for an explicit provider, whose secret it may have from the environment, in the clear. */
const IN_THE_CLEAR = `
const { ProviderResource, CustomResource } = require("@pulumi/pulumi");
const tenant = JSON.parse(process.env.TENANT);
const one = new ProviderResource("workflows", "one", tenant);
const many = new ProviderResource("workflows", "many", { connections: JSON.stringify({ a: tenant }) });
const read = (name, args, provider) =>
  new CustomResource("workflows:index:Workflows", name, { ...args, count: undefined }, { provider }).count;
exports.counts = [read("first", {}, one), read("second", { connection: "a" }, many)];
`;

testIn("nodejs", "a secret that a program gives in the clear")(
  "a secret that a program gives in the clear is none in the state, nor in what is shown",
  async () => {
    await using service = await startFakeService();
    const { url: baseUrl, clientId, clientSecret } = service;
    const projects = await makeProjects(service.environment());
    const project = await projects.open(await projects.writeProgram("in-the-clear", IN_THE_CLEAR), {
      TENANT: JSON.stringify({ baseUrl, clientId, clientSecret }),
    });
    const shown = [
      await project.pulumi("preview", "--diff"),
      await project.pulumi("up", "--yes", "--diff"),
      await project.pulumi("refresh", "--yes", "--diff"),
      await project.pulumi("stack", "export"),
    ];
    expect(await project.outputs()).toEqual({ counts: [5, 5] });
    await projects.remove();
    expect(spellingsIn(shown.join("\n"), [clientSecret])).toEqual([]);
  },
);
