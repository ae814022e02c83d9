/** A client that sends the emulator exactly what it is given, and emulators that are closed after each test. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../provider/testing/emulator.js";

export interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends exactly what it is given: fetch would add and refuse headers of its own. */
export function send(url: string, method: string, headers: Record<string, string> = {}, body = ""): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** As a client writes it to the connection: no library adds, merges or refuses anything. */
export async function write(emulator: Emulator, lines: readonly string[], body = ""): Promise<string> {
  const { hostname, port } = new URL(emulator.url);
  const socket = connect(Number(port), hostname);
  socket.end([...lines, "Host: emulator", "Connection: close", "", body].join("\r\n"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

export const FORM = "application/x-www-form-urlencoded";
export const GRANT = "grant_type=client_credentials";
export const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

export async function requestToken(
  emulator: Emulator,
  change: { headers?: Record<string, string>; body?: string; query?: string; tenant?: number } = {},
): Promise<Reply> {
  const { clientId, clientSecret } = emulator.tenants[change.tenant ?? 0] ?? emulator;
  const headers = { authorization: basic(clientId, clientSecret), "content-type": FORM, ...change.headers };
  return send(`${emulator.url}/v2/auth/token${change.query ?? ""}`, "POST", headers, change.body ?? GRANT);
}

export async function newToken(emulator: Emulator, tenant = 0): Promise<string> {
  const { text } = await requestToken(emulator, { tenant });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

export const list = (emulator: Emulator, token: string, query = "") =>
  send(`${emulator.url}/v2/workflows${query}`, "GET", { authorization: `Bearer ${token}` });

const running: Emulator[] = [];
/** Starts an emulator that is closed after the test. */
export async function start(options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});
