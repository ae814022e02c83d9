/** A session with a fake service, whose requests other than that for a token get what a test replies. */
import { cleanError } from "../../provider/base/errors.js";
import { createSession, type Session, type SessionOptions } from "../../provider/workflows/session.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { opened } from "../support/client.js";
import { type Answer, type FakeRequest, startFakeService } from "../support/fake-service.js";
import { json } from "../support/replies.js";

interface OpenOptions extends Partial<SessionOptions> {
  readonly settings?: Readonly<Record<string, string>>;
  /** The token that the service gives. */
  readonly token?: string;
}

export interface OpenSession {
  readonly session: Session;
  readonly read: (request?: ListingRequest) => Promise<readonly unknown[]>;
  /** Path and query of every request so far, but those for a token. */
  readonly targets: () => string[];
  readonly warnings: string[];
  readonly progress: string[];
}

export async function openSession(
  reply: (url: URL, request: FakeRequest) => Answer,
  { settings, token = "t0ken-1", ...options }: OpenOptions = {},
): Promise<OpenSession> {
  const answer = (request: FakeRequest): Answer =>
    request.endpoint === "token" ? json({ access_token: token }) : reply(request.url, request);
  const service = await opened(startFakeService({ reply: answer }));
  const config: Readonly<Record<string, string>> = {
    ...{ baseUrl: `${service.url}/prefix`, clientId: "client", clientSecret: "a secret", maxRetries: "0" },
    ...settings,
  };
  const [warnings, progress]: [string[], string[]] = [[], []];
  const session = createSession({
    config: (key) => config[key],
    environment: {},
    onWarning: (message) => warnings.push(message),
    onProgress: (line) => progress.push(line),
    ...options,
  });
  return {
    session,
    read: async (request = {}) => {
      const reading = session.list({ request, view: {} });
      const { json: text } = await reading.catch((error: unknown) => {
        // As each caller of a session does.
        throw cleanError(error, session.secrets.clean);
      });
      return JSON.parse(text) as unknown[];
    },
    targets: () => service.requestsTo("listing").map(({ target }) => target.replace("/prefix", "")),
    warnings,
    progress,
  };
}
