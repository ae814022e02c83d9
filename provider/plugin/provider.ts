/** The provider plugin: what it does in each call of the engine. The listing itself is read in `pulumi/engine/lifecycle.ts`. */
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { breakColourCodes } from "../base/colour-codes.js";
import { SettingsError } from "../base/errors.js";
import { createHost, type Host, type Log } from "../pulumi/engine/provider-host.js";
import { checkConfig, diffConfig, readConfiguration } from "./configuration.js";
import { invoke } from "./functions.js";
import * as resource from "./resource.js";
import type { Calls } from "./serve.js";

interface ProviderOptions {
  readonly version: string;
  /** The package's schema as JSON, made when the plugin was built. */
  readonly schema: () => string;
  readonly log: Log;
  /** Called with the engine's address, from its first call. */
  readonly onEngine: (address: string) => void;
}

/** A provider that is not configured yet. It serves one deployment. */
export function createProvider({ version, schema, log, onEngine }: ProviderOptions): Calls {
  const cancelled = new AbortController();
  let host: Host | undefined;
  const checks = new Set<Promise<unknown>>();

  const configured = (): Host => {
    if (host === undefined) {
      throw new SettingsError([{ property: "", reason: "The provider was called before it was configured." }]);
    }
    return host;
  };

  return {
    handshake: (request) => {
      onEngine(request.getEngineAddress());
      return new provider.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true);
    },
    attach: (request) => {
      onEngine(request.getAddress());
      return new Empty();
    },
    getPluginInfo: () => new PluginInfo().setVersion(version),
    getSchema: () => new provider.GetSchemaResponse().setSchema(schema()),
    checkConfig: (request) => {
      const { response, warnings } = checkConfig(request);
      for (const warning of warnings) {
        void log("warning", breakColourCodes(warning));
      }
      return response;
    },
    diffConfig,
    configure: (request) => {
      const { config, secretTexts } = readConfiguration(request);
      host = createHost({ config, log, signal: cancelled.signal });
      // No message shows them.
      secretTexts.forEach(host.session.redactor.add);
      prepareToRead();
      return new provider.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
    },
    check: (request) => {
      const check = resource.check(configured(), request).finally(() => checks.delete(check));
      checks.add(check);
      return check;
    },
    diff: (request) => resource.diff(request),
    create: (request) => resource.create(configured(), request),
    read: (request) => resource.read(configured(), request),
    update: (request) => resource.update(configured(), request),
    // Nothing was made at the service: a stack is destroyed without it.
    delete: () => new Empty(),
    invoke: async (request) => {
      const response = await invoke(configured(), request);
      // They may refuse what vanished: nothing is made of it before.
      await Promise.allSettled(checks);
      return response;
    },
    cancel: () => {
      cancelled.abort();
      return new Empty();
    },
  };
}

/** Loads what a read needs. The engine first goes to the program and back: until then there is time. */
function prepareToRead(): void {
  const load = (): void => {
    // Node.js loads its clock when it is first read.
    performance.now();
    void Promise.all([
      import("got"),
      import("p-retry"),
      import("../http/transport.js"),
      import("../auth/token-source.js"),
      import("../workflows/arguments/schemas.js"),
      import("../workflows/read-listing.js"),
      import("../workflows/items/view.js"),
    ]);
  };
  // The first turn of the event loop sends the response to Configure.
  setImmediate(() => setImmediate(load));
}
