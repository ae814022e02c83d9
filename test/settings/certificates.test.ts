/** The settings of TLS: PEM texts and files, key and certificate as a pair, and faults that show no content. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { faultsOf } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };
const PASSPHRASE = "p4ss phrase";

type Values = Readonly<Record<string, string | undefined>>;

function read(config: Values, environment: Values = {}, connection?: string): Settings {
  return readSettings((key) => ({ ...GOOD, ...config })[key], environment, connection);
}

function faults(config: Values): readonly string[] {
  const found = faultsOf(() => read(config));
  expect(found.join("\n")).not.toMatch(/BEGIN|p4ss|MII|MHc/);
  return found;
}

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
  const key = createPrivateKey(client.key);
  encrypted = key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: PASSPHRASE }) as string;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = (pem: string | undefined): string => (pem ?? "").replace(/\s+/g, "\n").trim();

test("nothing is set by itself", () => {
  expect(read({}).tls).toBeUndefined();
});

test("PEM texts and files give the same", () => {
  const texts = read({ caCertificates: authority.cert, clientCertificate: client.cert, clientKey: client.key }).tls;
  const files = read({
    caCertificates: file("ca.pem", authority.cert),
    clientCertificate: file("client.pem", client.cert),
    clientKey: file("client.key", client.key),
  }).tls;
  expect(files).toEqual(texts);
  expect([texts?.ca, texts?.cert, texts?.key].map(lines)).toEqual([authority.cert, client.cert, client.key].map(lines));
});

test("a file may contain more: comments, a chain, Windows line ends, certificate and key together", () => {
  const together = file(
    "all.pem",
    `# client\r\n${client.key}\n${client.cert.replaceAll("\n", "\r\n")}\n${authority.cert}`,
  );
  const { tls } = read({ clientCertificate: together, clientKey: together });
  expect(tls?.cert?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(tls?.cert).not.toContain("PRIVATE KEY");
  expect(tls?.key).not.toContain("CERTIFICATE");
});

test("line breaks that became \\n in a variable are line breaks", () => {
  const escaped = authority.cert.trim().replaceAll("\n", "\\n");
  expect(lines(read({}, { WORKFLOWS_CA_CERTIFICATES: escaped }).tls?.ca)).toBe(lines(authority.cert));
});

test.each(["pkcs8", "sec1", "pkcs1"] as const)("a key in %s is taken, encrypted with its passphrase too", (type) => {
  const { privateKey } =
    type === "pkcs1"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : { privateKey: createPrivateKey(client.key) };
  const clientKey = privateKey.export({ type, format: "pem", cipher: "aes-256-cbc", passphrase: PASSPHRASE }) as string;
  const pair = { clientCertificate: client.cert, clientKey, clientKeyPassphrase: PASSPHRASE };
  if (type === "pkcs1") {
    expect(faults(pair)).toEqual([expect.stringContaining("`workflows:clientKey` does not belong to")]);
  } else {
    expect(read(pair).tls).toMatchObject({ passphrase: PASSPHRASE });
  }
  expect(faults({ ...pair, clientKeyPassphrase: "wrong" })).toEqual([
    "`workflows:clientKeyPassphrase` does not decrypt `workflows:clientKey`. Is it the passphrase of this key?",
  ]);
});

describe("a fault names the setting, and shows no content", () => {
  const set = (config: Values, expected: string): void =>
    expect(faults(config)).toEqual([expect.stringContaining(expected)]);

  test("a file that cannot be read", () => {
    const missing = join(folder, "missing.pem");
    set(
      { caCertificates: missing },
      `\`workflows:caCertificates\` is no PEM text, and the file "${missing}" cannot be read (ENOENT).`,
    );
    set({ caCertificates: folder }, `the file "${folder}" is not a file.`);
    const atLimit = file("large.pem", `${authority.cert}${" ".repeat(4 * 1024 * 1024 - authority.cert.length)}`);
    expect(lines(read({ caCertificates: atLimit }).tls?.ca)).toBe(lines(authority.cert));
    const large = file("larger.pem", `${authority.cert}${" ".repeat(4 * 1024 * 1024)}`);
    set({ caCertificates: large }, `the file "${large}" is too large.`);
    set(
      { clientCertificate: client.cert, clientKey: missing },
      "`workflows:clientKey` is no PEM text, and the file that it names cannot be read (ENOENT).",
    );
  });

  test("a key without its first line is not taken for a path that is shown", () => {
    const bare = client.key.split("\n").slice(1, -2).join("");
    const [reason = ""] = faults({ clientCertificate: client.cert, clientKey: bare });
    expect(reason).not.toContain(bare.slice(0, 20));
    expect(reason).toContain("`workflows:clientKey` is no PEM text");
  });

  test("a text or a file that is no PEM, or another kind", () => {
    set({ caCertificates: " " }, "`workflows:caCertificates` is empty.");
    set(
      { caCertificates: file("der", Buffer.from([0x30, 0x82, 0, 1])) },
      "`workflows:caCertificates` names a file that contains no certificate",
    );
    set(
      { caCertificates: "-----BEGIN CERTIFICATE-----\nMIIbroken\n-----END CERTIFICATE-----" },
      "`workflows:caCertificates` contains a certificate that cannot be read (number 1).",
    );
    set({ caCertificates: `${authority.cert}\n${client.key}` }, "`workflows:caCertificates` contains a private key.");
    set({ clientCertificate: client.cert, clientKey: client.cert }, "`workflows:clientKey` contains no private key");
    set(
      { clientCertificate: client.cert, clientKey: client.key.replace(/\n[\s\S]{20}/, "\nAAAAAAAAAAAAAAAAAAAA") },
      "`workflows:clientKey` contains a private key that cannot be read.",
    );
  });

  test("a value that is no text", () => {
    const connections = JSON.stringify({ dev: { ...GOOD, caCertificates: true } });
    expect(() => read({ connections }, {}, "dev")).toThrow(
      "`workflows:connections.dev.caCertificates` is true, but takes one or more certificates as PEM text",
    );
  });

  test("half a pair", () => {
    set(
      { clientCertificate: client.cert },
      "`workflows:clientKey` is not set, but `workflows:clientCertificate` is. Set both, or neither.",
    );
    set(
      { clientKey: client.key },
      "`workflows:clientCertificate` is not set, but `workflows:clientKey` is. Set both, or neither.",
    );
    set(
      { clientKeyPassphrase: PASSPHRASE },
      "`workflows:clientKey` is not set, but `workflows:clientKeyPassphrase` is.",
    );
  });

  test("a key of another certificate, an encrypted key without its passphrase, and with a wrong one", () => {
    const clientCertificate = client.cert;
    set(
      { clientCertificate, clientKey: other.key },
      "`workflows:clientKey` does not belong to the first certificate of `workflows:clientCertificate`.",
    );
    set(
      { clientCertificate: `${authority.cert}\n${client.cert}`, clientKey: client.key },
      "does not belong to the first certificate",
    );
    set(
      { clientCertificate, clientKey: encrypted },
      "`workflows:clientKeyPassphrase` is not set, but `workflows:clientKey` is encrypted.",
    );
    set(
      { clientCertificate, clientKey: encrypted, clientKeyPassphrase: "wr0ng" },
      "`workflows:clientKeyPassphrase` does not decrypt `workflows:clientKey`.",
    );
  });
});

test("none of them is inherited by a connection", () => {
  const own = { ...GOOD, caCertificates: other.cert, clientCertificate: other.cert, clientKey: other.key };
  const connections = JSON.stringify({ none: GOOD, own });
  const outside = {
    caCertificates: authority.cert,
    clientCertificate: client.cert,
    clientKey: client.key,
    connections,
  };
  const environment = { WORKFLOWS_CA_CERTIFICATES: authority.cert, WORKFLOWS_CLIENT_KEY: client.key };
  expect(read(outside, environment, "none").tls).toBeUndefined();
  expect(lines(read(outside, environment, "own").tls?.ca)).toBe(lines(other.cert));
});

test("key and passphrase are among the secrets, and in no JSON or inspect of the settings", () => {
  const settings = read({ clientCertificate: client.cert, clientKey: encrypted, clientKeyPassphrase: PASSPHRASE });
  expect(settings.secrets).toEqual(["a secret", settings.tls?.key, PASSPHRASE]);
  expect(`${JSON.stringify(settings)}${inspect(settings, { depth: 9, showHidden: true })}`).not.toMatch(/PRIVATE|p4ss/);
});
