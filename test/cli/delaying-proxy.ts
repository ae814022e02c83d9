/** A proxy of a service that delays its listings on request, so that a test can act in the middle of a run. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface DelayingProxy {
  readonly url: string;
  /** Delays the next `count` listings. Resolves when that many wait. */
  delay(count: number): Promise<void>;
  /** Lets them go. */
  release(): void;
  close(): Promise<void>;
}

export async function startDelayingProxy(service: string): Promise<DelayingProxy> {
  let toDelay = 0;
  let waiting: (() => void)[] = [];
  let onAllWaiting: () => void = () => undefined;

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const forwarded = request(
      new URL(incoming.url ?? "", service),
      { method: incoming.method, headers: incoming.headers },
      (back) => {
        response.writeHead(back.statusCode ?? 502, back.headers);
        back.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  };

  const server = createServer((incoming, response) => {
    if (toDelay > 0 && incoming.url?.startsWith("/v2/workflows") === true) {
      toDelay -= 1;
      waiting.push(() => forward(incoming, response));
      if (toDelay === 0) {
        onAllWaiting();
      }
      return;
    }
    forward(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (count) => {
      toDelay = count;
      return new Promise((resolve) => (onAllWaiting = resolve));
    },
    release: () => {
      toDelay = 0;
      for (const go of waiting) {
        go();
      }
      waiting = [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
