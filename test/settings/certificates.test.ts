/** The settings of TLS: PEM texts and files, key and certificate as a pair, and issues that show no content. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { SettingsError } from "../../provider/base/errors.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { thrownBy } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };

type Values = Readonly<Record<string, string | undefined>>;

const read = (config: Values): Settings => readSettings((key) => ({ ...GOOD, ...config })[key], {});

let folder = "";
let authority: Certificate;
let client: Certificate;
let other: Certificate;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "workflows-pem-"));
  authority = await createAuthority();
  client = await createCertificate(authority);
  other = await createCertificate(authority);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(content: string): string {
  const path = join(folder, "some.pem");
  writeFileSync(path, content);
  return path;
}

const lines = (pem: string | undefined): string => (pem ?? "").replace(/\s+/g, "\n").trim();

it("nothing is set by itself", () => {
  expect(read({}).tls).toBeUndefined();
});

it.each<[what: string, where: "text" | "both", change: (pem: string) => string]>([
  ["as it is", "both", (pem) => pem],
  ["with lines that end with CR and LF", "both", (pem) => pem.replaceAll("\n", "\r\n")],
  ["behind a byte order mark and a comment", "both", (pem) => `\ufeff# client\n${pem}`],
  ["with escaped line breaks", "text", (pem) => pem.replaceAll("\n", "\\r\\n")],
])("PEM %s is taken as %s", (_what, where, change) => {
  const [cert, key] = [change(client.cert), change(client.key)];
  const asText = read({ caCertificates: cert, clientCertificate: cert, clientKey: key }).tls;
  expect([asText?.ca, asText?.cert, asText?.key].map(lines)).toEqual([client.cert, client.cert, client.key].map(lines));
  if (where === "both") {
    const both = file(`${key}\n${cert}\n${authority.cert}\n`);
    const { tls } = read({ clientCertificate: both, clientKey: relative(process.cwd(), both) });
    expect([tls?.cert, tls?.key].map(lines)).toEqual([`${client.cert}\n${authority.cert}`, client.key].map(lines));
  }
});

const block = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
const bareKey = (): string => client.key.split("\n").slice(1, -2).join("");
const inBase64 = (): string => Buffer.from(client.key).toString("base64");
const [CA, CERT, KEY] = ["caCertificates", "clientCertificate", "clientKey"] as const;
const ca = (caCertificates: string): Values => ({ caCertificates });
const pair = (clientKey: string): Values => ({ clientCertificate: client.cert, clientKey });
const inOneLine = (pem: string): string => pem.trim().replaceAll("\n", " ");
const MISSING = `"${join(process.cwd(), "missing.pem")}" cannot be read (ENOENT).`;

it.each<[what: string, given: () => Values, property: string, issue: string]>([
  // what is given, setting, a part of the issue
  ["no file", () => ca("missing.pem"), CA, MISSING],
  ["a path with long names", () => ca(`${"a".repeat(40)}.${"b".repeat(40)}`), CA, 'bbb" cannot be read (ENOENT).'],
  ["no file of a key", () => pair("missing.key"), KEY, "the file that it may name cannot be read (ENOENT)."],
  ["such a key as certificates", () => ca(bareKey()), CA, "the file that it may name"],
  ["a key in base64 as certificates", () => ca(inBase64()), CA, "is PEM text in base64."],
  ["a key as certificates", () => ca(`${authority.cert}\n${client.key}`), CA, "put the key into clientKey."],
  ["a certificate as key", () => pair(client.cert), KEY, "no private key in PEM format, but CERTIFICATE."],
  ["a key of OpenSSH", () => pair(block("OPENSSH PRIVATE KEY")), KEY, "but OPENSSH PRIVATE KEY."],
  ["a broken certificate", () => ca(authority.cert + block("CERTIFICATE")), CA, "cannot be read (number 2: "],
  ["a certificate alone", () => ({ [CERT]: client.cert }), KEY, "is not set, but `workflows:clientCertificate` is."],
  [
    "a key alone",
    () => ({ [KEY]: client.key }),
    CERT,
    "is not set, but `workflows:clientKey` is. Set both, or neither.",
  ],
  ["spaces for line breaks", () => ca(inOneLine(authority.cert)), CA, "has lost its line breaks. Keep them, or write"],
])("%s: an issue that shows no content", (_what, given, property, issue) => {
  const error = thrownBy(SettingsError, () => read(given()));
  expect(error.issues).toEqual([{ property, reason: expect.stringContaining(issue) as string }]);
  expect(error.message).toContain(`\`workflows:${property}\` `);
  expect(error.message).not.toMatch(/BEGIN|MII|MHc/);
});

it("none of them is inherited by a connection", () => {
  const own = { ...GOOD, caCertificates: other.cert, clientCertificate: other.cert, clientKey: other.key };
  const outside: Values = {
    ...{ caCertificates: authority.cert, clientCertificate: client.cert, clientKey: client.key },
    connections: JSON.stringify({ none: GOOD, own }),
  };
  const environment = { WORKFLOWS_CA_CERTIFICATES: authority.cert, WORKFLOWS_CLIENT_KEY: client.key };
  const tlsIn = (connection: string) => readSettings((key) => outside[key], environment, connection).tls;
  expect(tlsIn("none")).toBeUndefined();
  expect(lines(tlsIn("own")?.ca)).toBe(lines(other.cert));
});
