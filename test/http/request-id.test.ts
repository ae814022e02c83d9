/** The service's own id of a request. */
import { createRedactor } from "../../provider/http/redactor.js";
import { requestIdOf } from "../../provider/http/request-id.js";
import { createTransport } from "../../provider/http/transport.js";
import { listingRequest } from "../support/requests.js";
import { json, serve } from "../support/servers.js";
import { WorkflowsError } from "../../provider/http/errors.js";

const SECRET = "token-1234567890";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Each header alone, and its id, in the order of preference. */
const HEADERS: readonly (readonly [name: string, value: string, id: string])[] = [
  ["x-request-id", "req-1", "req-1"],
  ["request-id", "req-2", "req-2"],
  ["x-requestid", "req-3", "req-3"],
  ["x-correlation-id", "corr-1", "corr-1"],
  ["correlation-id", "corr-2", "corr-2"],
  ["x-transaction-id", "tx-1", "tx-1"],
  ["x-github-request-id", "C0DE:1A2B:3", "C0DE:1A2B:3"],
  ["x-amzn-requestid", "b1b0a6f0-1111-2222-3333-444455556666", "b1b0a6f0-1111-2222-3333-444455556666"],
  ["x-amz-request-id", "79104EXAMPLEB723", "79104EXAMPLEB723"],
  ["apigw-requestid", "JKJaXmPLvHcESHA=", "JKJaXmPLvHcESHA="],
  ["x-amz-apigw-id", "Wx1yZ2", "Wx1yZ2"],
  ["x-ms-request-id", "ms-1", "ms-1"],
  ["x-ms-correlation-request-id", "ms-2", "ms-2"],
  ["x-goog-request-id", "goog-1", "goog-1"],
  ["x-guploader-uploadid", "ABPtcPp", "ABPtcPp"],
  ["opc-request-id", "opc-1", "opc-1"],
  ["x-kong-request-id", "kong-1", "kong-1"],
  ["x-vercel-id", "fra1::abc-1", "fra1::abc-1"],
  ["fly-request-id", "01H-fra", "01H-fra"],
  ["x-nf-request-id", "nf-1", "nf-1"],
  ["x-trace-id", "trace-1", "trace-1"],
  ["trace-id", "trace-2", "trace-2"],
  ["traceresponse", `00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
  ["traceparent", `00-${TRACE}-00f067aa0ba902b7-00`, TRACE],
  [
    "x-amzn-trace-id",
    "Self=1-a; Root=1-67891233-abcdef012345678912345678;Sampled=1",
    "1-67891233-abcdef012345678912345678",
  ],
  ["x-cloud-trace-context", `${TRACE}/1;o=1`, TRACE],
  ["x-b3-traceid", TRACE, TRACE],
  ["x-datadog-trace-id", "123456", "123456"],
  ["uber-trace-id", `${TRACE}:a:0:1`, TRACE],
  ["x-azure-ref", "0abc==", "0abc=="],
  ["x-amz-cf-id", "cf-1", "cf-1"],
  ["cf-ray", "8f0-FRA", "8f0-FRA"],
  ["x-akamai-request-id", "2c1f", "2c1f"],
];

const { add, redact } = createRedactor();
add(SECRET);

it.each(HEADERS)("%s: %s has the id %s", (name, value, id) => {
  expect(requestIdOf({ [name]: value }, redact)).toBe(id);
});

it("the headers have an order: each is shown before all later ones", () => {
  for (const [index, [, , id]] of HEADERS.entries()) {
    const later = Object.fromEntries(
      HEADERS.slice(index)
        .reverse()
        .map(([name, value]) => [name, value]),
    );
    expect(requestIdOf(later, redact)).toBe(id);
  }
});

it.each<[string, Readonly<Record<string, string | string[]>>, string | undefined]>([
  ["is not empty", { "x-request-id": " ", "request-id": "req-1" }, "req-1"],
  ["has more than control characters", { "x-request-id": "\u0001\u009b", "cf-ray": "ray-1" }, "ray-1"],
  ["is one text", { "x-request-id": ["req-1", "req-2"] }, undefined],
  ["may be missing", { date: "x" }, undefined],
  ["is one clean line", { "x-request-id": "a\u001b\tb\u202ec" }, "a b c"],
  ["has no secret", { "x-request-id": `a-${SECRET}` }, undefined],
  ["is short", { "x-request-id": "x".repeat(10_000) }, `${"x".repeat(128)}…`],
  [
    "is not of an invalid trace",
    { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-00`, "cf-ray": "ray-1" },
    "ray-1",
  ],
  ["is not of an incomplete trace", { traceparent: `00-${TRACE}`, "cf-ray": "ray-1" }, "ray-1"],
  ["is not of a trace without its root", { "x-amzn-trace-id": "Sampled=1" }, undefined],
  ["is not of an empty trace", { "x-cloud-trace-context": "/1;o=1", "uber-trace-id": ":1:0:1" }, undefined],
])("the id %s", (_name, headers, id) => {
  expect(requestIdOf(headers, redact)).toBe(id);
});

it.each([200, 400])("over a socket, with status %d", async (status) => {
  for (const [name, value, id] of HEADERS) {
    const server = await serve(json("[]", status, { [name]: value }));
    const sending = createTransport({ maxRetries: 0 }).send(listingRequest(`${server.url}/v2/workflows`));
    const { requestId } = await sending.catch((error: unknown) => {
      if (error instanceof WorkflowsError) {
        return error;
      }
      throw error;
    });
    await server.close();
    expect({ name, requestId }).toEqual({ name, requestId: id });
  }
});
