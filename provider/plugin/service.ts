import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { isOurs, PartialFailure } from "../lifecycle/handlers.js";
import { ofSdk } from "../lifecycle/of-sdk.js";
import { messageOf } from "../text/words.js";
import { callsOf, grpc, listen, type Metadata, type RpcCall, type RpcFailure, structOf } from "./grpc.js";
import { native, type repliesOf } from "./replies.js";

type AnyMessage = ReturnType<Status["getDetailsList"]>[number];

const { Any }: { Any: new () => AnyMessage } = ofSdk("google-protobuf/google/protobuf/any_pb.js");

export function serve({ list, ...single }: ReturnType<typeof repliesOf>): ReturnType<typeof listen> {
  const { ResourceProviderService }: typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js") =
    require("@pulumi/pulumi/proto/provider_grpc_pb.js");
  const calls = {
    ...callsOf(single, failureOf),
    list: (call: RpcCall) => void streamed(call, list(call.request)),
  };
  return listen(ResourceProviderService, calls);
}

async function streamed(call: RpcCall, items: AsyncIterable<object>): Promise<void> {
  try {
    for await (const item of items) {
      call.write(item);
    }
    call.end();
  } catch (error) {
    call.emit("error", failureOf(error));
  }
}

/** The engine shows only the error's text. The state of a partial failure is encoded as in Go's gRPC. */
export function failureOf(error: unknown): RpcFailure & { readonly metadata: Metadata } {
  const { Metadata, status: statuses } = grpc();
  const metadata = new Metadata();
  if (error instanceof PartialFailure) {
    const left = new ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(structOf(native(error.properties)))
      .setReasonsList([...error.reasons]);
    const detail = new Any();
    detail.pack(left.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(statuses.UNKNOWN).setMessage(error.message);
    status.addDetails(detail);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  const trace = error instanceof Error ? error.stack : undefined;
  const isForPeople = isOurs(error) || error instanceof PartialFailure;
  const details = isForPeople ? messageOf(error) : (trace ?? messageOf(error));
  return { code: statuses.UNKNOWN, details, metadata };
}
