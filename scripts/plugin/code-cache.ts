/** Makes the bundle's code cache: what V8 has compiled of it once the plugin has served a small deployment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import type { Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { PLUGIN_RESOURCE_TYPE } from "../../provider/pulumi/properties.js";
import { startEmulator } from "../../provider/testing/emulator.js";

/** `executable` has no code cache yet. One is valid only for the build of Node.js in it. */
export async function makeCodeCache(executable: string, outfile: string): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: undefined };
  const child = spawn(executable, [], { stdio: ["ignore", "pipe", "inherit", "ipc"], env });
  const ended = once(child, "exit").then(([code]) => {
    if (code !== 0) {
      throw new Error(`The process that makes the code cache ended with ${String(code)}.`);
    }
  });
  ended.catch(() => undefined);
  try {
    const lines = createInterface(child.stdout as NodeJS.ReadableStream);
    await deploy(Number(await Promise.race([once(lines, "line"), ended])));
    child.send(outfile);
    await ended;
  } finally {
    child.kill();
  }
}

/** The calls of a small deployment: a resource and a function, against the emulator of the service. */
async function deploy(port: number): Promise<void> {
  await using service = await startEmulator();
  const { url: baseUrl, clientId, clientSecret } = service;
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  const settings = Struct.fromJavaScript({ baseUrl, clientId, clientSecret });
  const stack = "urn:pulumi:test::test::";
  const urn = `${stack}${PLUGIN_RESOURCE_TYPE}::all`;
  const { CheckRequest, ConfigureRequest, CreateRequest, DiffRequest, InvokeRequest } = provider;
  const providerUrn = `${stack}pulumi:providers:workflows::default`;
  const methods = client as unknown as Readonly<Record<string, Method>>;
  const call = <Response>(name: keyof typeof client, request: Message): Promise<Response> =>
    new Promise((resolve, reject) => {
      methods[name]?.call(client, request, (error, response) =>
        error === null ? resolve(response as Response) : reject(error),
      );
    });
  try {
    await call("checkConfig", new CheckRequest().setUrn(providerUrn).setNews(settings));
    await call("configure", new ConfigureRequest().setName("default").setArgs(settings));
    const check = new CheckRequest().setUrn(urn).setNews(new Struct()).setOlds(new Struct());
    const inputs = (await call<provider.CheckResponse>("check", check)).getInputs();
    const create = new CreateRequest().setUrn(urn).setProperties(inputs);
    const outputs = (await call<provider.CreateResponse>("create", create)).getProperties();
    await call("diff", new DiffRequest().setUrn(urn).setOlds(outputs).setOldInputs(inputs).setNews(inputs));
    await call("invoke", new InvokeRequest().setTok("workflows:index:getWorkflows").setArgs(new Struct()));
  } finally {
    client.close();
  }
}

type Method = (request: Message, done: (error: Error | null, response: unknown) => void) => unknown;
