import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import type { Session } from "../../../provider/lifecycle/session.js";
import { structOf, valuesOf } from "../../../provider/plugin/grpc.js";
import { repliesOf } from "../../../provider/plugin/replies.js";
import { failureOf } from "../../../provider/plugin/service.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { secretsOpened } from "./engine/state.ts";
import type { Provider } from "./provider.ts";

/** A message of gRPC, and its class. */
interface Message {
  serializeBinary(): Uint8Array;
}
interface MessageClass<M> {
  deserializeBinary(bytes: Uint8Array): M;
}

/** An object that was made, and not finished, as the engine hears of it. */
class InitFailed extends Error {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];

  constructor(message: string, left: proto.ErrorResourceInitFailed) {
    super(message);
    this.id = left.getId();
    this.properties = valuesOf(left.getProperties());
    this.reasons = left.getReasonsList();
  }
}

/** The engine's side of a native plugin: every call is a message that went through bytes, as over the network. */
export function nativeProvider(kind: Kind, session: Session, name: string): Provider {
  const replies = repliesOf(session, () => {});
  const type = `workspace-gateway:index:${kind.name}`;
  // A child is called by its whole URN, which has its type for a dynamic provider.
  const urn = `urn:pulumi:laws::contract::${parentsOf(name)}${type}::${name.split("::").at(-1)}`;
  const update = async (id: string, olds: Values, news: Values, preview: boolean) => {
    const request = new proto.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(structOf(olds))
      .setNews(structOf(news))
      .setPreview(preview);
    const response = await over(request, proto.UpdateRequest, replies.update, proto.UpdateResponse);
    return valuesOf(response.getProperties());
  };
  return {
    check: async (olds, news) => {
      const request = new proto.CheckRequest().setUrn(urn).setOlds(structOf(olds)).setNews(structOf(news));
      const response = await over(request, proto.CheckRequest, replies.check, proto.CheckResponse).catch(
        asFailure,
      );
      return {
        inputs: secretsOpened(valuesOf(response.getInputs())),
        failures: response.getFailuresList().map((failure) => ({
          property: failure.getProperty(),
          reason: failure.getReason(),
        })),
      };
    },
    diff: async (id, olds, news) => {
      const request = new proto.DiffRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(structOf(olds))
        .setNews(structOf(news));
      const response = await over(request, proto.DiffRequest, replies.diff, proto.DiffResponse);
      return {
        changes: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    create: async (inputs) => {
      const request = new proto.CreateRequest().setUrn(urn).setProperties(structOf(inputs));
      const response = await over(request, proto.CreateRequest, replies.create, proto.CreateResponse);
      return { id: response.getId(), outs: valuesOf(response.getProperties()) };
    },
    read: async (id, state = {}, inputs = {}) => {
      const { [hidden.get]: isGet, ...properties } = state;
      const request = new proto.ReadRequest()
        .setUrn(urn)
        .setId(id)
        .setProperties(structOf(properties))
        .setInputs(structOf(isGet === true ? properties : inputs));
      const response = await over(request, proto.ReadRequest, replies.read, proto.ReadResponse);
      const read = response.getInputs();
      return {
        id: response.getId(),
        props: valuesOf(response.getProperties()),
        ...(read === undefined ? {} : { inputs: valuesOf(read) }),
      };
    },
    update: async (id, olds, news) => ({ outs: await update(id, olds, news, false) }),
    delete: async (id, state) => {
      const request = new proto.DeleteRequest().setUrn(urn).setId(id).setProperties(structOf(state));
      await replies.delete(proto.DeleteRequest.deserializeBinary(request.serializeBinary())).catch(refused);
    },
    knownOutputs: async (id, olds, news) => secretsOpened(await update(id, olds, news, true)),
  };
}

function parentsOf(name: string): string {
  const types = name.split("::")[2]?.split("$") ?? [];
  return types
    .slice(0, -1)
    .map((type) => `${type}$`)
    .join("");
}

async function over<Q extends Message, A extends Message>(
  request: Q,
  Request: MessageClass<Q>,
  answer: (request: Q) => Promise<A>,
  Response: MessageClass<A>,
): Promise<A> {
  const response = await answer(Request.deserializeBinary(request.serializeBinary())).catch(refused);
  return Response.deserializeBinary(response.serializeBinary());
}

/** The error that the engine makes of a failure. */
function refused(error: unknown): never {
  const failure = failureOf(error);
  throw leftBy(failure) ?? new Error(failure.details);
}

function leftBy({ details, metadata }: ReturnType<typeof failureOf>): Error | undefined {
  const [bytes] = metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Uint8Array)) return undefined;
  const [detail] = Status.deserializeBinary(bytes).getDetailsList();
  const packed = detail?.getValue_asU8() ?? new Uint8Array();
  return new InitFailed(details, proto.ErrorResourceInitFailed.deserializeBinary(packed));
}

/** Of settings that are missing, a check tells by failing: the engine shows that in the same place. */
function asFailure(error: unknown): proto.CheckResponse {
  const reason = error instanceof Error ? error.message : String(error);
  return new proto.CheckResponse().setFailuresList([new proto.CheckFailure().setReason(reason)]);
}
