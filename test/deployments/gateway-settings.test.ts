/** Headers, certificates and pagination as settings of whole deployments: sent where they belong, and in the clear nowhere. */
import type { ConfigValue } from "../rehearsal/types.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { describeOnEachEngine, settingsFor } from "../support/engines.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { json, type Received, type Reply } from "../support/servers.js";
import { type FakeService, startService } from "../support/service.js";

const CLIENT_ID = "my-id";
const GATEWAY_KEY = "k3y+of/the gateway%";

describeOnEachEngine("settings of a gateway", (open) => {
  let service: FakeService;
  /** What the service has against a listing, with all headers that it got. */
  let refuse: ((received: Received) => unknown) | undefined;

  const listing: Reply = (response, received, index) => {
    const page = Number(/page=(\d)/.exec(received.path)?.[1] ?? 1);
    const body = { workflows: [{ id: `w${page}`, name: `Workflow ${page}` }], more: page < 3 };
    const reply = refuse === undefined ? json(body) : json(refuse(received), 403);
    reply(response, received, index);
  };

  beforeAll(async () => {
    service = await startService({ list: [listing] });
  });
  afterAll(async () => await service.close());

  function config(more: Readonly<Record<string, ConfigValue>>): Readonly<Record<string, ConfigValue>> {
    return {
      ...settingsFor({ url: service.url, clientId: CLIENT_ID, clientSecret: "a secret" }),
      "workflows:pagination": { value: '{"type":"page","morePath":"/more"}' },
      ...more,
    };
  }

  it("headers go with every request, and all pages that the setting names are read", async () => {
    const headers = { "workflows:headers": { value: JSON.stringify({ "X-Api-Key": GATEWAY_KEY }), secret: true } };
    const stack = await open({ program: "test/deployments/programs/plain", config: config(headers) });
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect(await stack.outputs()).toMatchObject({ count: 3 });
    expect(new Set(service.requests.map(({ headers }) => headers["x-api-key"]))).toEqual(new Set([GATEWAY_KEY]));
    expect(service.requests.filter(({ path }) => path.includes("page=3"))).toHaveLength(2);
    const files = await stack.workspace.everythingAtRest();
    expect(spellingsIn(files, [GATEWAY_KEY])).toEqual([]);

    // A gateway that repeats the headers it got shows them to nobody.
    refuse = ({ headers }) => ({ message: `denied: ${JSON.stringify(headers)} ${encodeURIComponent(GATEWAY_KEY)}` });
    const run = await stack.up();
    refuse = undefined;
    expect(run.failure).toContain("403 Forbidden");
    expect(spellingsIn(run.text, [GATEWAY_KEY])).toEqual([]);
  });

  it("the key is encrypted in the state, and in no message", async () => {
    const authority = await createAuthority();
    const requirements = { ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    const secure = await startService({
      list: [listing],
      tls: { ...(await createCertificate(authority)), ...requirements },
    });
    const { cert, key } = await createCertificate(authority);
    const other = await createCertificate(authority);
    const tls = {
      "workflows:baseUrl": { value: secure.url },
      "workflows:caCertificates": { value: authority.cert },
      "workflows:clientCertificate": { value: cert },
      "workflows:clientKey": { value: key, secret: true },
    };
    const stack = await open({ program: "test/deployments/programs/plain", config: config(tls) });
    const good = await stack.up();
    expect(good.failure).toBeUndefined();
    expect(secure.listRequests()).not.toHaveLength(0);

    await stack.setAllConfig({ ...tls, "workflows:clientCertificate": { value: other.cert } });
    const strange = await stack.preview();
    expect(strange.failure).toContain("`workflows:clientKey` does not belong to the first certificate");

    await secure.close();
    const lines = key.split("\n").filter((line) => line.length > 20);
    const shown = `${good.text}${strange.text}${await stack.workspace.everythingAtRest()}`;
    expect(spellingsIn(shown, lines.slice(1, -1))).toEqual([]);
  });
});
