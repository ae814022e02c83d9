/** Each fault that the emulator offers does what it describes, seen from the client's end of the socket. */
import { connect, type Socket } from "node:net";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import type { EmulatorFault } from "../../provider/testing/emulator/types.js";
import { until } from "../support/timers.js";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

interface Seen {
  text: string;
  /** A reset may be seen as an end, if the last bytes are read first: both are a connection that closed. */
  ended: "closed" | "open";
  milliseconds: number;
}

/** Sends a listing request without a token on a bare socket. */
function send(): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  let text = "";
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1", () => {
    socket.write("GET /v2/workflows HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  });
  socket.on("data", (chunk) => (text += chunk.toString()));
  const closed = new Promise((resolve) => socket.once("end", resolve).once("error", resolve));
  return { socket, text: () => text, closed };
}

/** All bytes that came for one request until the connection was closed. */
async function look(): Promise<Seen> {
  const started = performance.now();
  const { socket, text, closed } = send();
  await closed;
  socket.destroy();
  return { text: text(), ended: "closed", milliseconds: performance.now() - started };
}

/** All bytes that came for a request whose response hangs: later ones are responded to meanwhile. */
async function lookAtHanging(): Promise<Seen> {
  const started = performance.now();
  const { socket, text } = send();
  await until(() => emulator.requests.length === 1);
  for (let round = 0; round < 3; round += 1) {
    await look();
  }
  const ended = socket.readable ? "open" : "closed";
  socket.destroy();
  return { text: text(), ended, milliseconds: performance.now() - started };
}

const whole = '{"error":"unauthorized"}';

it.each<{ fault: EmulatorFault; text: RegExp | string; ended: Seen["ended"]; status?: number }>([
  { fault: { status: 503 }, text: /^HTTP\/1\.1 503 .*emulated_fault/s, ended: "closed", status: 503 },
  {
    fault: { status: 429, headers: { "retry-after": "7" }, body: "slow down" },
    text: /429 .*retry-after: 7\r\n.*slow down$/s,
    ended: "closed",
    status: 429,
  },
  {
    fault: { status: 200, headers: { "content-length": "99" }, body: Buffer.from("short") },
    text: /200 .*content-length: 99\r\n.*\r\n\r\nshort$/s,
    ended: "closed",
    status: 200,
  },
  { fault: { reset: "before-response" }, text: "", ended: "closed" },
  {
    fault: { reset: "in-body" },
    text: /content-length: 24\r\n.*\r\n\r\n\{"error":"un$/s,
    ended: "closed",
    status: 401,
  },
  { fault: { hang: "before-headers" }, text: "", ended: "open" },
  {
    fault: { hang: "after-headers" },
    text: /^HTTP\/1\.1 401 .*content-length: 24\r\n.*\r\n\r\n$/s,
    ended: "open",
    status: 401,
  },
])("$fault", async ({ fault, text, ended, status }) => {
  emulator.failNext("listing", fault);
  const seen = await (ended === "open" ? lookAtHanging() : look());
  if (typeof text === "string") {
    expect(seen.text).toBe(text);
  } else {
    expect(seen.text).toMatch(text);
  }
  expect(seen.ended).toBe(ended);
  expect(emulator.requests[0]?.status).toBe(status);
});

it("a delay comes before the response, alone and with another fault", async () => {
  emulator.failNext("listing", { delayMilliseconds: 80 });
  emulator.failNext("listing", { status: 500, delayMilliseconds: 80 });
  const alone = await look();
  expect(alone.text.endsWith(whole)).toBe(true);
  expect(alone.milliseconds).toBeGreaterThan(75);
  const both = await look();
  expect(both.text).toContain("HTTP/1.1 500");
  expect(both.milliseconds).toBeGreaterThan(75);
});

it("failNext counts and queues, failAlways stays, clearFaults ends both", async () => {
  const statuses = async (count: number) => {
    const seen: string[] = [];
    for (let index = 0; index < count; index++) {
      seen.push((await look()).text.slice(9, 12));
    }
    return seen;
  };
  emulator.failAlways("listing", { status: 500 });
  emulator.failNext("listing", { status: 502 }, 2);
  emulator.failNext("listing", { status: 503 });
  emulator.failNext("token", { status: 504 });
  expect(await statuses(5)).toEqual(["502", "502", "503", "500", "500"]);
  emulator.clearFaults();
  expect(await statuses(1)).toEqual(["401"]);
});

it("a fault in place of the response issues no token", async () => {
  emulator.failNext("token", { status: 503 });
  const authorization = `Basic ${Buffer.from(`${emulator.clientId}:${emulator.clientSecret}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const requestToken = () =>
    fetch(`${emulator.url}/v2/auth/token`, { method: "POST", headers, body: "grant_type=client_credentials" });
  expect((await requestToken()).status).toBe(503);
  expect(emulator.tokens).toEqual([]);
  expect((await requestToken()).status).toBe(200);
  expect(emulator.tokens).toHaveLength(1);
});

it("a client that goes away stops nothing else", async () => {
  emulator.failNext("listing", { hang: "before-headers" });
  const { socket } = send();
  await until(() => emulator.requests.length === 1);
  socket.destroy();
  expect((await look()).text.endsWith(whole)).toBe(true);
});
