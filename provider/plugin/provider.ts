/** Answers each call of the engine to the plugin; runs in the plugin's process. */
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { breakColourCodes } from "../base/text.js";
import { NO_PROPERTY, SettingsError } from "../base/errors.js";
import { createHost, type Host, type Log } from "../pulumi/lifecycle/host.js";
import { checkConfig, diffConfig, readConfiguration } from "./configuration.js";
import { invoke } from "./functions.js";
import * as resource from "./resource.js";
import type { Calls } from "./serve.js";

interface ProviderOptions {
  readonly version: string;
  /** Returns the package's schema as JSON, made when the plugin was built. */
  readonly schema: () => string;
  readonly log: Log;
  /** Called with the engine's address when the engine sends it: in `handshake` or `attach`. */
  readonly onEngine: (address: string) => void;
}

/** Returns the calls of a provider that is not configured yet. */
export function createProvider({ version, schema, log, onEngine }: ProviderOptions): Calls {
  const cancelled = new AbortController();
  let host: Host | undefined;

  const configured = (): Host => {
    if (host === undefined) {
      throw new SettingsError([{ property: NO_PROPERTY, reason: "The provider was called before it was configured." }]);
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
      secretTexts.forEach(host.session.secrets.add);
      return new provider.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
    },
    check: (request) => resource.check(configured(), request),
    diff: (request) => resource.diff(request),
    create: (request) => resource.create(configured(), request),
    read: (request) => resource.read(configured(), request),
    update: (request) => resource.update(configured(), request),
    // Nothing was created at the service, so a stack is destroyed without it.
    delete: () => new Empty(),
    invoke: (request) => invoke(configured(), request),
    cancel: () => {
      cancelled.abort();
      return new Empty();
    },
  };
}
