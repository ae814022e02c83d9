/** Encrypts secrets for the state: AES-256-GCM, with a key that scrypt makes from a passphrase. */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

export interface Seal {
  /** What a file must contain to open it again with the same passphrase; no secret. */
  readonly salt: string;
  seal(plaintext: string): string;
  open(ciphertext: string): string;
}

const CHECK = "rehearsal";

/** Throws when `salt`, that of an earlier seal, was made with another passphrase. */
export function createSeal(passphrase: string, salt?: string): Seal {
  const [, given, check] = salt?.split(";") ?? [];
  const saltBytes = given === undefined ? randomBytes(16) : Buffer.from(given, "base64");
  const key = scryptSync(passphrase, saltBytes, 32);
  if (check !== undefined && tryOpen(key, check) !== CHECK) {
    throw new Error("The stack was made with another passphrase.");
  }
  return {
    salt: salt ?? ["v1", saltBytes.toString("base64"), seal(key, CHECK)].join(";"),
    seal: (plaintext) => seal(key, plaintext),
    open: (ciphertext) => open(key, ciphertext),
  };
}

function seal(key: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function open(key: Buffer, ciphertext: string): string {
  const [, nonce = "", sealed = ""] = ciphertext.split(":");
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}

function tryOpen(key: Buffer, ciphertext: string): string | undefined {
  try {
    return open(key, ciphertext);
  } catch {
    return undefined;
  }
}
