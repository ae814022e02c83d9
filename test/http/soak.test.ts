/** Ten thousand reads through a service that fails one in five at random: every result is right, and nothing is left over. */
import { gzipSync } from "node:zlib";
import { inChild } from "../support/child.js";
import { cutOff, json, reset, serve } from "../support/servers.js";
import type { Reply } from "../support/servers.js";

const READS = 10_000;
const SEED = 20_261_121;

/** Mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FAULTS: readonly Reply[] = [
  reset,
  cutOff,
  json({ title: "busy" }, 503),
  json({ title: "broken" }, 500),
  json("slow down", 429, { "retry-after": "1" }),
  (response) => {
    response.writeHead(502, { "content-type": "text/html", connection: "close" });
    response.end("<h1>Bad Gateway</h1>");
  },
  (response) => {
    const packed = gzipSync('{"workflows":[{"id":0}]}');
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(packed.subarray(0, packed.length - 12));
  },
];

it("ten thousand reads through a service that fails one in five give ten thousand right results and no leak", async () => {
  const random = createRandom(SEED);
  let token = 0;
  let tokensGiven = 0;
  let faults = 0;
  let listings = 0;
  let mostOpen = 0;
  const service = await serve((response, request, index) => {
    mostOpen = Math.max(mostOpen, service.open());
    const respond = (reply: Reply): void => reply(response, request, index);
    if (random() < 0.2) {
      faults += 1;
      respond(FAULTS[Math.floor(random() * FAULTS.length)] ?? reset);
    } else if (request.method === "POST") {
      tokensGiven += 1;
      respond(json({ access_token: `token-${token}`, expires_in: 3600 }));
    } else if (request.headers.authorization !== `Bearer token-${token}`) {
      respond(json({ error: "invalid_token" }, 401));
    } else {
      listings += 1;
      // Revokes the token now and then.
      if (listings % 1000 === 0) {
        token += 1;
      }
      respond(json(`{"workflows":[{"id":${new URL(request.path, "http://x").searchParams.get("number") ?? ""}}]}`));
    }
  });
  try {
    // An unhandled rejection ends the process, and with it this test.
    const came = await inChild<{ wrong: number; attempts: number; grownMiB: number; busy: string[] }>("soak", {
      url: service.url,
      reads: String(READS),
    });
    expect(came.wrong).toBe(0);
    expect(came.attempts).toBeGreaterThan(READS * 1.15);
    expect(came.grownMiB).toBeLessThan(10);
    expect(came.busy).toEqual([]);
    expect(faults).toBeGreaterThan(READS / 5);
    expect(tokensGiven).toBeLessThanOrEqual(READS / 1000 + 1);
    expect(mostOpen).toBeLessThan(100);
  } finally {
    await service.close();
  }
}, 120_000);
