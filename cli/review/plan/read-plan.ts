import {
  declaredProvider,
  defined,
  isNativeType,
  type Kind,
  kindOfType,
  printable,
  referenceOf,
} from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";
import { adoptionIn, changesSettings, formerGateways, isOfSettings, settingsIn } from "./gateway-settings.js";
import { withHeirs } from "./heirs.js";
import { keptOutputs, keptShown } from "./kept-outputs.js";
import { withOwned } from "./live/taken-over.js";
import { operationOf } from "./operations.js";
import { exportChangesIn, optionChangesIn } from "./option-changes.js";
import { parsePreview } from "./parse-preview.js";
import type { Operation, Plan, Snapshot, Step } from "./plan.js";
import type { Preview, PreviewStep } from "./preview-format.js";
import { isLeftOver, pairRefreshes } from "./refreshes.js";
import { snapshotOf } from "./snapshot.js";

/**
 * The plan that the text of a `pulumi preview --json` holds, with what pulumi's own plan alone says. Secrets are covered.
 *
 * With `--refresh` the engine first tells what the gateway has, a `refresh` step for each resource, and then
 * what it plans. Both become one step.
 */
export function readPlan(text: string, kinds: readonly Kind[], saved = ""): Plan {
  const preview = parsePreview(text);
  const all = (preview.steps ?? []).filter(
    (step) => !isOfTheEngine(partsOf(step.urn).type) || changesSettings(step),
  );
  const [refreshes, others] = [all.filter(isRefresh), all.filter((step) => !isRefresh(step))];
  const planned = others.filter(({ op }) => operationOf(op) !== undefined);
  const pairs = pairRefreshes(planned, refreshes);
  const missing = missingSames(preview);
  // Where all that stays is shown, what was read and is not planned is gone. The engine's refresh says that it is there.
  const unplanned = pairs.unplanned.map((step) => (missing > 0 ? step : { ...step, newState: undefined }));
  const adoptionOf = adoptionIn(preview);
  const read = (step: PreviewStep) =>
    stepOf(step, { kinds, planned, adoptionOf }, isRefresh(step) ? step : pairs.of(step));
  const movedFrom = formerGateways(preview);
  const { project, stack } = partsOf(preview.steps?.[0]?.urn ?? "");
  return {
    ...defined({ project, stack, movedFrom: movedFrom.length === 0 ? undefined : movedFrom }),
    // The engine's order is another one each time.
    steps: withOwned(
      withHeirs(withReferences(withKept([...planned, ...unplanned].toSorted(byUrn).map(read)), kinds), kinds),
      kinds,
    ),
    optionChanges: [...optionChangesIn(planned.toSorted(byUrn)), ...exportChangesIn(saved)],
    isWhole: missing <= unplanned.length,
    isRefreshed: refreshes.length > 0,
    errors: told(preview, "error"),
    warnings: [...new Set(told(preview, "warning"))],
  };
}

/** The steps, with what a replacement leaves on the gateway (`retainOnDelete`): an object that no resource has afterwards. */
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
  // A resource is found before what it leaves behind.
  return [...kept, ...steps];
}

/** Follows references that another resource's input only passes on, such as `provider.workspaceId`. */
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

/** The stack itself and the providers of the engine: resources that are no objects. */
function isOfTheEngine(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** How many of the resources that stay have no step of their own: all without `--show-sames`. */
function missingSames({ steps, changeSummary }: Preview): number {
  return (changeSummary?.same ?? 0) - (steps ?? []).filter(({ op }) => op === "same").length;
}

function told({ diagnostics }: Preview, severity: "error" | "warning"): string[] {
  return (diagnostics ?? [])
    .filter((each) => each.severity === severity)
    .toSorted(byUrn)
    .map(({ message }) => message.trim().split("\n").map(printable).join("\n"))
    .filter((message) => message !== "");
}

function stepOf(
  step: PreviewStep,
  {
    kinds,
    planned,
    adoptionOf,
  }: {
    readonly kinds: readonly Kind[];
    readonly planned: readonly PreviewStep[];
    readonly adoptionOf: ReturnType<typeof adoptionIn>;
  },
  refresh: PreviewStep | undefined,
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
    // A program that reads another object than before changes neither.
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

/** The property that a place is in, such as `match` of `match.name` and `modelOptions` of `modelOptions[0]`. */
function propertyAt(place: string): string {
  return /^[^.[]*/.exec(place)?.[0] ?? place;
}

/** A `refresh` without a step of its own is of a resource that stays, or that is gone. What was only read is not replaced. */
function meaningOf(step: PreviewStep): Operation {
  if (isRefresh(step)) {
    return "same";
  }
  if (step.oldState?.external && step.newState && !step.newState.external) {
    return "create";
  }
  return step.op === "delete" && isLeftOver(step) ? "other" : (operationOf(step.op) ?? "other");
}

/** The engine leaves out of the planned state what it takes from the state: the id, and outputs that stay. */
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
