/** How a token is used, without a network. The rest of it, over a socket: renewal.test.ts. */
import { sendAuthorized } from "../../provider/auth/authorized.js";
import type { TokenSource } from "../../provider/auth/types.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSecrets } from "../../provider/base/secrets.js";
import type { Transport } from "../../provider/http/types.js";
import { listingRequest } from "../support/requests.js";

const request = listingRequest("https://api.example.com/v2/workflows");
const newTokens = (): TokenSource => {
  let count = 0;
  return {
    getToken: () => Promise.resolve({ value: `token-${count++}`, expiresAt: undefined }),
    invalidate: () => undefined,
  };
};

it("after an error other than a 401, nothing is sent again, even if the source has a new token by then", async () => {
  const sent: unknown[] = [];
  const send: Transport["send"] = ({ headers }) => {
    sent.push(headers.authorization);
    return Promise.reject(new WorkflowsError("It is down.", { code: "unavailable", status: 500 }));
  };
  const client = { tokenSource: newTokens(), transport: { secrets: createSecrets(), send } };
  await expect(sendAuthorized(client, request)).rejects.toMatchObject({ status: 500 });
  expect(sent).toEqual(["Bearer token-0"]);
});

it("a token is known to the secrets before a request with it is sent", async () => {
  const secrets = createSecrets();
  const send: Transport["send"] = ({ headers }) => {
    expect(secrets.clean(headers.authorization ?? "")).toBe("Bearer [secret]");
    return Promise.resolve({ status: 200, headers: {}, text: "", bytes: 0, url: request.url, sentAt: 0, attempts: 1 });
  };
  await sendAuthorized({ tokenSource: newTokens(), transport: { secrets, send } }, request);
  expect.assertions(1);
});
