/** A listing that takes longer than its token lives: over real sockets, with a clock that the service sets forward. */
import { createSession } from "../../provider/workflows/session.js";
import { createFakeClock, type FakeClock } from "../support/clocks.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";

const PAGES = 12;

interface Service {
  /** `expires_in`; `undefined`: none. Seconds. */
  readonly stated: number | undefined;
  /** How long a token is really good. Seconds. */
  readonly real: number;
  /** How long a page takes. Seconds. */
  readonly page: number;
}

/** Pages that follow by Link, for a token that is good. */
async function serveLongListing(clock: FakeClock, { stated, real, page }: Service): Promise<FakeService> {
  const issuedAt: number[] = [];
  return startFakeService({
    reply: ({ endpoint, headers, url }, index) => {
      if (endpoint === "token") {
        issuedAt.push(clock.now());
        return { body: { access_token: `token-${index}`, expires_in: stated } };
      }
      const token = Number(/token-(\d+)$/.exec(headers.authorization ?? "")?.[1]);
      if (clock.now() - (issuedAt[token] ?? -Infinity) > real * 1000) {
        return { status: 401, body: { error: "invalid_token" } };
      }
      clock.advance(page * 1000);
      const number = Number(url.searchParams.get("page") ?? 1);
      const link = `</v2/workflows?page=${number + 1}>; rel="next"`;
      return { body: [{ id: number }], headers: number < PAGES ? { link } : {} };
    },
  });
}

async function list(service: Service): Promise<{ count: number | string; tokens: number; refused: number }> {
  const clock = createFakeClock();
  const server = await serveLongListing(clock, service);
  const config: Readonly<Record<string, string>> = { baseUrl: server.url, clientId: "id", clientSecret: "secret" };
  const session = createSession({ config: (key) => config[key], environment: {}, clock });
  const outcome = session.list({ request: {}, view: {} });
  const count = await outcome.then(
    (listing) => listing.count,
    (error: unknown) => String(error),
  );
  const tokens = server.requestsTo("token").length;
  await server.close();
  return { count, tokens, refused: server.requests.length - tokens - PAGES };
}

it.each<[what: string, service: Service, tokens: number, refused: number]>([
  ["two-second tokens, pages of half a second", { stated: 2, real: 2, page: 0.5 }, 3, 0],
  ["two-second tokens, pages of five seconds", { stated: 2, real: 2, page: 5 }, 12, 0],
  ["tokens that state no time, and live shorter than a page", { stated: 0, real: 0.1, page: 0.5 }, 12, 11],
  ["tokens that state no time, and live long", { stated: 0, real: 3600, page: 0.5 }, 1, 0],
  ["tokens with an unknown lifetime", { stated: undefined, real: 2, page: 0.5 }, 3, 2],
  ["tokens that live shorter than stated", { stated: 3600, real: 2, page: 0.5 }, 3, 2],
])("all pages are read with %s", async (_what, service, tokens, refused) => {
  expect(await list(service)).toEqual({ count: PAGES, tokens, refused });
});

it("a token that is refused when it is new is not requested for ever", async () => {
  const { count, tokens } = await list({ stated: 3600, real: -1, page: 0 });
  expect(count).toMatch(/401 Unauthorized/);
  expect(tokens).toBe(2);
});
