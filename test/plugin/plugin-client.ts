/** The plugin over a real socket, as the engine talks to it: plain values in, plain values out. */
import * as grpc from "@grpc/grpc-js";
import { PluginAttach, type PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import provider from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createProvider } from "../../provider/plugin/provider.js";
import { serve } from "../../provider/plugin/serve.js";
import { PLUGIN_RESOURCE_TYPE } from "../../provider/pulumi/properties.js";
import { signedSecret } from "../../provider/pulumi/engine-signatures.js";

export type Plain = Record<string, unknown>;

const URN = `urn:pulumi:dev::project::${PLUGIN_RESOURCE_TYPE}::all`;
const PROVIDER_URN = "urn:pulumi:dev::project::pulumi:providers:workflows::";

/** As the engine wraps a secret. */
export const secret = (value: unknown): Plain => ({ ...signedSecret(value) });

/** @param onLine Receives each line of the log as it comes. */
export async function startPlugin(onLine?: (line: string) => void) {
  const lines: string[] = [];
  const engines: string[] = [];
  const log = (severity: string, message: string, urn?: string): Promise<void> => {
    const line = `${severity}${urn === undefined ? "" : ` on ${urn}`}: ${message}`;
    lines.push(line);
    onLine?.(line);
    return Promise.resolve();
  };
  const provider = createProvider({
    version: "1.2.3",
    schema: () => '{"name":"workflows"}',
    log,
    onEngine: (address) => void engines.push(address),
  });
  const server = await serve(provider);
  const client = new ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure(), {
    // Another client of this process would use the same connection.
    "grpc.use_local_subchannel_pool": 1,
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });
  const close = (): void => {
    client.close();
    server.close();
  };
  return createClient(client, lines, engines, close);
}

export type PluginClient = ReturnType<typeof createClient>;

type Method = (request: unknown, done: (error: grpc.ServiceError | null, value: unknown) => void) => unknown;

function createClient(
  client: ResourceProviderClient,
  lines: readonly string[],
  engines: readonly string[],
  close: () => void,
) {
  const methods = client as unknown as Record<string, Method>;
  const call = <Response>(name: string, request: unknown): Promise<Response> =>
    new Promise((resolve, reject) => {
      methods[name]?.call(client, request, (error, value) => {
        if (error === null) {
          resolve(value as Response);
        } else {
          reject(error);
        }
      });
    });
  const checkWith = async (name: string, urn: string, olds: Plain, news: Plain) => {
    const request = new provider.CheckRequest().setUrn(urn).setOlds(toStruct(olds)).setNews(toStruct(news));
    const response = await call<provider.CheckResponse>(name, request);
    return { inputs: toPlain(response.getInputs()), failures: failuresOf(response) };
  };

  return {
    lines,
    engines,
    close,
    handshake: async () => {
      const request = new provider.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1");
      return (await call<provider.ProviderHandshakeResponse>("handshake", request)).toObject();
    },
    attach: (address: string) => call<Empty>("attach", new PluginAttach().setAddress(address)),
    pluginVersion: async () => (await call<PluginInfo>("getPluginInfo", new Empty())).getVersion(),
    schema: async () =>
      (await call<provider.GetSchemaResponse>("getSchema", new provider.GetSchemaRequest())).getSchema(),
    /** A call that the plugin does not implement. */
    parameterize: () => call<unknown>("parameterize", new provider.ParameterizeRequest()),
    cancel: () => call<Empty>("cancel", new Empty()),
    checkConfig: (news: Plain, name = "default") => checkWith("checkConfig", PROVIDER_URN + name, {}, news),
    diffConfig: async (olds: Plain, news: Plain) => {
      const request = new provider.DiffRequest().setOldInputs(toStruct(olds)).setNews(toStruct(news));
      return (await call<provider.DiffResponse>("diffConfig", request)).toObject();
    },
    configure: (settings: Plain, name = "default") => {
      const request = new provider.ConfigureRequest().setArgs(toStruct(settings));
      return call<unknown>("configure", request.setName(name).setUrn(PROVIDER_URN + name));
    },
    check: (olds: Plain, news: Plain, urn = URN) => checkWith("check", urn, olds, news),
    diff: async (oldInputs: Plain, state: Plain, news: Plain) => {
      const request = new provider.DiffRequest().setUrn(URN).setOldInputs(toStruct(oldInputs));
      const response = await call<provider.DiffResponse>(
        "diff",
        request.setOlds(toStruct(state)).setNews(toStruct(news)),
      );
      const kinds = response.getDetaileddiffMap().toObject(false, (_, value) => value.getKind()) as unknown;
      return {
        changes: response.getChanges() === provider.DiffResponse.DiffChanges.DIFF_SOME,
        detailed: Object.fromEntries(kinds as [string, number][]),
      };
    },
    create: async (inputs: Plain, preview = false) => {
      const request = new provider.CreateRequest().setUrn(URN).setProperties(toStruct(inputs)).setPreview(preview);
      const response = await call<provider.CreateResponse>("create", request);
      return { id: response.getId(), outputs: toPlain(response.getProperties()) };
    },
    read: async (id: string, state: Plain, inputs?: Plain) => {
      const request = new provider.ReadRequest().setId(id).setUrn(URN).setProperties(toStruct(state));
      const response = await call<provider.ReadResponse>(
        "read",
        inputs === undefined ? request : request.setInputs(toStruct(inputs)),
      );
      return {
        id: response.getId(),
        outputs: toPlain(response.getProperties()),
        inputs: toPlain(response.getInputs()),
      };
    },
    update: async (state: Plain, news: Plain) => {
      const request = new provider.UpdateRequest().setUrn(URN).setOlds(toStruct(state)).setNews(toStruct(news));
      return toPlain((await call<provider.UpdateResponse>("update", request)).getProperties());
    },
    delete: () => call<Empty>("delete", new provider.DeleteRequest().setUrn(URN)),
    invoke: async (name: string, args: Plain) => {
      const request = new provider.InvokeRequest().setTok(`workflows:index:${name}`).setArgs(toStruct(args));
      const response = await call<provider.InvokeResponse>("invoke", request);
      return { result: toPlain(response.getReturn()), failures: failuresOf(response) };
    },
  };
}

function failuresOf(
  response: provider.CheckResponse | provider.InvokeResponse,
): { property: string; reason: string }[] {
  return response.getFailuresList().map((failure) => failure.toObject());
}

function toStruct(value: Plain): Struct {
  return Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]);
}

function toPlain(struct: Struct | undefined): Plain {
  return struct === undefined ? {} : struct.toJavaScript();
}
