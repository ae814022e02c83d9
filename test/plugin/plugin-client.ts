/** The plugin over a real socket, as the engine talks to it: plain values in, plain values out. */
import * as grpc from "@grpc/grpc-js";
import { PluginAttach, type PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import provider from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createProvider } from "../../provider/plugin/provider.js";
import { PLUGIN_RESOURCE_TYPE } from "../../provider/pulumi/properties.js";
import { type Calls, serve, type Server } from "../../provider/plugin/serve.js";

type Plain = Record<string, unknown>;
type Failures = { property: string; reason: string }[];

const URN = `urn:pulumi:dev::project::${PLUGIN_RESOURCE_TYPE}::all`;

const PROVIDER_URN = "urn:pulumi:dev::project::pulumi:providers:workflows::";

/** As the engine wraps a secret. */
export const secret = (value: unknown): Plain => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

type Method = (request: unknown, done: (error: grpc.ServiceError | null, value: unknown) => void) => unknown;

export interface PluginClient {
  readonly lines: readonly string[];
  readonly engines: readonly string[];
  handshake(): Promise<provider.ProviderHandshakeResponse.AsObject>;
  attach(address: string): Promise<void>;
  pluginVersion(): Promise<string>;
  schema(): Promise<string>;
  checkConfig(news: Plain, name?: string): Promise<{ inputs: Plain; failures: Failures }>;
  diffConfig(olds: Plain, news: Plain): Promise<provider.DiffResponse.AsObject>;
  /** `name` null is an engine that sends none. */
  configure(settings: Plain, name?: string | null): Promise<void>;
  check(olds: Plain, news: Plain): Promise<{ inputs: Plain; failures: Failures }>;
  diff(oldInputs: Plain, state: Plain, news: Plain): Promise<{ changes: boolean; detailed: Record<string, number> }>;
  create(inputs: Plain, preview?: boolean): Promise<{ id: string; outputs: Plain }>;
  read(id: string, state: Plain, inputs?: Plain): Promise<{ id: string; outputs: Plain; inputs: Plain }>;
  update(state: Plain, news: Plain): Promise<Plain>;
  delete(): Promise<void>;
  invoke(token: string, args: Plain): Promise<{ result: Plain; failures: Failures }>;
  cancel(): Promise<void>;
  /** Another connection to the same process. */
  connectAgain(): PluginClient;
  /** A call that the plugin does not implement. */
  parameterize(): Promise<unknown>;
  close(): void;
}

/** @param onLine Receives each line of the log as it comes. */
export async function startPlugin(onLine?: (line: string) => void): Promise<PluginClient> {
  const lines: string[] = [];
  const engines: string[] = [];
  const createCalls = (): Calls =>
    createProvider({
      version: "1.2.3",
      schema: () => '{"name":"workflows"}',
      log: Object.assign(
        (severity: string, message: string, urn?: string) => {
          const line = `${severity}${urn === undefined ? "" : ` on ${urn}`}: ${message}`;
          lines.push(line);
          onLine?.(line);
          return Promise.resolve();
        },
        {
          close: () => {
            lines.push("closed");
            return Promise.resolve();
          },
        },
      ),
      onEngine: (address) => void engines.push(address),
    });
  const server: Server = await serve(createCalls);
  return connectTo(server, lines, engines);
}

