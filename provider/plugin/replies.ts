import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import type { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { configNamespace, plainCredential } from "../client/settings.js";
import { packageFolder, packageVersion } from "../io/package-version.js";
import { afterImport, difference } from "../lifecycle/changes.js";
import { handlersOf, type Seen } from "../lifecycle/handlers.js";
import { listed, lookUp } from "../lifecycle/import.js";
import { ofSdk } from "../lifecycle/of-sdk.js";
import type { Session } from "../lifecycle/session.js";
import { wrapSecrets } from "../lifecycle/state.js";
import { canonical } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import { declaredProviderAt } from "../spec/token.js";
import { decodeCheckHints, hidden, isSecretEnvelope, isUnknown, type Values } from "../spec/values.js";
import { defined, isJsonObject, type Json } from "../text/json.js";
import { isInRange } from "../text/version-range.js";
import { type Struct, structOf, valuesOf } from "./grpc.js";
import { invoke } from "./invokes.js";
import { readSchema } from "./read-schema.js";

const { Empty }: { Empty: new () => object } = ofSdk("google-protobuf/google/protobuf/empty_pb.js");

type Subject = ReturnType<typeof subjectOf>;

function subjectOf(session: Session, request: { getUrn(): string }) {
  const urn = request.getUrn();
  const kind = kindNamed(session, urn.split("::")[2] ?? "");
  /** Takes values that were already read from a message, and adds the resource's URN. */
  const marked = (values: Values): Values => ({ ...native(values), [hidden.urn]: urn });
  const values = (struct: Struct | undefined) => marked(valuesOf(struct));
  return { kind, handlers: handlersOf(kind, session), urn, values, marked };
}

/** The engine sends secret envelopes only to plugins that request them, so all values here are plain. */
export function repliesOf(session: Session, stop: () => void) {
  const subject = (request: { getUrn(): string }) => subjectOf(session, request);
  return {
    handshake: async () => new proto.ProviderHandshakeResponse(),
    getPluginInfo: async () => new PluginInfo().setVersion(packageVersion()),
    getSchema: async () => new proto.GetSchemaResponse().setSchema(readSchema(packageFolder())),
    checkConfig: async (request: proto.CheckRequest) => {
      const reason = whyTooOld(valuesOf(request.getNews()).version);
      const failures = reason === undefined ? [] : [new proto.CheckFailure().setReason(reason)];
      return new proto.CheckResponse().setInputs(request.getNews()).setFailuresList(failures);
    },
    // An empty reply, because the engine compares providers itself and never replaces them.
    diffConfig: async () => new proto.DiffResponse(),
    configure: async (request: proto.ConfigureRequest) => {
      configure(session, request);
      return new proto.ConfigureResponse().setSupportspreview(true);
    },
    cancel: async () => {
      setImmediate(stop); // runs after the reply, because the engine treats a late reply as a crash
      return new Empty();
    },
    check: async (request: proto.CheckRequest) => {
      const { kind, handlers, urn, values, marked } = subject(request);
      const olds = values(request.getOlds());
      const news = afterImport(olds, marked(decodeCheckHints(valuesOf(request.getNews())).inputs));
      if (session.provider === undefined && !isUnknown(news.connection)) {
        session.context(kind, news); // throws if settings are missing, so that the first resource reports the error
      }
      const { failures } = await handlers.check(urn, olds, news);
      handlers.expect(news);
      return new proto.CheckResponse()
        .setInputs(structOf(wrapSecrets(kind, native(news))))
        .setFailuresList(failures.map((reason) => new proto.CheckFailure().setReason(reason)));
    },
    diff: async (request: proto.DiffRequest) => {
      const { kind, handlers, values } = subject(request);
      const [olds, news] = [values(request.getOlds()), values(request.getNews())];
      const diff = await handlers.diff(request.getId(), olds, news);
      const response = new proto.DiffResponse()
        .setChanges(proto.DiffResponse.DiffChanges[diff.changes ? "DIFF_SOME" : "DIFF_NONE"])
        .setReplacesList(diff.replaces)
        .setDeletebeforereplace(diff.deleteBeforeReplace);
      return withDetails(response, kind, olds, news);
    },
    create: async (request: proto.CreateRequest) => {
      const { handlers, values } = subject(request);
      const inputs = values(request.getProperties());
      if (request.getPreview()) {
        return new proto.CreateResponse().setProperties(sent(handlers.knownOutputs(undefined, inputs)));
      }
      const { id, outputs } = await handlers.create(inputs);
      return new proto.CreateResponse().setId(id).setProperties(sent(outputs));
    },
    read: async (request: proto.ReadRequest) => {
      const seen = await read(subject(request), request, session);
      if (seen === undefined) {
        return new proto.ReadResponse(); // no id: the object is gone
      }
      const inputs = seen.inputs === undefined ? undefined : sent(seen.inputs);
      return new proto.ReadResponse().setId(seen.id).setProperties(sent(seen.outputs)).setInputs(inputs);
    },
    update: async (request: proto.UpdateRequest) => {
      const { handlers, values } = subject(request);
      const [olds, news] = [values(request.getOlds()), values(request.getNews())];
      const outputs = request.getPreview()
        ? handlers.knownOutputs(olds, news)
        : await handlers.update(request.getId(), olds, news);
      return new proto.UpdateResponse().setProperties(sent(outputs));
    },
    list: async function* (request: proto.ListRequest) {
      const kind = kindNamed(session, request.getToken());
      let left = request.getLimit() || Number.POSITIVE_INFINITY;
      for await (const { id, name } of listed(kind, session, valuesOf(request.getQuery()))) {
        yield new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(name));
        if (--left === 0) {
          return;
        }
      }
    },
    invoke: async (request: proto.InvokeRequest) => {
      const result = await invoke(request.getTok(), valuesOf(request.getArgs()), session);
      return new proto.InvokeResponse().setReturn(structOf(result));
    },
    delete: async (request: proto.DeleteRequest) => {
      const { handlers, values } = subject(request);
      await handlers.delete(request.getId(), values(request.getProperties()));
      return new Empty();
    },
  };
}

