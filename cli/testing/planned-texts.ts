import { defined, type Values } from "pulumi-workspace-gateway/tools";
import { coveredValues } from "../account/covered.js";
import type { ResourceOutcome } from "./engine/course.js";
import type { ResourceRecord } from "./engine/resource-record.js";
import { rootType } from "./engine/urns.js";

/** What a preview plans, as texts that reviews are made from. */
export interface PlannedTexts {
  /** In the form of `pulumi preview --json --show-sames`. */
  readonly text: string;
  /** What pulumi's own plan has besides: how the program's exports change. */
  readonly saved: string;
}

/** The plan of a preview. What the program no longer declares is deleted. */
export function plannedTexts(
  outcomes: readonly ResourceOutcome[],
  olds: ReadonlyMap<string, ResourceRecord>,
): PlannedTexts {
  const kept = new Set(outcomes.flatMap(({ decision }) => decision.old?.urn ?? []));
  const gone = [...olds.values()].filter(({ urn }) => !kept.has(urn)).toReversed();
  assertNotProtected(gone);
  const steps = [
    ...outcomes.map(({ record, decision }) => ({
      op: decision.op,
      urn: record.urn,
      ...defined({
        oldState: decision.old && shownRecord(decision.old),
        newState: shownRecord(record),
        provider: record.provider,
        replaceReasons: decision.replaces,
        detailedDiff: decision.detailed,
      }),
    })),
    ...gone.map((old) => ({
      op: old.external ? "discard" : "delete",
      urn: old.urn,
      oldState: shownRecord(old),
    })),
  ];
  const root = outcomes.find(({ record }) => record.type === rootType);
  const outputDiff = differenceOf(root?.decision.old?.outputs ?? {}, root?.record.outputs ?? {});
  const resourcePlans = root === undefined ? {} : { [root.record.urn]: { goal: { outputDiff } } };
  return { text: JSON.stringify({ steps }), saved: JSON.stringify({ resourcePlans }) };
}

function shownRecord(record: ResourceRecord): object {
  return { ...record, inputs: coveredValues(record.inputs), outputs: coveredValues(record.outputs) };
}

function assertNotProtected(gone: readonly ResourceRecord[]): void {
  const kept = gone.find(({ protect }) => protect);
  if (kept !== undefined) {
    throw new Error(
      `unable to delete resource "${kept.urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
        "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`",
    );
  }
}

function differenceOf(before: Values, after: Values) {
  const names = (of: Values, test: (name: string) => boolean) => Object.keys(of).filter(test);
  const picked = (keys: readonly string[]) => Object.fromEntries(keys.map((name) => [name, after[name]]));
  return {
    adds: picked(names(after, (name) => before[name] === undefined)),
    deletes: names(before, (name) => after[name] === undefined),
    updates: picked(
      names(
        after,
        (name) => before[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      ),
    ),
  };
}
