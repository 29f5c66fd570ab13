import {
  declaredProvider,
  defined,
  hidden,
  isJsonObject,
  isNativeType,
  jsonIn,
  type Kind,
  kindNameOf,
  kindOfType,
  printable,
  quoted,
  referenceOf,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { coveredValues } from "../../account/account-object.js";
import { matchAccounts } from "../../account/match-accounts.js";
import { partsOf, propertySources, referencesIn } from "../../stack/stack-state.js";
import { shortList } from "../../text/words.js";
import { adoptionIn, changesSettings, formerGateways, isOfSettings, settingsIn } from "./gateway-settings.js";
import {
  type Operation,
  type OptionChange,
  objectsOf,
  operationOf,
  type Plan,
  type Snapshot,
  type Step,
} from "./plan.js";
import {
  isLeftOver,
  keptOutputs,
  keptShown,
  type Preview,
  type PreviewState,
  type PreviewStep,
  pairRefreshes,
  parsePreview,
} from "./preview-format.js";
import { withOwned } from "./taken-over.js";

/** Secrets are masked. With `--refresh`, the engine reports a `refresh` step and then the planned step. */
export function readPlan(text: string, kinds: readonly Kind[], saved = ""): Plan {
  const preview = parsePreview(text);
  const all = (preview.steps ?? []).filter(
    (step) => !isOfTheEngine(partsOf(step.urn).type) || changesSettings(step),
  );
  const [refreshes, others] = [all.filter(isRefresh), all.filter((step) => !isRefresh(step))];
  const planned = others.filter(({ op }) => operationOf(op) !== undefined);
  const pairs = pairRefreshes(planned, refreshes);
  const sorted = planned.toSorted(byUrn); // the engine's order varies
  const missing = missingSames(preview);
  // If the preview shows all unchanged resources, a resource without a planned step is gone despite its
  // refresh.
  const unplanned = pairs.unplanned.map((step) => (missing > 0 ? step : { ...step, newState: undefined }));
  const adoptionOf = adoptionIn(preview);
  const read = (step: PreviewStep) =>
    stepOf(step, isRefresh(step) ? step : pairs.of(step), kinds, planned, adoptionOf);
  const movedFrom = formerGateways(preview);
  const { project, stack } = partsOf(preview.steps?.[0]?.urn ?? "");
  return {
    ...defined({ project, stack, movedFrom: movedFrom.length === 0 ? undefined : movedFrom }),
    steps: withOwned(
      withHeirs(withReferences(withKept([...planned, ...unplanned].toSorted(byUrn).map(read)), kinds), kinds),
      kinds,
    ),
    optionChanges: [...released(sorted), ...optionsIn(sorted), ...exportChangesIn(saved)],
    isWhole: missing <= unplanned.length,
    isRefreshed: refreshes.length > 0,
    errors: messagesOf(preview, "error"),
    warnings: [...new Set(messagesOf(preview, "warning"))],
  };
}

/** Adds objects that replacements leave on the gateway (`retainOnDelete`), and that are then unmanaged. */
function withKept(steps: readonly Step[]): Step[] {
  const kept = steps.flatMap(({ operation, urn, type, kind, name, before }): Step[] =>
    operation === "replace" && before?.retainOnDelete
      ? [
          {
            ...{ operation: "same", urn: `${urn} (kept)`, type, name, after: before, replaceReasons: [] },
            ...defined({ kind }),
            isUndeclared: true,
          },
        ]
      : [],
  );
  // Lookups by id find the last match: the resource, not the object that it leaves behind.
  return [...kept, ...steps];
}

/** Follows references that another resource only passes on, such as `provider.workspaceId`. */
function withReferences(steps: readonly Step[], kinds: readonly Kind[]): Step[] {
  const byUrn = new Map(steps.flatMap((step) => (step.after === undefined ? [] : [[step.urn, step]])));
  const kindOf = (step: Step | undefined) => kinds.find(({ name }) => name === step?.kind);
  const referred = (kind: Kind, input: string, from: Snapshot["from"]): readonly string[] | undefined => {
    const [urn = ""] = from[input] ?? [];
    const [wanted, step] = [referenceOf(kind, input), byUrn.get(urn)];
    const other = kindOf(step);
    if (wanted === undefined || other === undefined || other.endpoints.list === wanted.list) {
      return from[input];
    }
    const same = [...other.fields.keys()].find((name) => {
      const { list, to } = referenceOf(other, name) ?? {};
      return list === wanted.list && to === wanted.to;
    });
    return same === undefined || step?.after === undefined
      ? undefined
      : referred(other, same, step.after.from);
  };
  return steps.map((step) => {
    const { after } = step;
    const kind = kindOf(step);
    if (kind === undefined || after === undefined) {
      return step;
    }
    const all = Object.keys(after.from).map((input) => [input, referred(kind, input, after.from)]);
    return { ...step, after: { ...after, from: defined(Object.fromEntries(all)) } };
  });
}

function isRefresh({ op }: PreviewStep): boolean {
  return op === "refresh";
}

function byUrn(one: { readonly urn?: string | undefined }, other: typeof one): number {
  const [a = "", b = ""] = [one.urn, other.urn];
  return a < b ? -1 : Number(a > b);
}

/** The stack and the engine's providers are resources, but not objects on the gateway. */
function isOfTheEngine(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** The number of unchanged resources without a step. Without `--show-sames`, none has a step. */
function missingSames({ steps, changeSummary }: Preview): number {
  return (changeSummary?.same ?? 0) - (steps ?? []).filter(({ op }) => op === "same").length;
}

function messagesOf({ diagnostics }: Preview, severity: "error" | "warning"): string[] {
  return (diagnostics ?? [])
    .filter((each) => each.severity === severity)
    .toSorted(byUrn)
    .map(({ message }) => message.trim().split("\n").map(printable).join("\n"))
    .filter((message) => message !== "");
}

function stepOf(
  step: PreviewStep,
  refresh: PreviewStep | undefined,
  kinds: readonly Kind[],
  planned: readonly PreviewStep[],
  adoptionOf: ReturnType<typeof adoptionIn>,
): Step {
  const { type, name } = partsOf(step.urn);
  const kind = kindOfType(type, kinds);
  const isNative = isNativeType(type);
  const kept =
    kind && step.op === "update"
      ? { ...(isNative && keptOutputs(kind, step, planned, kinds)), ...keptShown(kind, step) }
      : {};
  const snapshot = (state: PreviewStep["oldState"]) => {
    const found = state ? snapshotOf(state, kind) : undefined;
    return found !== undefined && isOfSettings({ type }) ? settingsIn(found) : found;
  };
  const operation = meaningOf(step);
  const prior = isRefresh(step) ? step.newState : step.oldState;
  const before = operation === "create" ? undefined : snapshot(prior);
  const after = afterOf(
    operation,
    before,
    snapshot(step.newState && { ...step.newState, outputs: { ...kept, ...step.newState.outputs } }),
  );
  const recorded = snapshot(refresh?.oldState);
  const provider = declaredProvider(step.provider ?? "");
  return {
    operation,
    urn: step.urn,
    type,
    ...defined({ kind: kind?.name }),
    name,
    // If the program now reads a different object, neither object changes.
    ...defined({ provider, before: operation === "read" && before?.id !== after?.id ? after : before }),
    ...defined({ after, recorded, formerProvider: formerProvider(step) }),
    ...defined({ adopts: kind === undefined ? undefined : adoptionOf(step, after) }),
    replaceReasons: step.replaceReasons ?? [],
    ...defined({ altered: isNative ? alteredProperties(step) : undefined }),
  };
}

function formerProvider({ provider, oldState, newState }: PreviewStep): string | undefined {
  const now = provider ?? newState?.provider;
  const [was, is] = [oldState?.provider, now].map((reference) => declaredProvider(reference ?? "") ?? "");
  return oldState?.provider && newState && now && was !== is ? was : undefined;
}

function alteredProperties({ detailedDiff = {} }: PreviewStep): ReadonlySet<string> {
  return new Set(Object.keys(detailedDiff ?? {}).map(propertyAt));
}

/** For example, `match` for `match.name`, and `modelOptions` for `modelOptions[0]`. */
function propertyAt(place: string): string {
  return /^[^.[]*/.exec(place)?.[0] ?? place;
}

/** A lone `refresh` is for an unchanged or missing resource. An object that was only read is not replaced. */
function meaningOf(step: PreviewStep): Operation {
  if (isRefresh(step)) {
    return "same";
  }
  if (step.oldState?.external && step.newState && !step.newState.external) {
    return "create";
  }
  return step.op === "delete" && isLeftOver(step) ? "other" : (operationOf(step.op) ?? "other");
}

/** In the planned state, the engine omits what it keeps: the id, and unchanged outputs. */
function afterOf(operation: Operation, before?: Snapshot, planned?: Snapshot): Snapshot | undefined {
  if (operation === "delete" || planned === undefined || before === undefined) {
    return operation === "delete" ? undefined : planned;
  }
  if (operation === "update") {
    return before.id === undefined ? planned : { ...planned, id: before.id };
  }
  const isTheSame = operation === "same" || (operation === "read" && before.id === planned.id);
  const stays = isTheSame && Object.keys(planned.outputs).length === 0;
  return stays ? { ...before, ...planned, outputs: before.outputs } : planned;
}

type Words = (now: readonly string[]) => string;

type Options = readonly (readonly [option: keyof PreviewState, words: Words])[];

const options: Options = [
  ["protect", ([now]) => (now ? "is now protected, so no run can delete it" : "is no longer protected")],
  [
    "retainOnDelete",
    ([now]) =>
      now
        ? "now stays on the gateway when its resource is deleted"
        : "no longer stays on the gateway when its resource is deleted",
  ],
  ["deletedWith", (now) => `is deleted with ${names(now)}`],
  ["ignoreChanges", (now) => `ignores program changes to ${listed(now)}`],
  ["replaceOnChanges", (now) => `is replaced on changes to ${listed(now)}`],
  ["additionalSecretOutputs", (now) => `also treats ${listed(now)} as secret`],
  ["customTimeouts", () => "has different timeouts"],
];

/** Omitted for updates, which may change relations, and for renames, which already report them. */
const places: Options = [
  ["parent", (now) => `is a child of ${names(now)}`],
  ["provider", (now) => `uses the provider ${names(now)}`],
  ["aliases", (now) => `is also known as ${names(now)}`],
  ["dependencies", (now) => `depends on ${names(now)}`],
];

/** Resources that become unmanaged. An `up` writes this only to the state. */
function released(steps: readonly PreviewStep[]): OptionChange[] {
  return steps.flatMap(({ urn, oldState, newState }): OptionChange[] => {
    const { type, name } = partsOf(urn);
    return oldState && !oldState.external && newState?.external
      ? [
          {
            urn,
            name,
            kind: kindNameOf(type) ?? type,
            option: "external",
            isOn: true,
            words: "is no longer managed: the program now only reads it, and it stays on the gateway",
          },
        ]
      : [];
  });
}

function optionsIn(steps: readonly PreviewStep[]): OptionChange[] {
  const kept = steps.flatMap(({ op, urn, oldState, newState }) => {
    const operation = operationOf(op);
    const stays = operation === "same" || operation === "update";
    const found = { operation, urn, wasUrn: oldState?.urn ?? urn };
    return stays && oldState && newState ? [{ ...found, before: oldState, after: newState }] : [];
  });
  const renamed = new Map(kept.map(({ wasUrn, urn }) => [wasUrn, urn]));
  return kept.flatMap(({ operation, urn, wasUrn, before, after }): OptionChange[] => {
    const moved = movedFrom(wasUrn, urn);
    const known = operation === "same" && moved === undefined ? [...options, ...places] : options;
    const others = known.flatMap(([option, words]) => {
      const was = valuesOf(before[option]).map((value) => renamed.get(value) ?? value);
      const now = valuesOf(after[option]);
      return was.toSorted().join("\n") === now.join("\n")
        ? []
        : [{ option, isOn: now.some((each) => !was.includes(each)), words: words(now) }];
    });
    const { type, name } = partsOf(urn);
    const all = [...(moved === undefined ? [] : [{ words: moved }]), ...others];
    return all.map((change) => ({ urn, name, kind: kindNameOf(type) ?? type, ...change }));
  });
}

function movedFrom(before: string, now: string): string | undefined {
  const [was, is] = [partsOf(before), partsOf(now)];
  if (was.name !== is.name) {
    return `was previously named ${quoted(was.name)}`;
  }
  if (was.type !== is.type) {
    return `now has the type ${quoted(is.type)}`;
  }
  return before === now ? undefined : "now belongs to a different component";
}

/** An option as a sorted list, because the engine's order varies. Empty if the option is off or missing. */
function valuesOf(value: PreviewState[keyof PreviewState]): string[] {
  const all = Array.isArray(value) ? value : [value];
  const texts = all.map((each) =>
    typeof each === "string" ? withoutId(each) : JSON.stringify(each ?? false),
  );
  return texts.filter((text) => !["", "false", "{}"].includes(text)).toSorted();
}

/** A provider's reference without the id, which differs between releases or is not known yet. */
function withoutId(text: string): string {
  return text.includes("::pulumi:providers:") ? text.split("::").slice(0, 4).join("::") : text;
}

function names(urns: readonly string[]): string {
  return listed(urns.map((urn) => partsOf(urn).name));
}

function listed(now: readonly string[]): string {
  return shortList(now.map(quoted)) || "nothing";
}

const record = z.record(z.string(), z.unknown()).nullish();
const differences = z.object({ adds: record, deletes: z.array(z.string()).nullish(), updates: record });
const savedPlan = z.object({
  // A deleted resource has no goal.
  resourcePlans: z.record(
    z.string(),
    z.object({ goal: z.object({ outputDiff: differences.nullish() }).nullish() }),
  ),
});

/** Changed exports, which only pulumi's own plan shows (`--save-plan`). */
function exportChangesIn(saved: string): OptionChange[] {
  const { data } = savedPlan.safeParse(jsonIn(saved));
  return Object.entries(data?.resourcePlans ?? {}).flatMap(([urn, { goal }]): OptionChange[] => {
    const { type, name } = partsOf(urn);
    if (type !== "pulumi:pulumi:Stack") {
      return [];
    }
    const { adds, deletes, updates } = goal?.outputDiff ?? {};
    const said = [
      ...Object.keys(adds ?? {}).map((output) => `now exports ${quoted(output)}`),
      ...Object.keys(updates ?? {}).map((output) => `exports a different value for ${quoted(output)}`),
      ...(deletes ?? []).map((output) => `no longer exports ${quoted(output)}`),
    ];
    return said.map((words) => ({ urn, name, kind: "Stack", words }));
  });
}

/** Masks every secret, including those that the preview shows in plain text. */
function snapshotOf(state: PreviewState, kind: Kind | undefined): Snapshot {
  const fields = kind && new Map([...kind.fields, ...kind.outputFields]);
  // The planned state of an update has no outputs except those that its inputs contain.
  const { [hidden.retained]: retained } = state.inputs;
  const sources = propertySources(state);
  return {
    ...defined({
      id: state.id || undefined,
      protect: state.protect || undefined,
      retainOnDelete: state.retainOnDelete || undefined,
      external: state.external || undefined,
      deletedWith: state.deletedWith || undefined,
      line: lineOf(state.sourcePosition ?? ""),
    }),
    inputs: coveredValues(state.inputs, fields),
    outputs: coveredValues({ ...(isJsonObject(retained) && retained), ...state.outputs }, fields),
    from: referencesIn(state.inputs, sources),
    sources,
  };
}

/** `project:///src/index.ts#12,3` → `src/index.ts#12`. */
function lineOf(position: string): string | undefined {
  return /^project:\/\/\/(.+#\d+)(?:,\d+)?$/.exec(position)?.[1];
}

/** Treats a delete and a create with the same natural key as the change of one object. */
function withHeirs(steps: readonly Step[], kinds: readonly Kind[]): Step[] {
  const objects = (operation: "create" | "delete", moment: "before" | "after") => ({
    called: "",
    objects: steps.flatMap((step) => (step.operation === operation ? objectsOf(step, step[moment]) : [])),
  });
  const [created, deleted] = [objects("create", "after"), objects("delete", "before")];
  const { pairs } = matchAccounts(created, deleted, kinds, ["exact", "named"]);
  const former = new Map(pairs.flatMap(({ from, to }) => (from && to ? [[from.urn, to.urn] as const] : [])));
  const byUrn = new Map(steps.map((step) => [step.urn, step]));
  return steps.map((step) => {
    const heirOf = step.operation === "create" ? former.get(step.urn) : undefined;
    const before = heirOf === undefined ? undefined : byUrn.get(heirOf)?.before;
    return heirOf === undefined || before === undefined ? step : { ...step, before, heirOf };
  });
}
