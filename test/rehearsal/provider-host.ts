/** Drives the SDK's own host for dynamic providers, a process of its own, as the engine does. */
import type * as Grpc from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as Messages from "@pulumi/pulumi/proto/provider_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type HostProcessOptions, startHostProcess } from "./child.js";
import { CHANNEL_OPTIONS, fromStruct, toStruct } from "./sdk.js";
import { checkValues, restoreSecrets, toProvider, type Properties } from "./values.js";

/** Which resource a call is about. */
export interface Subject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Empty before it is created. */
  readonly id: string;
}

export interface CheckResult {
  readonly inputs: Properties;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface DiffResult {
  /** `undefined`: the provider does not report it. */
  readonly changes: boolean | undefined;
  /** Whether the resource has to be replaced. */
  readonly replaces: boolean;
}

/** A resource as it was before. */
export interface States {
  readonly inputs: Properties;
  readonly outputs: Properties;
}

export interface ReadResult {
  /** Empty: it is gone. */
  readonly id: string;
  readonly outputs: Properties;
  /** `undefined`: as they were. */
  readonly inputs: Properties | undefined;
}

export interface ProviderHost {
  check(subject: Subject, olds: Properties, news: Properties, dryRun: boolean): Promise<CheckResult>;
  diff(subject: Subject, olds: States, news: Properties): Promise<DiffResult>;
  create(subject: Subject, inputs: Properties): Promise<{ id: string; outputs: Properties }>;
  update(subject: Subject, olds: States, news: Properties): Promise<Properties>;
  read(subject: Subject, states: States): Promise<ReadResult>;
  delete(subject: Subject, states: States): Promise<void>;
  stop(): Promise<void>;
}

export interface ProviderHostOptions extends HostProcessOptions {
  /** Every namespace's config, as wire values: secrets marked. */
  readonly config: Properties;
}

type Done<Response> = (error: Grpc.ServiceError | null, response: Response) => void;

/** Starts the host and configures it. The host accepts no secrets and no previews: so it responds to `Configure`. */
export async function startProviderHost(options: ProviderHostOptions): Promise<ProviderHost> {
  const { sdk } = options;
  const { messages, service } = sdk.provider;
  const { child, port } = await startHostProcess(options);
  const client: ResourceProviderClient = new service.ResourceProviderClient(
    `127.0.0.1:${port}`,
    sdk.grpc.credentials.createInsecure(),
    CHANNEL_OPTIONS,
  );

  const stop = async (): Promise<void> => {
    client.close();
    await child.stop();
  };

  const configure = new messages.ConfigureRequest();
  configure.setAcceptsecrets(true);
  configure.setAcceptresources(true);
  configure.setArgs(toStruct(sdk, options.config));
  try {
    await send<Messages.ConfigureResponse>((done) => client.configure(configure, done));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    check: async (subject, olds, news, dryRun) => {
      const request = about(new messages.CheckRequest(), subject);
      request.setOlds(wire(olds));
      request.setNews(wire(news));
      const response = await send<Messages.CheckResponse>((done) => client.check(request, done));
      const failures = response.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
      return { inputs: restoreSecrets(checkValues(fromStruct(response.getInputs()), dryRun), news), failures };
    },
    diff: async (subject, olds, news) => {
      const request = identified(new messages.DiffRequest(), subject);
      request.setOldInputs(wire(olds.inputs));
      request.setOlds(wire(olds.outputs));
      request.setNews(wire(news));
      const response = await send<Messages.DiffResponse>((done) => client.diff(request, done));
      const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
      const changes = response.getChanges();
      return {
        changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
        replaces: response.getReplacesList().length > 0,
      };
    },
    create: async (subject, inputs) => {
      const request = about(new messages.CreateRequest(), subject);
      request.setProperties(wire(inputs));
      const response = await send<Messages.CreateResponse>((done) => client.create(request, done));
      if (response.getId() === "") {
        throw new Error(`plugin returned empty resource.ID from create '${subject.urn}'`);
      }
      return { id: response.getId(), outputs: fromProvider(response.getProperties(), inputs) };
    },
    update: async (subject, olds, news) => {
      const request = identified(new messages.UpdateRequest(), subject);
      request.setOldInputs(wire(olds.inputs));
      request.setOlds(wire(olds.outputs));
      request.setNews(wire(news));
      return fromProvider(
        (await send<Messages.UpdateResponse>((done) => client.update(request, done))).getProperties(),
        news,
      );
    },
    read: async (subject, { inputs, outputs }) => {
      const request = identified(new messages.ReadRequest(), subject);
      request.setInputs(wire(inputs));
      request.setProperties(wire(outputs));
      const response = await send<Messages.ReadResponse>((done) => client.read(request, done));
      return {
        id: response.getId(),
        outputs: fromProvider(response.getProperties(), outputs),
        inputs: response.hasInputs() ? fromProvider(response.getInputs(), inputs) : undefined,
      };
    },
    delete: async (subject, { inputs, outputs }) => {
      const request = identified(new messages.DeleteRequest(), subject);
      request.setOldInputs(wire(inputs));
      request.setProperties(wire(outputs));
      await send<Empty>((done) => client.delete(request, done));
    },
    stop,
  };

  function wire(properties: Properties): ReturnType<typeof toStruct> {
    return toStruct(sdk, toProvider(properties));
  }

  function fromProvider(struct: Parameters<typeof fromStruct>[0], secretsOf: Properties): Properties {
    return restoreSecrets(checkValues(fromStruct(struct), false), secretsOf);
  }

  async function send<Response>(call: (done: Done<Response>) => unknown): Promise<Response> {
    return new Promise((resolve, reject) => {
      call((error, response) => {
        if (error === null) {
          resolve(response);
        } else {
          reject(error);
        }
      });
    });
  }
}

function about<
  Request extends { setUrn(v: string): unknown; setName(v: string): unknown; setType(v: string): unknown },
>(request: Request, subject: Subject): Request {
  request.setUrn(subject.urn);
  request.setName(subject.name);
  request.setType(subject.type);
  return request;
}

function identified<Request extends Parameters<typeof about>[0] & { setId(v: string): unknown }>(
  request: Request,
  subject: Subject,
): Request {
  request.setId(subject.id);
  return about(request, subject);
}
