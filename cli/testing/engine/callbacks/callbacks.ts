import { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb.js";
import { type Callback, CallbackInvokeRequest } from "@pulumi/pulumi/proto/callback_pb.js";
import { grpc } from "pulumi-workspace-gateway/tools";

/** Calls functions of the program, which it serves on a port of its own: transforms and hooks. */
export class Callbacks {
  private readonly clients = new Map<string, CallbacksClient>();

  /** Sends a message to a function, and returns its answer. */
  call(callback: Callback, message: { serializeBinary(): Uint8Array }): Promise<Uint8Array> {
    const target = callback.getTarget();
    const client =
      this.clients.get(target) ?? new CallbacksClient(target, grpc().credentials.createInsecure());
    this.clients.set(target, client);
    const request = new CallbackInvokeRequest()
      .setToken(callback.getToken())
      .setRequest(message.serializeBinary());
    return new Promise((resolve, reject) => {
      client.invoke(request, (error, answer) =>
        error === null ? resolve(answer.getResponse_asU8()) : reject(new Error(error.details)),
      );
    });
  }

  close(): void {
    for (const client of this.clients.values()) {
      client.close();
    }
  }
}