function kindNamed(session: Session, token: string): Kind {
  const name = token.split(":").at(-1);
  const kind = session.kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    throw new Error(
      `this plugin of pulumi-workspace-gateway ${packageVersion()} does not know the kind ${name}. ` +
        "Install the plugin version that matches the program's SDK.",
    );
  }
  return kind;
}

/**
 * A read with only an id is an import, or reads an object that `pulumi do` has listed. If the inputs equal
 * the properties, it is a `get` of an unmanaged object. The exception is an object stored by a dynamic
 * provider, whose `__provider` text is in both the inputs and the properties.
 */
async function read(
  { kind, handlers, urn, marked }: Subject,
  request: proto.ReadRequest,
  session: Session,
): Promise<Seen | undefined> {
  const id = request.getId();
  const properties = valuesOf(request.getProperties());
  const isAlone = Object.keys(properties).length === 0;
  if (isAlone && (request.getInputs() === undefined || kind.endpoints.parent !== undefined)) {
    return lookUp(kind, session, id, urn);
  }
  const inputs = valuesOf(request.getInputs());
  // The import mark in the properties stays until an update, and the one in the inputs stays until the
  // program declares them.
  const mark = inputs[hidden.imported] === true ? true : undefined;
  const state = defined({ ...marked(properties), [hidden.imported]: mark });
  const isGet = inputs[hidden.provider] === undefined && canonical(inputs) === canonical(properties);
  return handlers.read(id, isGet ? { ...state, [hidden.get]: true } : state);
}

function withDetails(
  response: proto.DiffResponse,
  kind: Kind,
  olds: Values,
  news: Values,
): proto.DiffResponse {
  const { changed, removed } = difference(kind, olds, news);
  const names = [...changed, ...removed].map(({ name }) => name);
  for (const name of names) {
    const what = olds[name] === undefined ? "ADD" : news[name] === undefined ? "DELETE" : "UPDATE";
    const how = response.getReplacesList().includes(name) ? (`${what}_REPLACE` as const) : what;
    response.getDetaileddiffMap().set(name, new proto.PropertyDiff().setKind(proto.PropertyDiff.Kind[how]));
  }
  return response.setDiffsList(names).setHasdetaileddiff(names.length > 0);
}

/** Settings missing from the stack's config are reported by the resources whose connection needs them. */
function configure(session: Session, request: ConfigureRequest): void {
  const values = valuesOf(request.getArgs());
  const provider = declaredProviderAt(request.getUrn() ?? "");
  const valueAt = (key: string) => values[key.slice(`${configNamespace}:`.length)];
  const keys = Object.keys(values).map((key) => `${configNamespace}:${key}`);
  // Only encrypted values come in an envelope.
  const message = plainCredential(keys, (key) => unsealed(valueAt(key)) !== undefined, provider);
  if (message !== undefined) {
    throw new Error(message);
  }
  const given = (key: string) => asSetting(valueAt(key));
  session.configure(given, provider);
  if (provider !== undefined) {
    session.client(undefined);
  }
}

/** An older plugin would silently drop properties that it does not know. A newer one knows them all. */
function whyTooOld(wanted: Json | undefined): string | undefined {
  const own = packageVersion();
  if (typeof wanted !== "string" || isInRange(own, `>=${wanted}`)) {
    return undefined;
  }
  return (
    `the program uses pulumi-workspace-gateway ${wanted}, but this plugin has version ${own} (in ${packageFolder()}). ` +
    "Point the plugin's entry in Pulumi.yaml to the package that the program uses: `npx workspace-gateway doctor` shows the line."
  );
}

function asSetting(value: Json | undefined): string | undefined {
  const open = isJsonObject(value) ? unsealed(value) : value;
  if (Array.isArray(open)) {
    return open.join(" ");
  }
  return open === undefined || open === null ? undefined : String(open);
}

export function unsealed(value: Json | undefined): Json | undefined {
  return isJsonObject(value) && isSecretEnvelope(value) ? value.value : undefined;
}

const ofDynamic: readonly string[] = [hidden.provider, hidden.retained, hidden.urn];

/** Removes the properties that only a dynamic provider has. */
export function native(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ofDynamic.includes(name)));
}

function sent(values: Values): Struct {
  return structOf(native(values));
}