function connectTo(server: Server, lines: readonly string[], engines: readonly string[]): PluginClient {
  const client = new ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure(), {
    // Another client of this process would use the same connection.
    "grpc.use_local_subchannel_pool": 1,
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });

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

  return {
    lines,
    engines,
    handshake: async () =>
      (
        await call<provider.ProviderHandshakeResponse>(
          "handshake",
          new provider.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1"),
        )
      ).toObject(),
    attach: async (address) => {
      await call<Empty>("attach", new PluginAttach().setAddress(address));
    },
    pluginVersion: async () => (await call<PluginInfo>("getPluginInfo", new Empty())).getVersion(),
    schema: async () =>
      (await call<provider.GetSchemaResponse>("getSchema", new provider.GetSchemaRequest())).getSchema(),
    checkConfig: async (news, name = "default") => {
      const request = checkRequest({}, news).setUrn(PROVIDER_URN + name);
      return checked(await call<provider.CheckResponse>("checkConfig", request));
    },
    diffConfig: async (olds, news) =>
      (
        await call<provider.DiffResponse>(
          "diffConfig",
          new provider.DiffRequest().setOldInputs(toStruct(olds)).setNews(toStruct(news)),
        )
      ).toObject(),
    configure: async (settings, name = "default") => {
      const request = new provider.ConfigureRequest().setArgs(toStruct(settings));
      if (name !== null) {
        request.setName(name).setUrn(PROVIDER_URN + name);
      }
      await call<provider.ConfigureResponse>("configure", request);
    },
    check: async (olds, news) => checked(await call<provider.CheckResponse>("check", checkRequest(olds, news))),
    diff: async (oldInputs, state, news) => {
      const request = new provider.DiffRequest()
        .setUrn(URN)
        .setOldInputs(toStruct(oldInputs))
        .setOlds(toStruct(state))
        .setNews(toStruct(news));
      const response = await call<provider.DiffResponse>("diff", request);
      const detailed = response.getDetaileddiffMap().toObject(false, (_, value) => value.getKind()) as unknown as [
        string,
        number,
      ][];
      return {
        changes: response.getChanges() === provider.DiffResponse.DiffChanges.DIFF_SOME,
        detailed: Object.fromEntries(detailed),
      };
    },
    create: async (inputs, preview = false) => {
      const request = new provider.CreateRequest().setUrn(URN).setProperties(toStruct(inputs)).setPreview(preview);
      const response = await call<provider.CreateResponse>("create", request);
      return { id: response.getId(), outputs: toPlain(response.getProperties()) };
    },
    read: async (id, state, inputs) => {
      const request = new provider.ReadRequest().setId(id).setUrn(URN).setProperties(toStruct(state));
      if (inputs !== undefined) {
        request.setInputs(toStruct(inputs));
      }
      const response = await call<provider.ReadResponse>("read", request);
      return {
        id: response.getId(),
        outputs: toPlain(response.getProperties()),
        inputs: toPlain(response.getInputs()),
      };
    },
    update: async (state, news) => {
      const request = new provider.UpdateRequest().setUrn(URN).setOlds(toStruct(state)).setNews(toStruct(news));
      return toPlain((await call<provider.UpdateResponse>("update", request)).getProperties());
    },
    delete: async () => {
      await call<Empty>("delete", new provider.DeleteRequest().setUrn(URN));
    },
    invoke: async (token, args) => {
      const response = await call<provider.InvokeResponse>(
        "invoke",
        new provider.InvokeRequest().setTok(token).setArgs(toStruct(args)),
      );
      return { result: toPlain(response.getReturn()), failures: failuresOf(response) };
    },
    cancel: async () => {
      await call<Empty>("cancel", new Empty());
    },
    connectAgain: () => connectTo(server, lines, engines),
    parameterize: async () => await call<unknown>("parameterize", new provider.ParameterizeRequest()),
    close: () => {
      client.close();
      server.close();
    },
  };
}

function checkRequest(olds: Plain, news: Plain): provider.CheckRequest {
  return new provider.CheckRequest().setUrn(URN).setOlds(toStruct(olds)).setNews(toStruct(news));
}

function checked(response: provider.CheckResponse): { inputs: Plain; failures: Failures } {
  return { inputs: toPlain(response.getInputs()), failures: failuresOf(response) };
}

function failuresOf(response: provider.CheckResponse | provider.InvokeResponse): Failures {
  return response
    .getFailuresList()
    .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() }));
}

function toStruct(value: Plain): Struct {
  return Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]);
}

function toPlain(struct: Struct | undefined): Plain {
  return struct === undefined ? {} : struct.toJavaScript();
}
