/** Programs for a process of their own; each prints one JSON value. See child.ts. */
import { readFileSync } from "node:fs";
import { sendAuthorized } from "../../provider/auth/authorized.js";
import { createTokenSource } from "../../provider/auth/index.js";
import { systemClock, createDeadline } from "../../provider/base/deadline.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createTransport } from "../../provider/auth/transport.js";
import type { TlsOptions } from "../../provider/http/types.js";

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
  /** Sends one request, without a retry, and returns its outcome and how long it took. Milliseconds. */
  once: async ({ url = "" }) => {
    const before = performance.now();
    const transport = createTransport({ maxRetries: 0, requestTimeoutSeconds: 1 });
    const request = { doing: "list the workflows", method: "GET", url: new URL(url), headers: {} } as const;
    const deadline = createDeadline(30, systemClock);
    const outcome = await transport.send({ ...request, redirects: "same-origin", deadline }).then(
      ({ text }) => text,
      (error: unknown) => (error instanceof WorkflowsError ? `${error.code} ${error.status ?? "-"}` : String(error)),
    );
    return { outcome, milliseconds: performance.now() - before };
  },
  privateAuthority: async ({ url = "", ca = "" }) => list(url, { ca }),
  bomb: async ({ url = "" }) => {
    const { code } = await list(url);
    return { code, peakMiB: Math.round(peakKilobytes() / 1024) };
  },
};

const [, , program = "", input = "{}"] = process.argv;
void programs[program]?.(JSON.parse(input) as Record<string, string>).then((value) => {
  process.stdout.write(JSON.stringify(value));
});
