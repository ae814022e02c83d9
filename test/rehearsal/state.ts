/** A stack's file: its config and its resources in one JSON file, secrets sealed; and the lock of that file. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSeal, type Seal } from "./seal.js";
import type { ConfigValue, Deployment } from "./types.js";
import { isSecret, textOf, makeSecret, mapProperties, type Properties, type Value } from "./values.js";

/** A resource as the deployment format (version 3) names its parts; secrets in the clear while in memory. */
export interface ResourceState {
  readonly urn: string;
  readonly custom: boolean;
  /** Replaced, but not deleted yet. */
  readonly delete?: boolean;
  readonly id?: string;
  readonly type: string;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
  readonly parent?: string;
  readonly protect?: boolean;
  /** Read, not owned. */
  readonly external?: boolean;
  readonly dependencies?: readonly string[];
  readonly initErrors?: readonly string[];
  readonly provider?: string;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly additionalSecretOutputs?: readonly string[];
  readonly ignoreChanges?: readonly string[];
  readonly created?: string;
  readonly modified?: string;
}

export function without(state: ResourceState, part: keyof ResourceState): ResourceState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== part)) as unknown as ResourceState;
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
  readonly version: 3;
  readonly config: Readonly<Record<string, string | { readonly secure: string }>>;
  readonly deployment: {
    readonly manifest: { readonly time: string; readonly magic: string; readonly version: string };
    readonly secrets_providers: { readonly type: string; readonly state: { readonly salt: string } };
    readonly resources: readonly ResourceState[];
    readonly metadata: Readonly<Record<string, never>>;
  };
}

export function openStateFile(path: string, passphrase: string): StateFile {
  let seal: Seal | undefined;
  return {
    load: () => {
      const { stored, seal } = open();
      return {
        config: Object.fromEntries(
          Object.entries(stored.config).map(([key, value]) => [key, unsealConfig(seal, value)]),
        ),
        resources: stored.deployment.resources.map((resource) => mapResource(resource, (value) => unseal(seal, value))),
      };
    },
    save: (state) => {
      const { seal } = open();
      write(path, {
        ...empty(seal),
        config: Object.fromEntries(Object.entries(state.config).map(([key, value]) => [key, sealConfig(seal, value)])),
        deployment: {
          ...empty(seal).deployment,
          resources: state.resources.map((resource) => mapResource(resource, (value) => sealValue(seal, value))),
        },
      });
    },
    export: () => {
      const { version, deployment } = open().stored;
      return { version, deployment: { ...deployment } };
    },
  };

  function open(): { stored: Stored; seal: Seal } {
    const stored = read(path);
    seal ??= createSeal(passphrase, stored?.deployment.secrets_providers.state.salt);
    return { stored: stored ?? empty(seal), seal };
  }
}

function empty(seal: Seal): Stored {
  return {
    version: 3,
    config: {},
    deployment: {
      manifest: { time: new Date().toISOString(), magic: "", version: "rehearsal" },
      // Not "passphrase": the real engine derives its key otherwise, and must refuse this state rather than misread it.
      secrets_providers: { type: "rehearsal", state: { salt: seal.salt } },
      resources: [],
      metadata: {},
    },
  };
}

function read(path: string): Stored | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Stored) : undefined;
}

/** The file is there as a whole or not at all. */
function write(path: string, stored: Stored): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${String(process.pid)}.tmp`);
  writeFileSync(draft, JSON.stringify(stored, undefined, 2), { mode: 0o600 });
  renameSync(draft, path);
}

function mapResource(resource: ResourceState, replace: (value: Value) => Value | undefined): ResourceState {
  const { inputs, outputs, propertyDependencies, ...rest } = resource;
  return {
    ...rest,
    ...unlessEmpty("inputs", mapProperties(inputs ?? {}, replace)),
    ...unlessEmpty("outputs", mapProperties(outputs ?? {}, replace)),
    ...unlessEmpty("propertyDependencies", propertyDependencies ?? {}),
  };

  /** The deployment format leaves out what is empty. */
  function unlessEmpty(part: keyof ResourceState, value: object): Partial<ResourceState> {
    return Object.keys(value).length === 0 ? {} : { [part]: value };
  }
}

function sealValue(seal: Seal, value: Value): Value | undefined {
  return isSecret(value) ? makeSecret({ ciphertext: seal.seal(JSON.stringify(value["value"] ?? null)) }) : undefined;
}

function unseal(seal: Seal, value: Value): Value | undefined {
  return isSecret(value)
    ? makeSecret({ value: JSON.parse(seal.open(textOf(value["ciphertext"]))) as Value })
    : undefined;
}

function sealConfig(seal: Seal, { value, secret }: ConfigValue): string | { secure: string } {
  return secret === true ? { secure: seal.seal(value) } : value;
}

function unsealConfig(seal: Seal, stored: string | { readonly secure: string }): ConfigValue {
  return typeof stored === "string"
    ? { value: stored, secret: false }
    : { value: seal.open(stored.secure), secret: true };
}

/** Keeps the file `path` while `work` runs: one operation at a time on a stack. A lock of a process that is gone does not count. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  take(path, true);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string, mayBreak: boolean): void {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
    const holder = Number(readFileSync(path, "utf8"));
    if (mayBreak && holder !== process.pid && !isRunning(holder)) {
      rmSync(path, { force: true });
      take(path, false);
      return;
    }
    throw new Error(`Another operation is under way on this stack (process ${holder}; ${path}).`, { cause: error });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
