/** Programs for a process of their own, with the built package; each prints one JSON value. See child.ts. */
const { readFileSync } = require("node:fs");

const [, , dist, program, input] = process.argv;
const { sendAuthorized } = require(`${dist}/auth/authorized.js`);
const { createTokenSource } = require(`${dist}/auth/token-source.js`);
const { createDeadline, systemClock } = require(`${dist}/base/deadline.js`);
const { createSecrets } = require(`${dist}/base/secrets.js`);
const { createTransport } = require(`${dist}/http/client.js`);
const { url: baseUrl, ca } = JSON.parse(input);

const request = () => ({
  doing: "list the workflows",
  method: "GET",
  url: new URL(`${baseUrl}/v2/workflows`),
  headers: {},
  redirects: "same-origin",
  deadline: createDeadline(30, systemClock),
});

const DEFAULTS = { requestTimeoutSeconds: 30, deadlineSeconds: 30, maxRetries: 5, clock: systemClock };
const credentials = { clientId: "id", clientSecret: "secret" };

/** Signs in and lists. */
async function list() {
  const transport = createTransport({ ...DEFAULTS, tls: { ca }, secrets: createSecrets() });
  const tokenSource = createTokenSource({ baseUrl: new URL(baseUrl), credentials, transport, clock: systemClock });
  return sendAuthorized({ tokenSource, transport }, request()).then(
    ({ text }) => ({ code: "listed", message: text }),
    ({ code, message }) => ({ code, message }),
  );
}

/** The most memory this process ever had; Linux counts its parent's into `maxRSS`. */
function peakKilobytes() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

const programs = {
  list,
  bomb: async () => ({ ...(await list()), peakMiB: Math.round(peakKilobytes() / 1024) }),
  /** Sends one request, without a retry, and returns its outcome. The time of the attempt is a second. */
  once: () =>
    createTransport({ ...DEFAULTS, maxRetries: 0, requestTimeoutSeconds: 1, secrets: createSecrets() })
      .send(request())
      .then(
        ({ text }) => text,
        ({ code, status }) => `${code} ${status ?? "-"}`,
      ),
};

void programs[program]().then((value) => process.stdout.write(JSON.stringify(value)));
