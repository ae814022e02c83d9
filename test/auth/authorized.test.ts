/** How a token is used, and how often a new one is requested. */
import { sendAuthorized } from "../../provider/auth/authorized.js";
import type { AccessToken, TokenSource } from "../../provider/auth/types.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSecrets } from "../../provider/base/secrets.js";
import type { Transport } from "../../provider/http/types.js";
import { listingRequest } from "../support/requests.js";

/** Gives token 0, 1, 2, …; the same until it is dropped or `expire` is called. */
function createCountingSource() {
  let count = -1;
  let kept: AccessToken | undefined;
  const source: TokenSource = {
    getToken: () => {
      if (kept === undefined) {
        count += 1;
        kept = { value: String(count), expiresAt: undefined };
      }
      return Promise.resolve(kept);
    },
    invalidate: (token) => {
      if (kept?.value === token.value) {
        kept = undefined;
      }
    },
  };
  return { source, requests: () => count + 1, expire: () => (kept = undefined) };
}

function createTransportThatTakes(accepts: (token: string) => boolean, status = 401) {
  const sent: string[] = [];
  const transport: Transport = {
    secrets: createSecrets(),
    send: async (request) => {
      const token = (request.headers.authorization ?? "").replace("Bearer ", "");
      sent.push(token);
      await Promise.resolve();
      if (!accepts(token)) {
        throw new WorkflowsError("refused", { code: "refused", status });
      }
      return { status: 200, headers: {}, text: token, bytes: 1, url: request.url, sentAt: 0, attempts: 1 };
    },
  };
  return { transport, sent };
}

const request = listingRequest("https://api.example.com/v2/workflows");

it.each([["an error other than 401", 500]])(
  "after %s, nothing is sent again, even if the source has a new token by then",
  async (_, status) => {
    const { source, expire } = createCountingSource();
    const { transport, sent } = createTransportThatTakes(() => {
      expire();
      return false;
    }, status);
    await expect(sendAuthorized({ tokenSource: source, transport }, request)).rejects.toMatchObject({ status });
    expect(sent).toEqual(["0"]);
  },
);

it("a token is known to the secrets before a request with it is sent", async () => {
  const { source } = createCountingSource();
  const { transport } = createTransportThatTakes(() => true);
  const known: string[] = [];
  const secrets = { ...createSecrets(), addToken: (_client: object, token: string) => void known.push(token) };
  const send: Transport["send"] = async (sent) => {
    expect(known).toEqual(["0"]);
    return await transport.send(sent);
  };
  await sendAuthorized({ tokenSource: source, transport: { secrets, send } }, request);
});

/** A source that gives the same value for ever: as one token, or each time as a new one. */
const stubbornSource = (token: AccessToken, isNew: boolean): TokenSource => ({
  getToken: () => Promise.resolve(isNew ? { ...token } : token),
  invalidate: () => undefined,
});

it.each([
  ["the refused token itself is not sent again", false, ["same"]],
  ["a new token with the same value is sent once more", true, ["same", "same"]],
])("%s, and the 401 is the error", async (_what, isNew, expected) => {
  const { transport, sent } = createTransportThatTakes(() => false);
  const tokenSource = stubbornSource({ value: "same", expiresAt: undefined }, isNew);
  await expect(sendAuthorized({ tokenSource, transport }, request)).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(expected);
});
