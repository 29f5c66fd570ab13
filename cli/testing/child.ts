// The process of a program under test. Pulumi's own runner loads the program, and Pulumi's mocks replace the
// engine. The mocks call the test's process, which creates the resources.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type * as proto from "@pulumi/pulumi/proto/resource_pb.js";
import type { MockResourceArgs, MockResourceResult, Mocks } from "@pulumi/pulumi/runtime/mocks.js";
import type { Answer, Declared, Message } from "./deployment.js";

type ResourceRequest = proto.RegisterResourceRequest | proto.ReadResourceRequest;
type Connect = (this: Socket, ...args: unknown[]) => Socket;
type Done = (error: unknown, answer?: unknown) => void;

/** The mocks, in the form that the SDK's runtime calls. */
interface Monitor {
  registerResource(request: ResourceRequest, done: Done): unknown;
  readResource(request: ResourceRequest, done: Done): unknown;
  registerResourceOutputs(request: proto.RegisterResourceOutputsRequest, done: Done): unknown;
}

const [, , runner = "", names = "", ...args] = process.argv;
const { project, stack, organization } = JSON.parse(names);
const stackUrn = urnOf("", "pulumi:pulumi:Stack", `${project}-${stack}`);
const load = createRequire(runner);
const questions = new Map<number, (answer: Answer<MockResourceResult>) => void>();
let asked = 0;

refuseOtherMachines();
process.on("message", (answer: Answer<MockResourceResult>) => {
  questions.get(answer.number)?.(answer);
  questions.delete(answer.number);
  keepAliveWhileAsking();
});
keepAliveWhileAsking();
void replaceEngine().then(() => {
  process.argv = [process.execPath, runner, ...args];
  load(runner);
});

function send(message: Message): void {
  process.send?.(message);
}

/** No response arrives after the deployment has failed, because the process is about to be killed. */
async function ask(question: (number: number) => Message): Promise<MockResourceResult> {
  const number = ++asked;
  const { error, result } = await new Promise<Answer<MockResourceResult>>((resolve) => {
    questions.set(number, resolve);
    keepAliveWhileAsking();
    send(question(number));
  });
  if (result === undefined) {
    throw Object.assign(new Error(error), { details: error }); // the SDK shows `details`
  }
  return result;
}

function keepAliveWhileAsking(): void {
  process.channel?.[questions.size > 0 ? "ref" : "unref"]();
}

async function replaceEngine(): Promise<void> {
  const { setMocks }: typeof import("@pulumi/pulumi/runtime/mocks.js") = load("../../runtime/mocks.js");
  const { getMonitor }: { getMonitor(): Monitor } = load("../../runtime/settings.js");
  const requests = new AsyncLocalStorage<ResourceRequest>();
  const mocks: Mocks = {
    newResource(given) {
      const declared = declaredBy(given, requests.getStore());
      return ask((number) => ({ is: "resource", number, declared }));
    },
    call: (called) => ask((number) => ({ is: "call", number, called })),
  };
  await setMocks(mocks, project, stack, false, organization);
  const monitor = getMonitor();
  const { registerResource, readResource, registerResourceOutputs } = monitor;
  Object.assign(monitor, {
    newUrn: urnOf,
    registerResource: (request: ResourceRequest, done: Done) =>
      requests.run(request, () => registerResource.call(monitor, request, done)),
    readResource: (request: ResourceRequest, done: Done) =>
      requests.run(request, () => readResource.call(monitor, request, done)),
    registerResourceOutputs(request: proto.RegisterResourceOutputsRequest, done: Done) {
      if (request.getUrn() === stackUrn) {
        send({ is: "outputs", outputs: request.getOutputs()?.toJavaScript() ?? {} });
      }
      registerResourceOutputs.call(monitor, request, done);
    },
    registerResourceHook: unsupported("hooks"),
    registerErrorHook: unsupported("hooks"),
    registerStackTransform: unsupported("transforms"),
    registerStackInvokeTransform: unsupported("transforms"),
    signalAndWaitForShutdown: (_request: object, done: Done) => done(null, {}),
  });
  const { EngineClient } = load("../../proto/engine_grpc_pb.js");
  Object.assign(EngineClient.prototype, {
    log(request: LogRequest, done: Done) {
      const [severity, message, urn] = [request.getSeverity(), request.getMessage(), request.getUrn()];
      // Debug messages contain secrets.
      if (severity > 0 && !request.getEphemeral()) {
        send({ is: "log", severity, message, urn });
      }
      done(null, {});
    },
    setRootResource: (_request: object, done: Done) => done(null, {}),
    requirePulumiVersion: (_request: object, done: Done) => done(null, {}),
  });
}

function unsupported(feature: string): () => void {
  return () => send({ is: "unsupported", feature });
}

/** Mocks receive neither a resource's parent nor most of its options. */
function declaredBy(given: MockResourceArgs, request: ResourceRequest | undefined): Declared {
  const registered = request !== undefined && "getImportid" in request ? request : undefined;
  if (registered?.getTransformsList().length) {
    send({ is: "unsupported", feature: "transforms" });
  }
  if (registered?.getImportid()) {
    send({ is: "unsupported", feature: "the option `import`" });
  }
  return {
    ...given,
    custom: given.custom !== false || registered?.getRemote() === true,
    urn: urnOf(request?.getParent() ?? "", given.type, given.name),
    external: registered === undefined,
    secretOutputs: request?.getAdditionalsecretoutputsList() ?? [],
  };
}

/** Must equal the URN that the engine would assign. */
function urnOf(parent: string, type: string, name: string): string {
  const types = parent.split("::")[2] ?? "";
  const prefix = types === "" || types === "pulumi:pulumi:Stack" ? "" : `${types}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

function refuseOtherMachines(): void {
  const own = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\]|::ffff:127(?:\.\d+){3})$/i;
  const connect = Socket.prototype.connect as Connect;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const host = hostIn(given);
    if (host !== undefined && !own.test(host)) {
      const error = new Error(
        `the program under test connects to ${host}, but deploy() allows connections only to this machine.`,
      );
      queueMicrotask(() => this.destroy(error));
      return this;
    }
    return connect.apply(this, given);
  } as typeof Socket.prototype.connect;
}

/** `connect` receives the caller's arguments, or a list that Node has normalized. */
function hostIn(given: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === "object" && first !== null) {
    const { host, path } = first as { readonly host?: unknown; readonly path?: unknown };
    return typeof path === "string" || host === undefined ? undefined : String(host);
  }
  return typeof second === "string" ? second : undefined;
}
