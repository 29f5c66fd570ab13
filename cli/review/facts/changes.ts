import { defined, isJsonObject, isUnknown, type Json, type Kind } from "pulumi-workspace-gateway/tools";
import { isChange } from "../plan/operations.js";
import type { Snapshot, Step } from "../plan/plan.js";
import { changedFields, doubtfulSecrets, type FieldDifference, removalIn } from "./differences.js";
import { driftedFields } from "./drifted-fields.js";
import { fieldChange } from "./fields/field-change.js";
import { notesOf } from "./notes.js";
import { parentField, type Resources, titleFields } from "./resources.js";
import type { Finding, ObjectChange } from "./review.js";
import { weightOf } from "./weight.js";
import { workspaceOf } from "./workspace-keys.js";

/** What changes, the most important first. */
export function changesOf(resources: Resources, findings: readonly Finding[]): ObjectChange[] {
  const found = Map.groupBy(findings, ({ urn }) => urn);
  return resources.plan.steps
    .flatMap((step) => changeOf(step, resources, found.get(step.urn) ?? []))
    .sort((a, b) => b.weight - a.weight);
}

function changeOf(step: Step, resources: Resources, findings: readonly Finding[]): ObjectChange[] {
  const { operation } = step;
  if (!isChange(operation)) {
    return [];
  }
  const kind = resources.kindOf(step);
  const changed = [...changedFields(kind, step), ...doubtfulSecrets(kind, step)];
  // Of what is new, the workspace is told beside its name.
  const isTold = (name: string) => operation === "create" && kind !== undefined && name === parentField(kind);
  const differences = changed.filter(({ field }) => !isTold(field.name));
  return [
    {
      ...aboutOf(step, resources, step.after ?? step.before),
      operation,
      notes: notesOf(step, resources),
      fields: fieldsOfChange(differences, step, resources, step.after),
      weight: weightOf(operation, differences, findings),
    },
  ];
}

/** What somebody changed on the gateway since the last `up`. */
export function driftOf(resources: Resources): ObjectChange[] {
  return resources.plan.steps.flatMap((step) => {
    const { recorded, before } = step;
    if (recorded === undefined) {
      return [];
    }
    const kind = resources.kindOf(step);
    const differences =
      before === undefined || kind === undefined ? [] : driftedFields(kind, recorded, before);
    const isGone = before === undefined;
    if (!isGone && differences.length === 0) {
      return [];
    }
    return [
      {
        ...aboutOf(step, resources, before ?? recorded),
        operation: isGone ? "delete" : "update",
        notes: isGone ? ["It is not on the gateway any more."] : [],
        fields: fieldsOfChange(differences, step, resources, before),
        weight: weightOf(isGone ? "delete" : "update", differences, []),
      },
    ];
  });
}

function fieldsOfChange(
  differences: readonly FieldDifference[],
  step: Step,
  resources: Resources,
  planned: Snapshot | undefined,
): ObjectChange["fields"] {
  return differences.map((difference) =>
    fieldChange(
      difference,
      {
        place: `${step.kind ?? step.type}.${difference.field.name}`,
        ...removalWords(difference, step, resources.kindOf(step)),
        nameOf: (id) => (difference.field.name.endsWith("Id") ? resources.byId(id)?.name : undefined),
      },
      planned,
    ),
  );
}

const ofRemoval = {
  cleared: "it is cleared",
  reset: "the gateway's default holds again",
  left: "it stays as it is",
} as const;

/** What happens to the value of a property that is no longer declared. */
function removalWords(
  { field, after }: FieldDifference,
  step: Step,
  kind: Kind | undefined,
): { removal?: string } {
  const removal = after === undefined ? removalIn(step, kind, field.name) : undefined;
  return defined({
    removal: removal === undefined || removal === "replaces" ? undefined : ofRemoval[removal],
  });
}

function aboutOf(
  step: Step,
  resources: Resources,
  snapshot: Snapshot | undefined,
): Pick<ObjectChange, "urn" | "name" | "kind" | "title" | "workspace" | "line" | "takesOver"> {
  const title = snapshot && titleOf(resources.kindOf(step), snapshot);
  const workspace = snapshot && workspaceOf(resources, step, snapshot);
  const line = snapshot?.line;
  return {
    urn: step.urn,
    name: step.name,
    kind: step.kind ?? step.type,
    ...defined({ title, workspace, line, takesOver: step.takesOver }),
  };
}

/** What the gateway calls the object. */
function titleOf(kind: Kind | undefined, { inputs }: Snapshot): string | undefined {
  const values = kind === undefined ? [inputs.name] : titleFields(kind).map(({ name }) => inputs[name]);
  return values.map(textOf).find((text) => text !== undefined);
}

/** A selector may be an object: what it selects by is a value in it. */
function textOf(value: Json | undefined): string | undefined {
  const text = isJsonObject(value) ? Object.values(value)[0] : value;
  return typeof text === "string" && !isUnknown(text) ? text : undefined;
}
