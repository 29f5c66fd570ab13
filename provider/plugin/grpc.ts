import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { ofSdk } from "../lifecycle/of-sdk.js";
import type { Values } from "../spec/values.js";
import type { Json } from "../text/json.js";

interface Grpc {
  readonly Server: new (
    options: Record<string, number>,
  ) => {
    addService(service: object, calls: Readonly<Record<string, Handler>>): void;
    bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
    forceShutdown(): void;
  };
  readonly ServerCredentials: { createInsecure(): object };
  readonly Metadata: new () => Metadata;
  readonly status: { readonly UNKNOWN: number };
}

export interface Metadata {
  add(key: string, value: Buffer): void;
  get(key: string): unknown[];
}

export interface RpcFailure {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

type Handler = (call: RpcCall, callback: (failure: RpcFailure | null, answer?: object) => void) => void;

export interface RpcCall {
  readonly request: never;
  /** `write`, `end` and `emit` are only for streamed replies. */
  write(part: object): void;
  end(): void;
  emit(event: "error", failure: RpcFailure): void;
}

/** Loads gRPC on demand, because most commands never need it. */
export function grpc(): Grpc {
  return ofSdk("@grpc/grpc-js");
}

/** Serves calls on a free local port. Calls without a handler return UNIMPLEMENTED. */
export function listen(
  service: object,
  calls: Readonly<Record<string, Handler>>,
): Promise<{ readonly port: number; close(): void }> {
  const { Server, ServerCredentials } = grpc();
  const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
  const server = new Server(unlimited);
  server.addService(service, calls);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve({ port, close: () => server.forceShutdown() }) : reject(error),
    );
  });
}

export function callsOf(
  replies: Readonly<Record<string, (request: never) => Promise<object>>>,
  failureOf: (error: unknown) => RpcFailure,
): Readonly<Record<string, Handler>> {
  return Object.fromEntries(
    Object.entries(replies).map(([name, reply]): [string, Handler] => [
      name,
      ({ request }, callback) => {
        reply(request).then(
          (response) => callback(null, response),
          (error: unknown) => callback(failureOf(error)),
        );
      },
    ]),
  );
}

/** The engine's form of values. Unknowns are strings and secrets are objects, as in `Values`. */
export type Struct = NonNullable<ReturnType<CheckRequest["getNews"]>>;
type Value = NonNullable<ReturnType<ReturnType<Struct["getFieldsMap"]>["get"]>>;

export function structOf(values: Values): Struct {
  // Loaded on demand, because most commands never need it.
  const { Struct: Made }: { Struct: { fromJavaScript(values: Values): Struct } } = ofSdk(
    "google-protobuf/google/protobuf/struct_pb.js",
  );
  return Made.fromJavaScript(values);
}

export function valuesOf(struct: Struct | undefined): Values {
  const entries: [string, Json][] = [];
  struct?.getFieldsMap().forEach((value, name) => {
    entries.push([name, jsonOf(value)]);
  });
  return Object.fromEntries(entries);
}

function jsonOf(value: Value): Json {
  const struct = value.getStructValue();
  const list = value.getListValue();
  if (struct !== undefined || list !== undefined) {
    return list?.getValuesList().map(jsonOf) ?? valuesOf(struct);
  }
  if (value.hasStringValue()) {
    return value.getStringValue();
  }
  if (value.hasNumberValue()) {
    return value.getNumberValue();
  }
  return value.hasBoolValue() ? value.getBoolValue() : null;
}
