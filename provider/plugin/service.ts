import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { PartialFailure } from "../lifecycle/calls/finish.js";
import { ofSdk } from "../lifecycle/engine/of-sdk.js";
import { isOurs } from "../lifecycle/shown-errors.js";
import { messageOf } from "../text/words.js";
import type { repliesOf } from "./replies.js";
import { native, structOf } from "./wire.js";

type AnyMessage = ReturnType<Status["getDetailsList"]>[number];

interface Metadata {
  add(key: string, value: Buffer): void;
  get(key: string): unknown[];
}

interface Server {
  addService(service: object, calls: Readonly<Record<string, Handler>>): void;
  bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

interface Grpc {
  readonly Server: new (options: Record<string, number>) => Server;
  readonly ServerCredentials: { createInsecure(): object };
  readonly Metadata: new () => Metadata;
  readonly status: { readonly UNKNOWN: number };
}

type Replies = ReturnType<typeof repliesOf>;
type Callback = (failure: RpcFailure | null, answer?: object) => void;
type Handler = (call: Call, callback: Callback) => void;

interface Call {
  /** Of each message that there is, the one that the reply takes. */
  readonly request: never;
  /** Only for a reply in several parts, as the next two. */
  write(part: object): void;
  end(): void;
  emit(event: "error", failure: RpcFailure): void;
}

export interface RpcFailure {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

const grpc: Grpc = ofSdk("@grpc/grpc-js");
const { Any }: { Any: new () => AnyMessage } = ofSdk("google-protobuf/google/protobuf/any_pb.js");

/** A service that listens on a port of this machine. */
interface Listening {
  readonly port: number;
  close(): void;
}

/** Answers on a free port of this machine. */
export function serve(replies: Replies): Promise<Listening> {
  const { ResourceProviderService }: typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js") =
    require("@pulumi/pulumi/proto/provider_grpc_pb.js");
  const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
  const server = new grpc.Server(unlimited);
  // What is not among the replies is UNIMPLEMENTED.
  server.addService(ResourceProviderService, callsOf(replies));
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve({ port, close: () => server.forceShutdown() }) : reject(error),
    );
  });
}

/** The replies, in the form in which gRPC calls for them. */
function callsOf({ list, ...single }: Replies): Readonly<Record<string, Handler>> {
  const replies: Record<string, (request: never) => Promise<object>> = single;
  const calls = Object.entries(replies).map(([name, reply]): [string, Handler] => [
    name,
    ({ request }, callback) => {
      reply(request).then(
        (response) => callback(null, response),
        (error: unknown) => callback(failureOf(error)),
      );
    },
  ]);
  return { ...Object.fromEntries(calls), list: (call) => void streamed(call, list(call.request)) };
}

async function streamed(call: Call, items: AsyncIterable<object>): Promise<void> {
  try {
    for await (const item of items) {
      call.write(item);
    }
    call.end();
  } catch (error) {
    call.emit("error", failureOf(error));
  }
}

/** The engine shows the text alone. What a partial failure leaves is packed as Go's gRPC packs it. */
export function failureOf(error: unknown): RpcFailure {
  const metadata = new grpc.Metadata();
  if (error instanceof PartialFailure) {
    const left = new ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(structOf(native(error.properties)))
      .setReasonsList([...error.reasons]);
    const detail = new Any();
    detail.pack(left.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(error.message);
    status.addDetails(detail);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  const trace = error instanceof Error ? error.stack : undefined;
  const isForPeople = isOurs(error) || error instanceof PartialFailure;
  const details = isForPeople ? messageOf(error) : (trace ?? messageOf(error));
  return { code: grpc.status.UNKNOWN, details, metadata };
}
