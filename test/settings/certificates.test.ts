/** The settings of TLS: PEM texts and files, key and certificate as a pair, and issues that show no content. */
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { inspect } from "node:util";
import { SettingsError } from "../../provider/http/errors.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { thrownBy } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };
const PASSPHRASE = "p4ss phrase";

type Values = Readonly<Record<string, string | undefined>>;

const read = (config: Values): Settings => readSettings((key) => ({ ...GOOD, ...config })[key], {});

let folder = "";
let authority: Certificate;
let client: Certificate;
let other: Certificate;
let encrypted = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "workflows-pem-"));
  authority = await createAuthority();
  client = await createCertificate(authority);
  other = await createCertificate(authority);
  encrypted = encryptedAs("pkcs8");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function encryptedAs(type: "pkcs8" | "sec1"): string {
  return createPrivateKey(client.key).export({
    type,
    format: "pem",
    cipher: "aes-256-cbc",
    passphrase: PASSPHRASE,
  }) as string;
}

function file(content: string | Buffer): string {
  const path = join(folder, "some.pem");
  writeFileSync(path, content);
  return path;
}

const lines = (pem: string | undefined): string => (pem ?? "").replace(/\s+/g, "\n").trim();

test("nothing is set by itself", () => {
  expect(read({}).tls).toBeUndefined();
});

test.each<[what: string, where: "text" | "both", change: (pem: string) => string]>([
  ["as it is", "both", (pem) => pem],
  ["with lines that end with CR and LF", "both", (pem) => pem.replaceAll("\n", "\r\n")],
  ["behind a byte order mark and a comment", "both", (pem) => `\ufeff# client\n${pem}`],
  ["with escaped line breaks", "text", (pem) => pem.replaceAll("\n", "\\r\\n")],
  ["as a JSON string", "text", (pem) => JSON.stringify(pem)],
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

test.each(["pkcs8", "sec1"] as const)("an encrypted key in %s is taken with its passphrase", (type) => {
  const pair = { clientCertificate: client.cert, clientKey: encryptedAs(type) };
  const settings = read({ ...pair, clientKeyPassphrase: PASSPHRASE });
  expect(settings.secrets).toEqual(["a secret", settings.tls?.key, PASSPHRASE]);
  expect(`${JSON.stringify(settings)}${inspect(settings, { depth: 9, showHidden: true })}`).not.toMatch(/PRIVATE|p4ss/);
});

const block = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
const bareKey = (): string => client.key.split("\n").slice(1, -2).join("");
const pair = (clientKey: string, passphrase?: string): Values => ({
  clientCertificate: client.cert,
  clientKey,
  clientKeyPassphrase: passphrase,
});

test.each<[what: string, given: () => Values, property: string, issue: string]>([
  // what is given, setting, a part of the issue
  ["blanks", () => ({ caCertificates: " " }), "caCertificates", "but takes one or more certificates"],
  [
    "no file",
    () => ({ caCertificates: "missing.pem" }),
    "caCertificates",
    `"${join(process.cwd(), "missing.pem")}" cannot be read (ENOENT).`,
  ],
  ["a folder", () => ({ caCertificates: folder }), "caCertificates", "cannot be read (EISDIR)."],
  ["no file of a key", () => pair("missing.key"), "clientKey", "the file that it may name cannot be read (ENOENT)."],
  ["a key without its first line", () => pair(bareKey()), "clientKey", "is no PEM text"],
  ["such a key as certificates", () => ({ caCertificates: bareKey() }), "caCertificates", "the file that it may name"],
  [
    "a key in base64 as certificates",
    () => ({ caCertificates: Buffer.from(client.key).toString("base64") }),
    "caCertificates",
    "the file that it may name",
  ],
  [
    "a key as certificates",
    () => ({ caCertificates: `${authority.cert}\n${client.key}` }),
    "caCertificates",
    "put the key into clientKey.",
  ],
  [
    "a file with a key as certificates",
    () => ({ caCertificates: file(client.key) }),
    "caCertificates",
    "no certificate in PEM format, but PRIVATE KEY.",
  ],
  [
    "a certificate as key",
    () => pair(client.cert),
    "clientKey",
    "no private key in PEM format (PKCS#8, PKCS#1 or SEC 1), but CERTIFICATE.",
  ],
  [
    "a file in DER",
    () => ({ caCertificates: file(Buffer.from([0x30, 0x82, 0, 1])) }),
    "caCertificates",
    "Convert other formats with openssl or",
  ],
  ["another block", () => ({ caCertificates: file(block("PKCS7")) }), "caCertificates", "but PKCS7. Convert"],
  ["a key of OpenSSH", () => pair(block("OPENSSH PRIVATE KEY")), "clientKey", "but OPENSSH PRIVATE KEY."],
  [
    "half a certificate",
    () => ({ caCertificates: client.cert.slice(0, 99) }),
    "caCertificates",
    "cannot be read (number 1: bad end line).",
  ],
  [
    "a broken certificate",
    () => ({ caCertificates: `${authority.cert}\n${block("CERTIFICATE")}` }),
    "caCertificates",
    "cannot be read (number 2: ",
  ],
  [
    "a broken key",
    () => pair(block("PRIVATE KEY")),
    "clientKey",
    "contains a private key that cannot be read (unsupported).",
  ],
  [
    "a certificate alone",
    () => ({ clientCertificate: client.cert }),
    "clientKey",
    "is not set, but `workflows:clientCertificate` is. Set both, or neither.",
  ],
  [
    "a key alone",
    () => ({ clientKey: client.key }),
    "clientCertificate",
    "is not set, but `workflows:clientKey` is. Set both, or neither.",
  ],
  [
    "a passphrase alone",
    () => ({ clientKeyPassphrase: PASSPHRASE }),
    "clientKey",
    "is not set, but `workflows:clientKeyPassphrase` is.",
  ],
  [
    "a key of another certificate",
    () => pair(other.key),
    "clientKey",
    "does not belong to the first certificate of `workflows:clientCertificate`.",
  ],
  [
    "certificates in the wrong order",
    () => ({ ...pair(client.key), clientCertificate: authority.cert + client.cert }),
    "clientKey",
    "The client's own certificate comes first.",
  ],
  ["an encrypted key alone", () => pair(encrypted), "clientKeyPassphrase", "does not decrypt `workflows:clientKey` ("],
  [
    "a wrong passphrase",
    () => pair(encrypted, "wr0ng"),
    "clientKeyPassphrase",
    "does not decrypt `workflows:clientKey` (",
  ],
])("%s: an issue that shows no content", (_what, given, property, issue) => {
  const error = thrownBy(SettingsError, () => read(given()));
  expect(error.issues).toEqual([{ property, reason: expect.stringContaining(issue) as string }]);
  expect(error.message).toContain(`\`workflows:${property}\` `);
  expect(error.message).not.toMatch(/BEGIN|p4ss|wr0ng|MII|MHc/);
});

test("none of them is inherited by a connection", () => {
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
