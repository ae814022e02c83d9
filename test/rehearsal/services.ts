/** The engine's side of the wire: its two gRPC services, on one port, for the program and the provider's host. */
import type * as Grpc from "@grpc/grpc-js";
import type { LogRequest, SetRootResourceRequest } from "@pulumi/pulumi/proto/engine_pb";
import type {
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
  SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { messageOf, UnsupportedError } from "./errors.js";
import { parseRead, parseRegistration } from "./goal.js";
import { onceStopped, type Phase } from "./phase.js";
import type { Registrar } from "./registrar.js";
import { CHANNEL_OPTIONS, fromStruct, toStruct } from "./sdk.js";
import type { Diagnostic } from "./types.js";
import { checkValues } from "./values.js";

export interface Services {
  readonly address: string;
  /** Resolves when the program signals that it registers nothing more. */
  readonly programDone: Promise<void>;
  /** Lets a program end that waits for the engine to be done. */
  release(): void;
  close(): Promise<void>;
}

/**
 * What the SDK may send. Without a feature the SDK itself advises users to update their Pulumi CLI, which would not help: so the
 * features after the first line are announced, and refused where a program uses them.
 */
const FEATURES: readonly string[] = [
  ...["secrets", "resourceReferences", "aliasSpecs"],
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
  call: Grpc.ServerUnaryCall<Request, Response>,
  callback: Grpc.sendUnaryData<Response>,
) => void;

/** `registrar` is absent where no program runs. */
export async function startServices(phase: Phase, registrar: Registrar | undefined): Promise<Services> {
  const { grpc, resource, engine, empty } = phase.project.sdk;
  const server = new grpc.Server(CHANNEL_OPTIONS);
  const programDone = deferred();
  const released = deferred();
  const stopped = onceStopped(phase).then(() => Promise.reject(new Error("resource monitor shut down")));
  stopped.catch(() => undefined);
  let root = "";

  server.addService(engine.service.EngineService, {
    ...refused(engine.service.EngineService),
    log: unary((request: LogRequest) => {
      const severity = SEVERITIES[request.getSeverity()];
      if (severity !== undefined && !request.getEphemeral()) {
        phase.transcript.diagnostic({ severity, message: request.getMessage(), urn: request.getUrn() });
      }
      return new empty.Empty();
    }),
    getRootResource: unary(() => new engine.messages.GetRootResourceResponse().setUrn(root)),
    setRootResource: unary((request: SetRootResourceRequest) => {
      root = request.getUrn();
      return new engine.messages.SetRootResourceResponse();
    }),
  });

  if (registrar !== undefined) {
    server.addService(resource.service.ResourceMonitorService, {
      ...refused(resource.service.ResourceMonitorService),
      // SDKs from 3.27x ask for all features at once. As an older CLI does, the answer sends them to `supportsFeature`.
      getDeploymentInfo: (_call: unknown, callback: Grpc.sendUnaryData<unknown>) =>
        callback({ code: grpc.status.UNIMPLEMENTED, details: "unknown method GetDeploymentInfo" }),
      supportsFeature: unary((request: SupportsFeatureRequest) =>
        new resource.messages.SupportsFeatureResponse().setHassupport(FEATURES.includes(request.getId())),
      ),
      registerResource: unary(async (request: RegisterResourceRequest) => {
        const { urn, id, outputs } = await registrar.register(parseRegistration(request, phase.dryRun));
        const response = new resource.messages.RegisterResourceResponse();
        response.setUrn(urn);
        response.setId(id);
        // A component registers its outputs later; those of before may name resources that are not registered yet.
        return response.setObject(toStruct(phase.project.sdk, request.getCustom() ? outputs : {}));
      }),
      readResource: unary(async (request: ReadResourceRequest) => {
        const { urn, outputs } = await registrar.read(parseRead(request, phase.dryRun));
        return new resource.messages.ReadResourceResponse()
          .setUrn(urn)
          .setProperties(toStruct(phase.project.sdk, outputs));
      }),
      registerResourceOutputs: unary((request: RegisterResourceOutputsRequest) => {
        registrar.registerOutputs(request.getUrn(), checkValues(fromStruct(request.getOutputs()), phase.dryRun));
        return new empty.Empty();
      }),
      invoke: unary((request: ResourceInvokeRequest) => {
        throw new UnsupportedError(`functions of providers (${request.getTok()})`);
      }),
      signalAndWaitForShutdown: unary(async () => {
        programDone.resolve();
        await released.promise;
        return new empty.Empty();
      }),
    });
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) {
        resolve(bound);
      } else {
        reject(error);
      }
    });
  });

  return {
    address: `127.0.0.1:${port}`,
    programDone: programDone.promise,
    release: released.resolve,
    close: async () => {
      await new Promise<void>((resolve) => {
        // The program may keep its connection open for a while.
        const force = setTimeout(() => server.forceShutdown(), 1_000);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      });
    },
  };

  /** Every method of a service, newer SDKs' methods too; those that are implemented replace theirs. */
  function refused(service: object): Record<string, Handler<unknown, unknown>> {
    const names = Object.keys(service);
    return Object.fromEntries(
      names.map((name) => [
        name,
        unary(() => {
          throw new UnsupportedError(`what the SDK calls ${name}`);
        }),
      ]),
    );
  }

  /** Once the phase is stopped everything is "unavailable": the SDK then ends the program without a word. */
  function unary<Request, Response>(
    work: (request: Request) => Response | Promise<Response>,
  ): Handler<Request, Response> {
    return (call, callback) => {
      Promise.race([stopped, Promise.resolve(call.request).then(work)]).then(
        (response) => callback(null, response),
        (error: unknown) => {
          if (!phase.stopped.aborted) {
            phase.fail(messageOf(error));
          }
          callback({ code: grpc.status.UNAVAILABLE, details: "resource monitor shut down" });
        },
      );
    };
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
