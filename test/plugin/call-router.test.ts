/** Which provider a call is for. */
import { type CallRouter, createCallRouter } from "../../provider/plugin/call-router.js";
import type { Calls } from "../../provider/plugin/serve.js";

function router(): CallRouter {
  return createCallRouter((): Calls => ({}));
}

test("each connection has a provider of its own, for all its calls", () => {
  const { callsFor } = router();
  const first = callsFor("a", "configure");
  expect(callsFor("b", "configure")).not.toBe(first);
  expect(callsFor("a", "check")).toBe(first);
});

test("a call after a connection was closed is for the provider of that connection", () => {
  const { callsFor, close } = router();
  const first = callsFor("a", "configure");
  close("a");
  expect(callsFor("b", "check")).toBe(first);
  expect(callsFor("b", "invoke")).toBe(first);
  expect(callsFor("c", "check")).not.toBe(first);
});

test("the calls with which a deployment begins are for a new provider", () => {
  for (const name of ["handshake", "attach", "getSchema", "checkConfig", "configure"]) {
    const { callsFor, close } = router();
    const first = callsFor("a", "configure");
    close("a");
    expect(callsFor("b", name)).not.toBe(first);
  }
});

test("if several connections were closed, a call is for none of their providers", () => {
  const { callsFor, close } = router();
  const providers = [callsFor("a", "configure"), callsFor("b", "configure")];
  close("a");
  close("b");
  expect(providers).not.toContain(callsFor("c", "check"));
});

test("a provider whose deployment has ended is not used again", () => {
  const { callsFor, close } = router();
  const first = callsFor("a", "configure");
  callsFor("a", "cancel");
  close("a");
  expect(callsFor("b", "check")).not.toBe(first);
  const again = callsFor("c", "configure");
  callsFor("c", "cancel");
  callsFor("c", "attach");
  close("c");
  expect(callsFor("d", "check")).toBe(again);
});
