import {
  defined,
  type Field,
  hidden,
  isJsonObject,
  isMadeOfTheSame,
  type JsonObject,
  jsonIn,
  type Kind,
  kindOfType,
  printable,
  sameValue,
  shownAfter,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { partsOf } from "../../stack/stack-state.js";

/** Go omits empty values, or writes null. */
const values = z
  .custom<JsonObject>(isJsonObject)
  .nullish()
  .transform((found) => found ?? {});

const names = z.array(z.string()).nullish();

const state = z.object({
  urn: z.string().nullish(),
  id: z.string().nullish(),
  inputs: values,
  outputs: values,
  protect: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  /** The program only reads the object (`X.get`). */
  external: z.boolean().nullish(),
  /** A replacement left this object behind, to be deleted. */
  delete: z.boolean().nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  sourcePosition: z.string().nullish(),
  parent: z.string().nullish(),
  provider: z.string().nullish(),
  dependencies: names,
  aliases: names,
  deletedWith: z.string().nullish(),
  ignoreChanges: names,
  replaceOnChanges: names,
  additionalSecretOutputs: names,
  customTimeouts: z.record(z.string(), z.unknown()).nullish(),
});

const step = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: state.nullish(),
  newState: state.nullish(),
  provider: z.string().nullish(),
  replaceReasons: z.array(z.string()).nullish(),
  /** Keyed by the path of each value that differs. Only a plugin reports this. */
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
});

/** The part of `pulumi preview --json` that a review needs. */
const previewFormat = z.object({
  config: z.record(z.string(), z.unknown()).nullish(),
  steps: z.array(step).nullish(),
  diagnostics: z
    .array(z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() }))
    .nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

export type PreviewStep = z.infer<typeof step>;
export type PreviewState = z.infer<typeof state>;
export type Preview = z.infer<typeof previewFormat>;

class PreviewError extends Error {
  override readonly name = "PreviewError";

  constructor(message: string) {
    super(printable(message));
  }
}

const howToMake = "Create a preview with `pulumi preview --json --show-sames`.";

/** Secrets in the values are not masked yet. */
export function parsePreview(text: string): Preview {
  const found = previewJson(text);
  const { success, data, error } = previewFormat.safeParse(found);
  if (!isJsonObject(found) || !success) {
    const [issue] = error?.issues ?? [];
    const where = issue === undefined || issue.path.length === 0 ? "" : ` (at ${issue.path.join(".")})`;
    throw new PreviewError(`this JSON is not a Pulumi preview${where}. ${howToMake}`);
  }
  if (isEvent(found)) {
    throw new PreviewError(streaming);
  }
  if (!("steps" in found || "changeSummary" in found || "diagnostics" in found)) {
    throw new PreviewError(`this JSON has no steps, so it is not a Pulumi preview. ${howToMake}`);
  }
  return data;
}

/** Warnings may surround the JSON. Other JSON is rejected, because it could be a different preview. */
export function previewJson(text: string): unknown {
  const start = text.search(/^[\uFEFF ]*\{/m);
  const end = text.trimEnd().lastIndexOf("}") + 1;
  const isLastInLine = /^\s*$/m.test(text.slice(end).split("\n", 1)[0] ?? "");
  const inside = start >= 0 && isLastInLine ? text.slice(start, end).replace(/^\uFEFF/, "") : text;
  const found = jsonIn(inside);
  if (found !== undefined) {
    return found;
  }
  if (text.trim() === "") {
    throw new PreviewError(`the preview is empty. ${howToMake}`);
  }
  if (isEvent(jsonIn(inside.split("\n", 1)[0] ?? ""))) {
    throw new PreviewError(streaming);
  }
  throw new PreviewError(`the preview is not JSON, or is mixed with other JSON. ${howToMake}`);
}

/** Whether the value is an engine event. A streaming preview prints one event per line. */
function isEvent(value: unknown): boolean {
  return isJsonObject(value) && "sequence" in value && "timestamp" in value;
}

const streaming =
  "this is a streaming preview, with one JSON object per line. It can show secrets in plain text. " +
  "Unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW (and do not pass --event-log). " +
  howToMake;

/** Kept outputs are among the inputs of a dynamic provider. For a plugin, a JSON preview omits them. */
export function keptOutputs(
  kind: Kind,
  { oldState, newState }: PreviewStep,
  all: readonly PreviewStep[],
  kinds: readonly Kind[],
): Values {
  const [olds, news] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
  const kept = [...kind.outputFields.values()].filter(
    (field) =>
      field.madeOf !== undefined &&
      isMadeOfTheSame(field, olds, news) &&
      !isPulled(field.follows, news, all, kinds),
  );
  return defined(Object.fromEntries(kept.map(({ name }) => [name, oldState?.outputs[name]])));
}

/**
 * The undeclared properties that the gateway shows after an update. If they are not in the state, they may be
 * in the inputs of a dynamic provider. A replacement keeps none of them, because the gateway chooses new
 * values.
 */
export function keptShown(kind: Kind, { oldState, newState }: PreviewStep): Values {
  return defined({ [hidden.shown]: shownAfter(kind, oldState?.outputs ?? {}, newState?.inputs ?? {}) });
}

/** Whether the same preview changes a field that an output follows on another object. */
function isPulled(
  follows: Field["follows"],
  inputs: Values,
  all: readonly PreviewStep[],
  kinds: readonly Kind[],
): boolean {
  return (
    follows !== undefined &&
    all.some(
      ({ urn, oldState, newState }) =>
        oldState?.id === inputs[follows.input] &&
        kindOfType(partsOf(urn).type, kinds)?.endpoints.list === follows.list &&
        follows.fields.some((name) => !sameValue({}, oldState?.inputs[name], newState?.inputs[name])),
    )
  );
}

/** An object that an interrupted replacement left behind has the URN of its successor. */
export function isLeftOver({ oldState }: PreviewStep): boolean {
  return oldState?.delete === true;
}

interface Refreshes {
  /** The refresh of the step's object. */
  of(step: PreviewStep): PreviewStep | undefined;
  /** Refreshes of objects without a step: the objects stay but are not shown, or are gone and undeclared. */
  readonly unplanned: readonly PreviewStep[];
}

/**
 * Pairs planned steps with refreshes, first by id, because an alias changes the URN, and because a
 * create-before-delete replacement marks the old state for deletion. The planned step of a missing object has
 * no id, so it is paired by URN.
 */
export function pairRefreshes(planned: readonly PreviewStep[], refreshes: readonly PreviewStep[]): Refreshes {
  const pairs = new Map<PreviewStep, PreviewStep>();
  const free = new Set(refreshes);
  for (const keyOf of [sameObject, sameUnderAnotherUrn, sameResource]) {
    const found = new Map([...free].map((refresh) => [keyOf(refresh), refresh]));
    for (const step of planned) {
      const key = keyOf(step);
      const refresh = pairs.has(step) || key === undefined ? undefined : found.get(key);
      if (refresh !== undefined && free.delete(refresh)) {
        pairs.set(step, refresh);
      }
    }
  }
  return { of: (step) => pairs.get(step), unplanned: [...free].filter((refresh) => !isLeftOver(refresh)) };
}

function sameObject({ urn, oldState }: PreviewStep): string | undefined {
  return oldState?.id ? `${urn} ${oldState.id}` : undefined;
}

function sameUnderAnotherUrn({ urn, oldState }: PreviewStep): string | undefined {
  return oldState?.id ? `${partsOf(urn).type} ${oldState.id}` : undefined;
}

function sameResource(step: PreviewStep): string | undefined {
  return isLeftOver(step) ? undefined : step.urn;
}
