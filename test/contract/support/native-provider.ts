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
interface Request<Q> extends Message {
  setUrn(urn: string): Q;
}
interface MessageClass<M> {
  deserializeBinary(bytes: Uint8Array): M;
}

/** An object that was made, and not finished, as the engine hears of it. */
class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Values,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

/** The engine's side of a native plugin: every call is a message that went through bytes, as over the network. */
export function nativeProvider(kind: Kind, session: Session, name: string): Provider {
  const replies = repliesOf(session, () => {});
  const type = `workspace-gateway:index:${kind.name}`;
  // A child is called by its whole URN, which has its type for a dynamic provider.
  const urn = `urn:pulumi:laws::contract::${parentsOf(name)}${type}::${name.split("::").at(-1)}`;
  const over = async <Q extends Request<Q>, A extends Message>(
    request: Q,
    Request: MessageClass<Q>,
    answer: (request: Q) => Promise<A>,
    Response: MessageClass<A>,
  ): Promise<A> => {
    const sent = Request.deserializeBinary(request.setUrn(urn).serializeBinary());
    const response = await answer(sent).catch(refused);
    return Response.deserializeBinary(response.serializeBinary());
  };
  const update = async (id: string, olds: Values, news: Values, preview: boolean) => {
    const request = new proto.UpdateRequest().setId(id).setOlds(structOf(olds)).setNews(structOf(news));
    const sent = request.setPreview(preview);
    const response = await over(sent, proto.UpdateRequest, replies.update, proto.UpdateResponse);
    return valuesOf(response.getProperties());
  };
  return {
    check: async (olds, news) => {
      const request = new proto.CheckRequest().setOlds(structOf(olds)).setNews(structOf(news));
      const asked = over(request, proto.CheckRequest, replies.check, proto.CheckResponse);
      const response = await asked.catch(asFailure);
      const failures = response.getFailuresList();
      return {
        inputs: secretsOpened(valuesOf(response.getInputs())),
        failures: failures.map((each) => ({ property: each.getProperty(), reason: each.getReason() })),
      };
    },
    diff: async (id, olds, news) => {
      const request = new proto.DiffRequest().setId(id).setOlds(structOf(olds)).setNews(structOf(news));
      const response = await over(request, proto.DiffRequest, replies.diff, proto.DiffResponse);
      return {
        changes: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    create: async (inputs) => {
      const request = new proto.CreateRequest().setProperties(structOf(inputs));
      const response = await over(request, proto.CreateRequest, replies.create, proto.CreateResponse);
      return { id: response.getId(), outs: valuesOf(response.getProperties()) };
    },
    read: async (id, state = {}, inputs = {}) => {
      const { [hidden.get]: isGet, ...properties } = state;
      const known = structOf(isGet === true ? properties : inputs);
      const request = new proto.ReadRequest().setId(id).setProperties(structOf(properties)).setInputs(known);
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
  return types.map((type, index) => (index === types.length - 1 ? "" : `${type}$`)).join("");
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
  const left = proto.ErrorResourceInitFailed.deserializeBinary(packed);
  return new InitFailed(details, left.getId(), valuesOf(left.getProperties()), left.getReasonsList());
}

/** Of settings that are missing, a check tells by failing: the engine shows that in the same place. */
function asFailure(error: unknown): proto.CheckResponse {
  const reason = error instanceof Error ? error.message : String(error);
  return new proto.CheckResponse().setFailuresList([new proto.CheckFailure().setReason(reason)]);
}
