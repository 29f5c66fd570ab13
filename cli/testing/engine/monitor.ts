import type { Callback } from "@pulumi/pulumi/proto/callback_pb.js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import * as engine from "@pulumi/pulumi/proto/engine_pb.js";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/resource_pb.js";
import {
  callsOf,
  grpc,
  type Listening,
  listen,
  messageOf,
  ofSdk,
  structOf,
  type Values,
  valuesOf,
} from "pulumi-workspace-gateway/tools";
import type { Course } from "./course.js";
import { type Goal, goalOf, positionOf } from "./goal.js";
import type { ProgramDeployment } from "./program-deployment.js";
import { openedValues, receivedValues } from "./property-values.js";

/** Answers the functions of other packages, and those of the engine. */
export type Invoked = (token: string, args: Values, reference: string | undefined) => Promise<Values>;

/** Serves the engine's side of the protocol on a port of this machine, for one program. */
export function serveEngine(
  deployment: ProgramDeployment,
  course: Course,
  invoked: Invoked,
): Promise<Listening> {
  const failureOf = (error: unknown) => ({ code: grpc().status.UNKNOWN, details: messageOf(error) });
  return listen([
    { service: ResourceMonitorService, calls: callsOf(monitor(deployment, course, invoked), failureOf) },
    { service: EngineService, calls: callsOf(lines(course), failureOf) },
  ]);
}

/** Features of the monitor that a program asks for by name. */
const features = new Set([
  "secrets",
  "resourceReferences",
  "outputValues",
  "deletedWith",
  "aliasSpecs",
  "transforms",
  "invokeTransforms",
  "resourceHooks",
]);

function monitor(deployment: ProgramDeployment, { transforms, hooks }: Course, invoked: Invoked) {
  return {
    supportsFeature: async (request: proto.SupportsFeatureRequest) =>
      new proto.SupportsFeatureResponse().setHassupport(features.has(request.getId())),
    registerResource: async (request: proto.RegisterResourceRequest) => {
      const outcome = await deployment.register(goalOf(request), request.getTransformsList());
      const { urn, id = "", outputs, custom } = outcome.record;
      return new proto.RegisterResourceResponse()
        .setUrn(urn)
        .setId(id)
        .setObject(structOf(custom ? outputs : {}));
    },
    registerResourceOutputs: async (request: proto.RegisterResourceOutputsRequest) => {
      deployment.complete(request.getUrn(), receivedValues(valuesOf(request.getOutputs())));
      return empty();
    },
    readResource: async (request: proto.ReadResourceRequest) => {
      const { record } = await deployment.read(readGoal(request), request.getId());
      return new proto.ReadResourceResponse().setUrn(record.urn).setProperties(structOf(record.outputs));
    },
    invoke: async (request: proto.ResourceInvokeRequest) => {
      const token = request.getTok();
      const args = await transforms.arguments(token, receivedValues(valuesOf(request.getArgs())));
      const found = await invoked(token, openedValues(args), request.getProvider() || undefined).catch(
        (error: unknown) => {
          throw new Error(`invocation of ${token} returned an error: ${messageOf(error)}`);
        },
      );
      return new proto.ResourceInvokeResponse().setReturn(structOf(found));
    },
    registerStackTransform: async (callback: Callback) => {
      transforms.addToStack(callback);
      return empty();
    },
    registerStackInvokeTransform: async (callback: Callback) => {
      transforms.addToInvokes(callback);
      return empty();
    },
    registerResourceHook: async (hook: proto.RegisterResourceHookRequest) => {
      hooks.register(hook);
      return empty();
    },
    signalAndWaitForShutdown: async () => {
      await deployment.settled();
      return empty();
    },
  };
}

function readGoal(request: proto.ReadResourceRequest): Goal {
  const options = new proto.TransformResourceOptions()
    .setDependsOnList(request.getDependenciesList())
    .setProvider(request.getProvider())
    .setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  return {
    type: request.getType(),
    name: request.getName(),
    custom: true,
    isRemote: false,
    parent: request.getParent() || undefined,
    inputs: receivedValues(valuesOf(request.getProperties())),
    options,
    propertyDependencies: {},
    ...positionOf(request.getSourceposition()),
  };
}

const severities = ["debug", "info", "warning", "error"] as const;

function lines({ tell }: Course) {
  let root = "";
  return {
    log: async (request: engine.LogRequest) => {
      const severity = severities[request.getSeverity()] ?? "info";
      const [message, urn] = [request.getMessage(), request.getUrn()];
      // The lines for debugging have secrets in plain text.
      if (severity !== "debug" && !request.getEphemeral()) {
        tell(urn === "" ? { severity, message } : { severity, message, urn });
      }
      return empty();
    },
    getRootResource: async () => new engine.GetRootResourceResponse().setUrn(root),
    setRootResource: async (request: engine.SetRootResourceRequest) => {
      root = request.getUrn();
      return new engine.SetRootResourceResponse();
    },
  };
}

function empty(): object {
  const { Empty }: { Empty: new () => object } = ofSdk("google-protobuf/google/protobuf/empty_pb.js");
  return new Empty();
}
