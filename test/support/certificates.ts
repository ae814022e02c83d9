/** Certificates made when they are needed: an authority, and servers that are and are not what they should be. */
import { generate } from "selfsigned";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the certificate of an authority. */
export async function createAuthority(name = "Test authority"): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: name }], {
    algorithm: "sha256",
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** Makes a server's certificate, for this machine unless `host` is set. `subject` has its parts, by name. */
export async function createCertificate(
  authority: Certificate | undefined,
  {
    host,
    expired = false,
    subject = [["commonName", host ?? "localhost"]],
  }: { host?: string; expired?: boolean; subject?: readonly (readonly [name: string, value: string])[] } = {},
): Promise<Certificate> {
  const names =
    host === undefined
      ? [
          { type: 2 as const, value: "localhost" },
          { type: 7 as const, ip: "127.0.0.1" },
        ]
      : [{ type: 2 as const, value: host }];
  const parts = subject.map(([name, value]) => ({ name, value }));
  const made = await generate(parts, {
    algorithm: "sha256",
    keyType: "ec",
    ...(authority === undefined ? {} : { ca: authority }),
    notBeforeDate: new Date(Date.now() - 10 * DAY_MS),
    notAfterDate: new Date(Date.now() + (expired ? -1 : 10) * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "subjectAltName", altNames: names },
    ],
  });
  return { key: made.private, cert: made.cert };
}
