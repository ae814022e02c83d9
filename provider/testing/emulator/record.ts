/** The record that the emulator keeps of each request. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** One request as it arrived, credentials and tokens included, so that tests can search for what must not be there. */
export interface RecordedRequest {
  /** In capitals. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Every value of each header. Names in lower case. */
  readonly headerLists: Readonly<Record<string, readonly string[] | undefined>>;
  /** As text. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The response's; `undefined` until, and unless, one is sent. */
  readonly status: number | undefined;
}

/** A record whose status is still to come. */
export type Recording = { -readonly [Key in keyof RecordedRequest]: RecordedRequest[Key] };

export async function record(request: IncomingMessage): Promise<Recording> {
  const at = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const target = request.url ?? "/";
  const [path = "/"] = target.split("?", 1);
  return {
    method: request.method ?? "GET",
    path,
    query: target.slice(path.length + 1),
    target,
    headers: request.headers,
    headerLists: request.headersDistinct,
    body: Buffer.concat(chunks).toString(),
    at,
    status: undefined,
  };
}
