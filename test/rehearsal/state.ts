/** A stack's file: its config and its resources in one JSON file, secrets encrypted (AES-256-GCM, its key from a passphrase). */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ConfigValue, Deployment } from "./types.js";
import { isSecret, makeSecret, mapProperties, type Properties, type Value } from "./values.js";

/** A resource as the deployment format (version 3) names its parts; secrets in the clear while in memory. */
export interface ResourceState {
  readonly urn: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly type: string;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
  readonly parent?: string;
  /** Read, not owned. */
  readonly external?: boolean;
  readonly dependencies?: readonly string[];
  readonly provider?: string;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly additionalSecretOutputs?: readonly string[];
  readonly ignoreChanges?: readonly string[];
  readonly created?: string;
  readonly modified?: string;
}

export interface StackState {
  readonly config: Readonly<Record<string, ConfigValue>>;
  readonly resources: readonly ResourceState[];
}

export interface StateFile {
  load(): StackState;
  save(state: StackState): void;
  /** The deployment as it is in the file. */
  export(): Deployment;
}

interface Stored {
  readonly config: Readonly<Record<string, string | { readonly secure: string }>>;
  readonly deployment: {
    /** Not "passphrase": the real engine derives its key otherwise, and must refuse this state rather than misread it. */
    readonly secrets_providers: { readonly type: "rehearsal"; readonly state: { readonly salt: string } };
    readonly resources: readonly ResourceState[];
  };
}

type Convert = (text: string) => string;

export function openStateFile(path: string, passphrase: string): StateFile {
  let key: Buffer | undefined;
  return {
    load: () => {
      const { stored, key } = open();
      const decryptWith: Convert = (text) => decrypt(key, text);
      return {
        config: mapEntries(stored.config, (value): ConfigValue => {
          return typeof value === "string"
            ? { value, secret: false }
            : { value: decryptWith(value.secure), secret: true };
        }),
        resources: stored.deployment.resources.map((resource) =>
          mapSecrets(resource, ({ ciphertext }) => ({ value: JSON.parse(decryptWith(ciphertext as string)) as Value })),
        ),
      };
    },
    save: ({ config, resources }) => {
      const { stored, key } = open();
      const encryptWith: Convert = (text) => encrypt(key, text);
      write(path, {
        config: mapEntries(config, ({ value, secret }) => (secret === true ? { secure: encryptWith(value) } : value)),
        deployment: {
          ...stored.deployment,
          resources: resources.map((resource) =>
            mapSecrets(resource, ({ value }) => ({ ciphertext: encryptWith(JSON.stringify(value ?? null)) })),
          ),
        },
      });
    },
    export: () => ({ version: 3, deployment: open().stored.deployment }),
  };

  function open(): { stored: Stored; key: Buffer } {
    const stored = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Stored) : empty();
    key ??= scryptSync(passphrase, Buffer.from(stored.deployment.secrets_providers.state.salt, "base64"), 32);
    if (!existsSync(path)) {
      write(path, stored);
    }
    return { stored, key };
  }
}

function empty(): Stored {
  const salt = randomBytes(16).toString("base64");
  return { config: {}, deployment: { secrets_providers: { type: "rehearsal", state: { salt } }, resources: [] } };
}

/** The file is there as a whole or not at all. */
function write(path: string, stored: Stored): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.tmp`, JSON.stringify(stored, undefined, 2), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

function mapEntries<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function mapSecrets(
  { inputs = {}, outputs = {}, propertyDependencies = {}, ...rest }: ResourceState,
  convert: (secret: Properties) => { value: Value } | { ciphertext: string },
): ResourceState {
  const replace = (value: Value): Value | undefined => (isSecret(value) ? makeSecret(convert(value)) : undefined);
  const parts = {
    inputs: mapProperties(inputs, replace),
    outputs: mapProperties(outputs, replace),
    propertyDependencies,
  };
  // The deployment format leaves out what is empty.
  return { ...rest, ...Object.fromEntries(Object.entries(parts).filter(([, value]) => Object.keys(value).length > 0)) };
}

function encrypt(key: Buffer, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64",
  );
}

function decrypt(key: Buffer, ciphertext: string): string {
  const bytes = Buffer.from(ciphertext, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}
