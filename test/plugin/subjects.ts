/** The dynamic resource and the plugin's resource behind one surface: what is true of one is true of the other. */
import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn.js";
import * as state from "@pulumi/pulumi/runtime/state.js";
import type * as Handler from "../../provider/pulumi/lifecycle/handler.js";
import { METADATA_PROPERTY } from "../../provider/pulumi/properties.js";
import { prepareRegistration } from "../../provider/pulumi/program/registration.js";
import { CONFIG_SYMBOL } from "../../provider/pulumi/lifecycle/stub.js";
import { isUnknown } from "../../provider/pulumi/engine-signatures.js";
import { startPlugin } from "./plugin-client.js";

type Plain = Record<string, unknown>;

export interface Subject {
  check(olds: Plain, news: Plain): Promise<{ inputs: Plain; reasons: readonly string[] }>;
  diff(inputs: Plain, state: Plain, news: Plain): Promise<boolean>;
  create(inputs: Plain): Promise<{ id: string; outputs: Plain }>;
  update(state: Plain, news: Plain): Promise<Plain>;
  /** A refresh. */
  refresh(inputs: Plain, state: Plain): Promise<{ outputs: Plain; inputs: Plain }>;
  close(): void;
}

export type StartSubject = (settings: Readonly<Record<string, string>>) => Promise<Subject>;

/** The plugin, over a real socket. */
export const startPluginSubject: StartSubject = async (settings) => {
  const plugin = await startPlugin();
  await plugin.configure(settings);
  return {
    check: async (olds, news) => {
      const { inputs, failures } = await plugin.check(olds, news);
      return { inputs, reasons: failures.map(({ reason }) => reason) };
    },
    diff: async (inputs, state, news) => (await plugin.diff(inputs, state, news)).changes,
    create: async (inputs) => plugin.create(inputs),
    update: async (state, news) => plugin.update(state, news),
    refresh: async (inputs, state) => plugin.read("an-id", state, inputs),
    close: () => plugin.close(),
  };
};

/** The dynamic resource's handler, with modules of its own, as the SDK's host gives it a process of its own. */
export const startDynamicSubject: StartSubject = async (settings) => {
  const config = new Map(Object.entries(settings).map(([key, value]) => [`workflows:${key}`, value]));
  (globalThis as { [CONFIG_SYMBOL]?: unknown })[CONFIG_SYMBOL] = config;
  jest.resetModules();
  // The host has the SDK's modules anyway, and they take a second to load.
  jest.doMock("@pulumi/pulumi", () => pulumi);
  jest.doMock("@pulumi/pulumi/runtime/state.js", () => state);
  jest.doMock("@pulumi/pulumi/runtime/dependsOn.js", () => dependsOn);
  const handler: typeof Handler = await import("../../provider/pulumi/lifecycle/handler.js");
  return {
    check: async (olds, news) => {
      const { inputs, failures = [] } = await handler.check(olds, await sent(news));
      return { inputs, reasons: failures.map(({ reason }) => reason) };
    },
    // The SDK keeps the provider's code in the state.
    diff: (_inputs, state, news) =>
      Promise.resolve(handler.diff("an-id", { ...state, __provider: "code" }, { ...news, __provider: "code" }).changes),
    create: async (inputs) => {
      const { id, outs } = await handler.create(inputs);
      return { id, outputs: outs };
    },
    update: async (state, news) => (await handler.update("an-id", state, news)).outs,
    refresh: async (_inputs, state) => {
      const { props, inputs } = await handler.read("an-id", state);
      return { outputs: props, inputs };
    },
    close: () => undefined,
  };
};

/** The arguments with what a program sends along, which says that all of them are public. */
async function sent(args: Plain): Promise<Plain> {
  const { properties } = prepareRegistration("all", asProgram(args) as Plain, {}, () => undefined);
  return { ...args, [METADATA_PROPERTY]: await properties[METADATA_PROPERTY] };
}

/** The values as a program has them: the engine's mark of an unknown one is no text there. */
function asProgram(value: unknown): unknown {
  if (isUnknown(value)) {
    return pulumi.output(pulumi.unknown);
  }
  if (Array.isArray(value)) {
    return value.map(asProgram);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asProgram(part)]))
    : value;
}
