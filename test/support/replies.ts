/** Odd answers for the fake service, by name. */
import { Socket } from "node:net";
import type { Answer, Endpoint, FakeResponse, Reply, ReplyHook, WireAnswer } from "./fake-service.js";

/** Gives the n-th request to an endpoint its n-th reply, later ones the last. `undefined`: the emulator answers. */
export function inTurn(script: { readonly [endpoint in Endpoint]?: readonly (Reply | undefined)[] }): ReplyHook {
  return ({ endpoint }, index) => {
    const replies = script[endpoint] ?? [];
    return replies[Math.min(index, replies.length - 1)];
  };
}

/** Gives the n-th request the n-th reply, whatever it is for, and all later ones the last. */
export function inOrder(...replies: readonly Reply[]): ReplyHook {
  let count = 0;
  return () => replies[Math.min(count++, replies.length - 1)];
}

export const json = (body: unknown, status = 200, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers,
  body,
});

export const html = (body: string, status = 200): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body,
});

export const redirect = (location: string, status = 302): Answer => ({ status, headers: { location }, body: "" });

/** Breaks the connection before any response. */
export const reset: WireAnswer = (response) => {
  const { socket } = response;
  // A TLS socket cannot send a TCP reset, so it is destroyed.
  if (socket !== null && Object.getPrototypeOf(socket) === Socket.prototype) {
    socket.resetAndDestroy();
  } else {
    socket?.destroy();
  }
};

/** Breaks the connection after half of the body. */
export const resetInBody: WireAnswer = (response, request, index, usual) => {
  const body = writeHead(response, usual());
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => reset(response, request, index, usual));
};

/** Promises more than it sends, and ends the connection. */
export const cutOff: WireAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
  response.write('{"workflows":[{"id":', () => response.destroy());
};

/** Never answers. */
export const hang: WireAnswer = () => undefined;

/** Sends status and headers, and never a body. */
export const hangAfterHeaders: WireAnswer = (response, _request, _index, usual) => {
  writeHead(response, usual());
  response.flushHeaders();
};

function writeHead(response: Parameters<WireAnswer>[0], { status, headers, body }: FakeResponse): Buffer {
  response.writeHead(status, { "content-length": body.length, ...headers });
  return body;
}
