/** The setting `headers`: where they are sent, where not, and that no message shows their values. */
import { version } from "../../package.json";
import { type TransportOptions } from "../support/transport.js";
import type { ServiceRequest } from "../../provider/http/types.js";
import { serve } from "../support/client.js";
import { requestListing } from "../support/requests.js";
import { json, redirect } from "../support/replies.js";

const API_KEY = "gateway/key+1 u?";

it("they are sent with the token request and the listing, with a retry, and after a redirect on the same origin", async () => {
  const service = await serve(json("{}", 503), redirect("/elsewhere"), json("{}"));
  const headers = { "X-Api-Key": API_KEY };
  await requestListing(service, { headers });
  await requestListing(service, { headers }, { method: "POST", body: "a=b", redirects: "never" });
  const received = service.requests.map(({ path, headers: sent }) => [path, sent["x-api-key"]]);
  const paths = ["/v2/workflows", "/v2/workflows", "/elsewhere", "/v2/workflows"];
  expect(received).toEqual(paths.map((path) => [path, API_KEY]));
});

it.each<[what: string, headers: TransportOptions["headers"], own: ServiceRequest["headers"], sent: object]>([
  // what                               setting                          the request's own        sent
  ["User-Agent names this package", {}, {}, { "user-agent": `pulumi-workflows/${version}` }],
  ["User-Agent can be set", { "User-Agent": "acme-ci/7" }, {}, { "user-agent": "acme-ci/7" }],
  ["Accept is JSON", {}, {}, { accept: "application/json" }],
  ["Accept can be set for all requests", { Accept: "a/b" }, { accept: "c/d" }, { accept: "a/b" }],
])("%s", async (_what, headers, own, sent) => {
  const service = await serve(json("{}"));
  await requestListing(service, { headers }, { method: "POST", body: "a=b", headers: own });
  expect(service.requests[0]?.headers).toMatchObject(sent);
});

/** The error of a service that repeats a header's value. */
async function errorWith(headers: TransportOptions["headers"], text: string): Promise<Error> {
  const sending = requestListing(await serve(json({ error: text }, 400)), { headers });
  return sending.then(
    () => new Error("Nothing was refused."),
    (error: unknown) => error as Error,
  );
}

it.each<[name: string, value: string, shown: string]>([
  ["X-Environment", "production", "Not found in production"],
  ["X-Trace", "sixteen--letters", "no [secret] here"],
  ["X-Api-Key", "abc", "no abc here"],
  ["X-Api-Key", "abcd", "no [secret] here"],
  ["Passcode", "queue", "no [secret] here"],
  ["Accept-Language", "value-2026-03-14", "no value-2026-03-14 here"],
  ["X-GitHub-Api-Version", "value-2026-03-14", "no value-2026-03-14 here"],
  ["X-Version-Key", "value-2026-03-14", "no [secret] here"],
])("of the header %s, the value %s in a message: %s", async (name, value, shown) => {
  const { message } = await errorWith({ [name]: value }, shown.replace("[secret]", value));
  expect(message).toContain(`400 Bad Request: ${shown}.`);
});
