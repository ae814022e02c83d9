/** The settings of TLS: PEM texts and files, key and certificate as a pair, and faults that show no content. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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

const block = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
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

test.each<[what: string, change: (pem: string) => string]>([
  ["with blanks in place of line breaks", (pem) => pem.replaceAll("\n", " ")],
  ["without line breaks", (pem) => pem.replaceAll("\n", "")],
  ["with lines that end with CR", (pem) => pem.replaceAll("\n", "\r")],
  ["with lines that end with CR and LF", (pem) => pem.replaceAll("\n", "\r\n")],
  ["with escaped CR and LF", (pem) => pem.replaceAll("\n", "\\r\\n")],
  ["as a JSON string", (pem) => JSON.stringify(pem)],
  ["indented", (pem) => pem.replace(/^/gm, "    ")],
  ["behind a byte order mark", (pem) => `\ufeff${pem}`],
])("PEM %s is taken, as text and in a file", (_what, change) => {
  const [cert, key] = [change(client.cert), change(client.key)];
  for (const pair of [
    { clientCertificate: cert, clientKey: key },
    { clientCertificate: file("changed.pem", cert), clientKey: file("changed.key", key) },
  ]) {
    if (pair.clientKey !== key && cert.includes("\\")) {
      continue; // A file has real line breaks.
    }
    const { tls } = read(pair);
    expect([tls?.cert, tls?.key].map(lines)).toEqual([client.cert, client.key].map(lines));
  }
});

test("a file in UTF-16 is taken", () => {
  const utf16 = file("utf16.pem", Buffer.from(`\ufeff${authority.cert}`, "utf16le"));
  expect(lines(read({ caCertificates: utf16 }).tls?.ca)).toBe(lines(authority.cert));
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

  test("a string or a file that is no PEM, or another kind", () => {
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

  test.each<[what: string, content: () => string | Buffer, certificate: string | undefined, key: string | undefined]>([
    [
      "DER",
      () => Buffer.from([0x30, 0x82, 1, 2, 0x30]),
      "but DER. Convert it with openssl x509",
      "openssl pkey -inform der",
    ],
    [
      "PKCS#12",
      () => Buffer.from([0x30, 0x82, 1, 2, 2, 1, 3, 0x30]),
      "but PKCS#12 (.p12, .pfx). Convert",
      "but PKCS#12",
    ],
    ["PKCS#7", () => block("PKCS7"), "but PKCS7. Convert it with openssl pkcs7", "but PKCS7"],
    ["a trusted certificate", () => block("TRUSTED CERTIFICATE"), "but TRUSTED CERTIFICATE. Convert", "but TRUSTED"],
    [
      "a request",
      () => block("CERTIFICATE REQUEST"),
      "but CERTIFICATE REQUEST. The authority",
      "but CERTIFICATE REQUEST",
    ],
    ["a public key", () => block("PUBLIC KEY"), "It takes the certificate.", "It takes the private key."],
    ["a key of OpenSSH", () => block("OPENSSH PRIVATE KEY"), "ssh-keygen", "Convert a copy of it with ssh-keygen"],
    ["a certificate", () => client.cert, undefined, "Put the certificate into clientCertificate or caCertificates."],
    ["a key", () => client.key, "but PRIVATE KEY. Put the key into clientKey.", undefined],
    [
      "half a certificate",
      () => client.cert.slice(0, 99),
      "Its last line, -----END …, is missing.",
      "but CERTIFICATE.",
    ],
    ["half a key", () => client.key.slice(0, 99), "but PRIVATE KEY.", "Its last line, -----END …, is missing."],
    ["an unknown block", () => block("X"), "contains no certificate in PEM format, but X.", "but X."],
  ])("a file with %s", (_what, content, certificate, key) => {
    const other = file("other", content());
    const taken: Values = { clientCertificate: client.cert, clientKey: client.key };
    if (certificate !== undefined) {
      set({ caCertificates: other }, certificate);
    }
    if (key !== undefined) {
      set({ ...taken, clientKey: other }, key);
    }
  });

  test.each([
    ["~/ca.pem", "Write the whole path: ~ and variables are not replaced."],
    ["$HOME/ca.pem", "Write the whole path: ~ and variables are not replaced."],
    ["%HOME%\\ca.pem", "Write the whole path: ~ and variables are not replaced."],
    ['"ca.pem"', "Write the path without quotation marks."],
    ["file:///ca.pem", "Write the path without file:."],
    ["https://example.com/ca.pem", "It takes a file of this machine: download it."],
    ["@ca.pem", "Write the path without @."],
  ])("a path that is none: %s", (path, advice) => {
    set({ caCertificates: path }, `cannot be read (ENOENT). ${advice}`);
    set({ clientCertificate: client.cert, clientKey: path }, `cannot be read (ENOENT). ${advice}`);
  });

  test("a relative path is shown with its folder", () => {
    set({ caCertificates: "missing.pem" }, `the file "${join(process.cwd(), "missing.pem")}" cannot be read`);
    const path = relative(process.cwd(), file("relative.pem", authority.cert));
    expect(lines(read({ caCertificates: path }).tls?.ca)).toBe(lines(authority.cert));
  });

  test("a key in place of certificates is not shown as a path", () => {
    const bare = client.key.split("\n").slice(1, -2);
    for (const key of [bare.join("\n"), bare.join(""), Buffer.from(client.key).toString("base64")]) {
      set({ caCertificates: key }, "`workflows:caCertificates` is no PEM text, and no path of a file.");
    }
    set({ caCertificates: Array.from(client.key).join("\0") }, "is no PEM text, and no path of a file.");
    set({ caCertificates: `/${"x".repeat(1024)}` }, "is no PEM text, and no path of a file.");
  });

  test("a value that is no text", () => {
    const connections = JSON.stringify({ dev: { ...GOOD, caCertificates: true } });
    expect(() => read({ connections }, {}, "dev")).toThrow(
      "`workflows:connections.dev.caCertificates` is true, but takes one or more certificates as PEM text",
    );
  });

  test("half a pair is an error that names the other half", () => {
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
