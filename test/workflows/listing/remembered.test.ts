/** What discovery found is kept for the session, and for no other session of the process. */
import { createSession, type Session } from "../../../provider/workflows/session.js";
import { json, type Reply } from "../../support/servers.js";
import { startService } from "../../support/service.js";

/** Five workflows on pages of two, by a parameter that is the third one to be tried. */
const byStartIndex: Reply = (response, request, index) => {
  const at = Number(new URL(request.path, "http://service").searchParams.get("startIndex") ?? 0);
  const workflows = [1, 2, 3, 4, 5].slice(at, at + 2).map((id) => ({ id }));
  json({ workflows, total: 5 })(response, request, index);
};

it("the second reading of a session begins with the paginator that the first one found; another session does not", async () => {
  const service = await startService({ list: [byStartIndex] });
  const config: Record<string, string> = { baseUrl: service.url, clientId: "id", clientSecret: "a-secret" };
  const open = (): Session => createSession({ config: (key) => config[key], environment: {} });
  const requestsOf = async (session: Session, request = {}): Promise<number> => {
    const before = service.listRequests().length;
    expect((await session.list({ request, view: {} })).count).toBe(5);
    return service.listRequests().length - before;
  };
  try {
    const session = open();
    const first = await requestsOf(session);
    expect(await requestsOf(session, { query: { a: 1 } })).toBe(3);
    expect(first).toBeGreaterThan(3);
    expect(await requestsOf(open())).toBe(first);
  } finally {
    await service.close();
  }
});
