/** The engine's side of the wire: its two gRPC services, on one port, for the program and the provider's host. */
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import engine from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import resource from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Deploying, Goal, Report } from "./deployment.js";
import { messageOf, refuseOthers, UnsupportedError } from "./errors.js";
import { CHANNEL_OPTIONS } from "./processes.js";
import type { Diagnostic } from "./types.js";
import type { Properties } from "./values.js";

export interface Monitor {
  readonly address: string;
  /** Resolves when the program signals that it registers nothing more. */
  readonly programDone: Promise<void>;
  /** Lets a program end that waits for the engine to be done. */
  release(): void;
  close(): void;
}

/**
 * The features that the engine announces. Those after the first line are refused where a program uses them: if they
 * were not announced, the SDK would advise users to update their Pulumi CLI, which would not help.
 */
const FEATURES: readonly string[] = [
  ...["secrets", "aliasSpecs"],
  ...[
    "deletedWith",
    "replaceWith",
    "transforms",
    "invokeTransforms",
    "parameterization",
    "resourceHooks",
    "errorHooks",
  ],
];

/** By the SDK's numbers. Its debug lines are not shown. */
const SEVERITIES: readonly (Diagnostic["severity"] | undefined)[] = [undefined, "info", "warning", "error"];

type Handler<Request, Response> = (
  call: grpc.ServerUnaryCall<Request, Response>,
  callback: grpc.sendUnaryData<Response>,
) => void;

export async function startMonitor(deploying: Deploying, report: Report): Promise<Monitor> {
  const { stopped } = deploying;
  const server = new grpc.Server(CHANNEL_OPTIONS);
  const programDone = deferred();
  const released = deferred();
  const stopping = new Promise<never>((_, reject) => {
    stopped.addEventListener("abort", () => reject(new Error("resource monitor shut down")), { once: true });
  });
  stopping.catch(() => undefined);
  let root = "";

  /** Makes a handler of `work`. After a stop it answers "unavailable": the SDK then ends the program in silence. */
  function unary<Request, Response>(
    work: (request: Request) => Response | Promise<Response>,
  ): Handler<Request, Response> {
    return (call, callback) => {
      Promise.race([stopping, Promise.resolve(call.request).then(work)]).then(
        (response) => callback(null, response),
        (error: unknown) => {
          if (!stopped.aborted) {
            deploying.fail(messageOf(error));
          }
          callback({ code: grpc.status.UNAVAILABLE, details: "resource monitor shut down" });
        },
      );
    };
  }

  /** Refuses every method of a service, newer SDKs' methods too. Those that are implemented replace theirs. */
  function refused(service: object): Record<string, Handler<unknown, unknown>> {
    const refusal = (name: string): Handler<unknown, unknown> =>
      unary(() => {
        throw new UnsupportedError(`what the SDK calls ${name}`);
      });
    return Object.fromEntries(Object.keys(service).map((name) => [name, refusal(name)]));
  }

  server.addService(EngineService, {
    ...refused(EngineService),
    log: unary((request: engine.LogRequest) => {
      const severity = SEVERITIES[request.getSeverity()];
      if (severity !== undefined && !request.getEphemeral()) {
        report.diagnostic({ severity, message: request.getMessage(), urn: request.getUrn() });
      }
      return new Empty();
    }),
    getRootResource: unary(() => new engine.GetRootResourceResponse().setUrn(root)),
    setRootResource: unary((request: engine.SetRootResourceRequest) => {
      root = request.getUrn();
      return new engine.SetRootResourceResponse();
    }),
  });

  server.addService(ResourceMonitorService, {
    ...refused(ResourceMonitorService),
    // SDKs from 3.27x ask for all features at once. As an older CLI does, the answer sends them to `supportsFeature`.
    getDeploymentInfo: (_call: unknown, callback: grpc.sendUnaryData<unknown>) =>
      callback({ code: grpc.status.UNIMPLEMENTED, details: "unknown method GetDeploymentInfo" }),
    supportsFeature: unary((request: resource.SupportsFeatureRequest) =>
      new resource.SupportsFeatureResponse().setHassupport(FEATURES.includes(request.getId())),
    ),
    registerResource: unary(async (request: resource.RegisterResourceRequest) => {
      const isCustom = request.getCustom();
      refuseOthers(request, isCustom);
      const goal = goalOf(request, isCustom, request.getObject());
      const { urn, id = "", outputs } = await deploying.register(goal);
      // A component registers its outputs later; those of before may name resources that are not registered yet.
      const object = Struct.fromJavaScript(isCustom ? outputs : {});
      return new resource.RegisterResourceResponse().setUrn(urn).setId(id).setObject(object);
    }),
    readResource: unary(async (request: resource.ReadResourceRequest) => {
      refuseOthers(request, true);
      const goal = { ...goalOf(request, true, request.getProperties()), id: request.getId() };
      const { urn, outputs } = await deploying.read(goal);
      return new resource.ReadResourceResponse().setUrn(urn).setProperties(Struct.fromJavaScript(outputs));
    }),
    registerResourceOutputs: unary((request: resource.RegisterResourceOutputsRequest) => {
      deploying.registerOutputs(request.getUrn(), plain(request.getOutputs()));
      return new Empty();
    }),
    signalAndWaitForShutdown: unary(async () => {
      programDone.resolve();
      await released.promise;
      return new Empty();
    }),
  });

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    programDone: programDone.promise,
    release: released.resolve,
    close: () => server.forceShutdown(),
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

type Request = resource.RegisterResourceRequest | resource.ReadResourceRequest;

function goalOf(request: Request, custom: boolean, inputs: Struct | undefined): Goal {
  const parent = request.getParent();
  return {
    type: request.getType(),
    name: request.getName(),
    custom,
    ...(parent === "" ? {} : { parent }),
    inputs: plain(inputs),
    dependencies: request.getDependenciesList(),
  };
}

const plain = (struct: Struct | undefined): Properties => struct?.toJavaScript() ?? {};
