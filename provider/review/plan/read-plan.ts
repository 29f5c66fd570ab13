import { canonical } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import { isNativeType, kindOfType } from "../../spec/token.js";
import { isHidden, type Values } from "../../spec/values.js";
import { partsOf } from "../../stack/urn.js";
import { printable } from "../../text/printable.js";
import { keptOutputs } from "./kept-outputs.js";
import { operationOf } from "./operations.js";
import { parsePreview } from "./parse-preview.js";
import type { Operation, Plan, Snapshot, Step } from "./plan.js";
import type { Preview, PreviewStep } from "./preview-format.js";
import { snapshotOf } from "./snapshot.js";

/**
 * The plan that the text of a `pulumi preview --json` holds. Secrets are covered.
 *
 * With `--refresh` the engine first tells what the gateway has, a `refresh` step for each resource, and then
 * what it plans. Both become one step.
 */
export function readPlan(text: string, kinds: readonly Kind[]): Plan {
  const preview = parsePreview(text);
  const all = (preview.steps ?? []).filter(({ urn }) => !isOfTheEngine(partsOf(urn).type));
  const refreshes = new Map(all.filter(({ op }) => op === "refresh").map((step) => [objectOf(step), step]));
  const planned = all.filter(({ op }) => op !== "refresh" && operationOf(op) !== undefined);
  const named = new Set(planned.map(objectOf));
  const unnamed = [...refreshes.values()].filter((step) => !named.has(objectOf(step)) && !isLeft(step));
  const read = (step: PreviewStep) => stepOf(step, { kinds, planned }, refreshes.get(objectOf(step)));
  const { project, stack } = partsOf(preview.steps?.[0]?.urn ?? "");
  return {
    ...(project === undefined ? {} : { project }),
    ...(stack === undefined ? {} : { stack }),
    // The engine's order is another one each time.
    steps: [...planned, ...unnamed].toSorted(byUrn).map(read),
    isWhole: showsWhatStays(preview),
    isRefreshed: refreshes.size > 0,
    errors: errorsOf(preview),
  };
}

/** What an interrupted replacement left behind has the URN of the resource that took its place. */
function isLeft({ oldState }: PreviewStep): boolean {
  return oldState?.delete === true;
}

function objectOf(step: PreviewStep): string {
  return isLeft(step) ? `left behind: ${step.urn}` : step.urn;
}

function byUrn(a: PreviewStep, b: PreviewStep): number {
  return a.urn < b.urn ? -1 : Number(a.urn > b.urn);
}

/** The stack itself and the providers of the engine: resources that are no objects. */
function isOfTheEngine(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** With `--target` a refresh reads only some, so what else stays has to be counted here too. */
function showsWhatStays({ steps, changeSummary }: Preview): boolean {
  const all = steps ?? [];
  const planned = new Set(all.filter(({ op }) => op !== "refresh").map(({ urn }) => urn));
  const stays = all.filter(({ op, urn }) => op === "same" || (op === "refresh" && !planned.has(urn)));
  return stays.length >= (changeSummary?.same ?? 0);
}

function errorsOf({ diagnostics }: Preview): string[] {
  return (diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => message.trim().split("\n").map(printable).join("\n"))
    .filter((message) => message !== "");
}

function stepOf(
  step: PreviewStep,
  { kinds, planned }: { readonly kinds: readonly Kind[]; readonly planned: readonly PreviewStep[] },
  refresh: PreviewStep | undefined,
): Step {
  const { type, name } = partsOf(step.urn);
  const kind = kindOfType(type, kinds);
  const isNative = isNativeType(type);
  const kept = isNative && kind && step.op === "update" ? keptOutputs(kind, step, planned, kinds) : {};
  const snapshot = (state: PreviewStep["oldState"]) => (state ? snapshotOf(state, kind) : undefined);
  const before = snapshot(step.op === "refresh" ? step.newState : step.oldState);
  const operation = meaningOf(step);
  const after = afterOf(
    operation,
    before,
    snapshot(step.newState && { ...step.newState, outputs: { ...kept, ...step.newState.outputs } }),
  );
  const recorded = snapshot(refresh?.oldState);
  const isDrifted = recorded !== undefined && !isSame(recorded, before);
  return {
    operation,
    urn: step.urn,
    type,
    ...(kind === undefined ? {} : { kind: kind.name }),
    name,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(isDrifted ? { recorded } : {}),
    replaceReasons: step.replaceReasons ?? [],
    ...(isNative ? { altered: new Set(Object.keys(step.detailedDiff ?? {}).map(propertyAt)) } : {}),
  };
}

/** The property that a place is in, such as `match` of `match.name` and `modelOptions` of `modelOptions[0]`. */
function propertyAt(place: string): string {
  return /^[^.[]*/.exec(place)?.[0] ?? place;
}

/** A `refresh` without a step of its own is of a resource that stays, or that is gone. */
function meaningOf(step: PreviewStep): Operation {
  const { op } = step;
  if (op === "refresh") {
    return "same";
  }
  return op === "delete" && isLeft(step) ? "other" : (operationOf(op) ?? "other");
}

/** The engine leaves out of the planned state what it takes from the state: the id, and outputs that stay. */
function afterOf(operation: Operation, before?: Snapshot, planned?: Snapshot): Snapshot | undefined {
  if (operation === "delete" || planned === undefined || before === undefined) {
    return operation === "delete" ? undefined : planned;
  }
  if (operation === "update") {
    return before.id === undefined ? planned : { ...planned, id: before.id };
  }
  const stays = operation === "same" && Object.keys(planned.outputs).length === 0;
  return stays ? { ...before, ...planned, outputs: before.outputs } : planned;
}

function isSame(recorded: Snapshot, live: Snapshot | undefined): boolean {
  return (
    live !== undefined &&
    shown(recorded.inputs) === shown(live.inputs) &&
    shown(recorded.outputs) === shown(live.outputs)
  );
}

function shown(values: Values): string {
  return canonical(Object.fromEntries(Object.entries(values).filter(([name]) => !isHidden(name))));
}
