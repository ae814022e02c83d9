/** A proxy of a service that delays its listings on request, so that a test can act in the middle of a run. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HoldingProxy {
  readonly url: string;
  /** Delays the next `count` listings. Resolves when that many wait. */
  hold(count: number): Promise<void>;
  /** Lets them go. */
  release(): void;
  close(): Promise<void>;
}

export async function startHoldingProxy(service: string): Promise<HoldingProxy> {
  let toHold = 0;
  let waiting: (() => void)[] = [];
  let onAllHeld: () => void = () => undefined;

  const forward = (asked: IncomingMessage, answer: ServerResponse): void => {
    const forwarded = request(
      new URL(asked.url ?? "", service),
      { method: asked.method, headers: asked.headers },
      (back) => {
        answer.writeHead(back.statusCode ?? 502, back.headers);
        back.pipe(answer);
      },
    );
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  };

  const server = createServer((asked, answer) => {
    if (toHold > 0 && asked.url?.startsWith("/v2/workflows") === true) {
      toHold -= 1;
      waiting.push(() => forward(asked, answer));
      if (toHold === 0) {
        onAllHeld();
      }
      return;
    }
    forward(asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (count) => {
      toHold = count;
      return new Promise((resolve) => (onAllHeld = resolve));
    },
    release: () => {
      toHold = 0;
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
