/** Programs for a process of their own; each prints one JSON value. See child.ts. */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { sendAuthorized } from "../../provider/auth/authorized.js";
import { createTokenSource } from "../../provider/auth/index.js";
import { systemClock, createDeadline } from "../../provider/base/deadline.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createTransport } from "../../provider/http/transport.js";
import type { TlsOptions } from "../../provider/http/types.js";
import { createHastyClock } from "./clocks.js";

async function list(baseUrl: string, tls?: TlsOptions): Promise<{ code: string; message: string }> {
  const transport = createTransport({ tls });
  const tokenSource = createTokenSource({ baseUrl, clientId: "id", clientSecret: "secret", transport });
  try {
    const { text } = await sendAuthorized(
      { tokenSource, transport },
      {
        doing: "list the workflows",
        method: "GET",
        url: new URL(`${baseUrl}/v2/workflows`),
        headers: {},
        redirects: "same-origin",
        deadline: createDeadline(30, systemClock),
      },
    );
    return { code: "listed", message: text };
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
    return { code: error.code, message: error.message };
  }
}

/** The most memory this process ever had; Linux counts its parent's into `maxRSS`. */
function peakKilobytes(): number {
  try {
    const own = /VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return own === undefined ? process.resourceUsage().maxRSS : Number(own);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

const programs: Record<string, (input: Record<string, string>) => Promise<unknown>> = {
  tls: async (urls) =>
    Object.fromEntries(
      await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, await list(url)] as const)),
    ),
  privateAuthority: async ({ url = "", ca = "" }) => list(url, { ca }),
  soak,
  bomb: async ({ url = "" }) => {
    const { code } = await list(url);
    return { code, peakMiB: Math.round(peakKilobytes() / 1024) };
  },
};

async function soak({ url = "", reads = "0" }: Record<string, string>): Promise<object> {
  const transport = createTransport({ maxRetries: 20, clock: createHastyClock() });
  const tokenSource = createTokenSource({ baseUrl: url, clientId: "id", clientSecret: "secret", transport });
  const count = Number(reads);
  let next = 0;
  let wrong = 0;
  let attempts = 0;
  let heapBefore = 0;
  const read = async (number: number): Promise<void> => {
    const response = await sendAuthorized(
      { tokenSource, transport },
      {
        doing: "list the workflows",
        method: "GET",
        url: new URL(`${url}/v2/workflows?number=${number}`),
        headers: {},
        redirects: "same-origin",
        deadline: createDeadline(60, systemClock),
      },
    );
    attempts += response.attempts;
    if (response.text !== `{"workflows":[{"id":${number}}]}`) {
      wrong += 1;
    }
  };
  const reader = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      // Once everything is loaded and warm.
      if (next === Math.floor(count / 5)) {
        heapBefore = heap();
      }
      await read(next);
    }
  };
  await Promise.all(Array.from({ length: 32 }, reader));
  await setTimeout(50);
  const busy = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name.startsWith("HTTP"));
  return { wrong, attempts, grownMiB: (heap() - heapBefore) / 1024 / 1024, busy };
}

/** Bytes in use after collection; needs --expose-gc. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const [, , program = "", input = "{}"] = process.argv;
void programs[program]?.(JSON.parse(input) as Record<string, string>).then((value) => {
  process.stdout.write(JSON.stringify(value));
});
