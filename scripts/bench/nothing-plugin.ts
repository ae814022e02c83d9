/** A plugin that does nothing: it gives the same values to every resource and every read, and reports no changes. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type Calls, serve } from "../../provider/plugin/serve.js";

const file = (name: string): string => readFileSync(join(__dirname, name), "utf8");
const values = (): Struct =>
  Struct.fromJavaScript(JSON.parse(file("values.json")) as Parameters<typeof Struct.fromJavaScript>[0]);
const inputs = values();
inputs.getFieldsMap().del("items");
const response = new provider.InvokeResponse().setReturn(values());
const { DIFF_NONE } = provider.DiffResponse.DiffChanges;

const calls: Calls = {
  handshake: () => new provider.ProviderHandshakeResponse().setAcceptSecrets(true),
  getPluginInfo: () => new PluginInfo().setVersion("0.0.1"),
  getSchema: () => new provider.GetSchemaResponse().setSchema(file("schema.json")),
  checkConfig: (request) => new provider.CheckResponse().setInputs(request.getNews()),
  configure: () => new provider.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
  check: () => new provider.CheckResponse().setInputs(inputs),
  diff: () => new provider.DiffResponse().setChanges(DIFF_NONE),
  create: () => new provider.CreateResponse().setId("nothing").setProperties(values()),
  invoke: () => response,
  delete: () => new Empty(),
  cancel: () => new Empty(),
};

void serve(() => calls).then((server) => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
