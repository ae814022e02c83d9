/** The Node processes of the SDK: a program's runner, and the host of dynamic providers, driven as by the engine. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { UnsupportedError } from "./errors.js";
import { type Properties, restoreSecrets, toProvider } from "./values.js";

/** As large as the SDK's own limit. */
export const CHANNEL_OPTIONS = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

const DEFERRED_PACKAGES = join(__dirname, "..", "support", "deferred-packages.cjs");

export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

export interface Child {
  /** Resolves with the exit code when the process is gone and all its output was given to `onLine`. */
  readonly exited: Promise<number | null>;
  /** Ends it at once. */
  stop(): Promise<void>;
}

/** Runs one of the SDK's commands: `run` or `dynamic-provider`. */
export function startChild(command: string, args: readonly string[], { cwd, env, onLine }: ChildOptions): Child {
  const script = require.resolve(`@pulumi/pulumi/cmd/${command}`);
  const child = spawn(process.execPath, ["--require", DEFERRED_PACKAGES, script, ...args], {
    ...{ cwd, env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Nobody else would end it when this process ends before it.
  const orphaned = (): unknown => child.kill("SIGKILL");
  process.once("exit", orphaned);
  const streams = (["stdout", "stderr"] as const).map(async (stream) => {
    for await (const line of createInterface({ input: child[stream] })) {
      onLine(line, stream);
    }
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("exit", resolve));
  const exited = Promise.all([ended, ...streams])
    .then(([code]) => code)
    .finally(() => process.removeListener("exit", orphaned));
  // It is awaited later, or never where the operation failed before.
  exited.catch(() => undefined);
  return {
    exited,
    stop: async () => {
      child.kill("SIGKILL");
      await exited.catch(() => undefined);
    },
  };
}

/** A resource as a call of the provider has it. It has an id when it is created. */
interface Resource {
  readonly urn: string;
  readonly id?: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

export interface HostOptions extends ChildOptions {
  /** Where the engine's log is served. */
  readonly engineAddress: string;
  /** Every namespace's config. */
  readonly config: Properties;
}

type Done<Response> = (error: grpc.ServiceError | null, response: Response) => void;
type Host = Awaited<ReturnType<typeof startProviderHost>>;
export type { Host as ProviderHost };

/** Starts the SDK's host for dynamic providers, and configures it. */
export async function startProviderHost({ engineAddress, config, onLine, ...options }: HostOptions) {
  let announce: (port: string) => void = () => undefined;
  const announced = new Promise<string>((resolve) => (announce = resolve));
  let isAnnounced = false;
  const child = startChild("dynamic-provider", [engineAddress], {
    ...options,
    onLine: (line, stream) => {
      // The port is the first line. What comes after it is output.
      if (!isAnnounced && stream === "stdout") {
        isAnnounced = true;
        announce(line.trim());
      } else {
        onLine(line, stream);
      }
    },
  });
  const tooEarly = child.exited.then((code) => {
    throw new Error(`The SDK's provider host ended with code ${String(code)} before it served.`);
  });
  const port = await Promise.race([announced, tooEarly]);
  tooEarly.catch(() => undefined);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), CHANNEL_OPTIONS);

  const send = <Response>(call: (done: Done<Response>) => unknown): Promise<Response> =>
    new Promise((resolve, reject) => {
      call((error, response) => (error === null ? resolve(response) : reject(error)));
    });
  const from = (struct: Struct | undefined, secretsOf: Properties): Properties =>
    restoreSecrets(struct?.toJavaScript() ?? {}, secretsOf);

  const configuration = new messages.ConfigureRequest().setAcceptsecrets(true).setAcceptresources(true);
  await send((done) => client.configure(configuration.setArgs(wire(config)), done));

  return {
    check: async ({ urn, inputs: news }: Resource, olds: Properties) => {
      const request = new messages.CheckRequest().setUrn(urn).setOlds(wire(olds)).setNews(wire(news));
      const response = await send<messages.CheckResponse>((done) => client.check(request, done));
      return { inputs: from(response.getInputs(), news), failures: response.getFailuresList() };
    },
    /** `changes` is undefined if the provider does not report whether anything changes. */
    diff: async ({ urn, id = "", inputs, outputs }: Resource, news: Properties) => {
      const request = new messages.DiffRequest().setUrn(urn).setId(id).setNews(wire(news));
      request.setOldInputs(wire(inputs)).setOlds(wire(outputs));
      const response = await send<messages.DiffResponse>((done) => client.diff(request, done));
      const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
      const changes = response.getChanges();
      return {
        changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
        replaces: response.getReplacesList().length > 0,
      };
    },
    create: async ({ urn, inputs }: Resource) => {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(wire(inputs));
      const response = await send<messages.CreateResponse>((done) => client.create(request, done));
      return { id: response.getId(), outputs: from(response.getProperties(), inputs) };
    },
    update: async ({ urn, id = "", inputs, outputs }: Resource, news: Properties) => {
      const request = new messages.UpdateRequest().setUrn(urn).setId(id).setNews(wire(news));
      request.setOldInputs(wire(inputs)).setOlds(wire(outputs));
      const response = await send<messages.UpdateResponse>((done) => client.update(request, done));
      return from(response.getProperties(), news);
    },
    read: async ({ urn, id = "", inputs, outputs }: Resource) => {
      const request = new messages.ReadRequest().setUrn(urn).setId(id);
      request.setInputs(wire(inputs)).setProperties(wire(outputs));
      const response = await send<messages.ReadResponse>((done) => client.read(request, done));
      if (response.getId() === "") {
        throw new UnsupportedError(`a resource that is gone (${urn})`);
      }
      return {
        id: response.getId(),
        outputs: from(response.getProperties(), outputs),
        inputs: response.hasInputs() ? from(response.getInputs(), inputs) : inputs,
      };
    },
    delete: async ({ urn, id = "", inputs, outputs }: Resource) => {
      const request = new messages.DeleteRequest().setUrn(urn).setId(id);
      request.setOldInputs(wire(inputs)).setProperties(wire(outputs));
      await send((done) => client.delete(request, done));
    },
    stop: async () => {
      client.close();
      await child.stop();
    },
  };
}

function wire(properties: Properties): Struct {
  return Struct.fromJavaScript(toProvider(properties));
}
