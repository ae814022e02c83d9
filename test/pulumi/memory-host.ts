/** A provider's host without a service: its session reads from memory, and its log is kept. */
import { SettingsError } from "../../provider/base/errors.js";
import { createSecrets } from "../../provider/base/secrets.js";
import type { Host } from "../../provider/pulumi/lifecycle/host.js";
import { presentListing } from "../../provider/workflows/items/view.js";
import { parseJson, type JsonValue } from "../../provider/workflows/json/json.js";
import type { ListRequest, Session } from "../../provider/workflows/session.js";

export interface MemoryHost extends Host {
  response: string | Error;
  reads: number;
  service: string;
  readonly lines: string[];
}

export function memoryHost(response: string | Error, service = "one"): MemoryHost {
  const items = (): JsonValue[] => {
    host.reads += 1;
    if (host.response instanceof Error) {
      throw host.response;
    }
    return parseJson(host.response) as JsonValue[];
  };
  const settings = (connection?: string): object => {
    if (connection === "nowhere" || connection === "incomplete") {
      const property = connection === "nowhere" ? "connection" : "clientId";
      throw new SettingsError([{ property, reason: `It is ${connection}.` }]);
    }
    return {};
  };
  const lines: string[] = [];
  const session = {
    secrets: createSecrets(),
    environment: {},
    settings,
    service: () => host.service,
    warn: (message: string) => lines.push(message),
    list: async ({ view }: ListRequest) => Promise.resolve(presentListing(items(), view)),
  } as unknown as Session;
  const log = async (severity: string, message: string, urn?: string): Promise<void> => {
    lines.push(`${severity}${urn === undefined ? "" : " on it"}: ${message}`);
    return Promise.resolve();
  };
  const host: MemoryHost = { response, reads: 0, service, lines, session, log };
  return host;
}
