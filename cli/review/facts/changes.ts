import {
  defined,
  type Field,
  isJsonObject,
  isUnknown,
  type Json,
  type Kind,
  removalText,
  shownOf,
  stampOf,
} from "pulumi-workspace-gateway/tools";
import type { Valued } from "../../account/account-object.js";
import { covered } from "../../account/covered.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import { isChange } from "../plan/operations.js";
import type { Operation, Snapshot, Step } from "../plan/plan.js";
import {
  changedFields,
  differing,
  doubtfulSecrets,
  type FieldDifference,
  maskedDifference,
  removalIn,
} from "./differences.js";
import { fieldChange } from "./fields/field-change.js";
import { labels, ranks } from "./fields/field-words.js";
import { notesOf, staysOnGateway } from "./notes.js";
import { parentField, type Resources, titleFields, workspaceOf } from "./resources.js";
import type { Finding, ObjectChange, Rule } from "./review.js";

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
      ...defined({
        stays: staysOnGateway(step, resources),
        isNotJudged: step.kind === undefined && !isOfSettings(step) ? true : undefined,
      }),
      notes: notesOf(step, resources),
      fields: fieldsOfChange(differences, step, resources, step.after),
      // The weight of a number that is a secret would give it away.
      weight: weightOf(
        operation,
        differences.map((difference) => maskedDifference(difference, resources.mask)),
        findings,
      ),
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
        weight: weightOf(
          isGone ? "delete" : "update",
          differences.map((difference) => maskedDifference(difference, resources.mask)),
          [],
        ),
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
      maskedDifference(difference, resources.mask),
      {
        place: `${kindNameIn(step)}.${difference.field.name}`,
        ...removalWords(difference, step, resources.kindOf(step)),
        nameOf: (id) => (difference.field.name.endsWith("Id") ? resources.byId(id)?.name : undefined),
      },
      planned,
    ),
  );
}

/** What happens to the value of a property that is no longer declared. */
function removalWords(
  { field, after }: FieldDifference,
  step: Step,
  kind: Kind | undefined,
): { removal?: string } {
  const removal = after === undefined ? removalIn(step, kind, field.name) : undefined;
  return defined({
    removal: removal === undefined || removal === "replaces" ? undefined : removalText[removal],
  });
}

/** The type of a resource of another package is its name. */
function kindNameIn(step: Step): string {
  return step.kind ?? (isOfSettings(step) ? "Provider" : step.type);
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
    kind: kindNameIn(step),
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

/**
 * What the gateway has otherwise than a state declares it, and a secret that may be another one. What only the gateway says
 * is no drift.
 */
export function driftedFields(kind: Kind, recorded: Valued, live: Valued): FieldDifference[] {
  const fields = [...kind.fields.values()];
  const lost = fields.filter((field) => isLost(field, live));
  const declared = [
    ...differing(fields, recorded.inputs, live.inputs),
    ...lost.map((field) => ({ field, before: true, after: false, isLost: true as const })),
  ];
  const rotated = declared.length > 0 ? undefined : rotatedSecret(kind, recorded, live);
  return rotated === undefined ? declared : [{ field: rotated, before: covered, after: covered }];
}

/** Another object has it now. The state goes on to declare it. */
function isLost({ exclusive, name }: Field, { inputs, outputs }: Valued): boolean {
  return exclusive !== undefined && inputs[name] === true && shownOf(outputs)?.[name] === false;
}

/** The secret that may be another one now: the gateway never shows it, and the object was written since. */
function rotatedSecret(kind: Kind, { outputs }: Valued, live: Valued): Field | undefined {
  const stamp = stampOf(kind, "written")?.name ?? "";
  const [before, now] = [outputs[stamp], live.outputs[stamp]];
  const wasWritten = before !== undefined && now !== undefined && before !== now;
  return wasWritten
    ? [...kind.fields.values()].find(
        ({ writeOnly, secret, name }) => writeOnly && secret && outputs[name] !== undefined,
      )
    : undefined;
}

const ofOperation: Readonly<Record<Operation, number>> = {
  delete: 40,
  replace: 30,
  update: 20,
  create: 10,
  other: 5,
  same: 0,
  read: 0,
};

const ofRisk: Readonly<Record<Finding["risk"], number>> = { high: 300, medium: 200, low: 100 };

/** What else is lost with a workspace is told by the workspace. */
const ofRule: Partial<Record<Rule, number>> = { "workspace-delete": 50 };

/**
 * How important a change is for a reviewer. One that only concerns this package, or only a
 * label, or that may be none, is not.
 */
function weightOf(
  operation: Operation,
  differences: readonly FieldDifference[],
  findings: readonly Finding[],
): number {
  const risk = Math.max(0, ...findings.map((finding) => ofRisk[finding.risk] + (ofRule[finding.rule] ?? 0)));
  const isLight =
    operation === "update" &&
    differences.every(({ field, after }) => field.local || labels.has(field.name) || isUnknown(after));
  return risk + (isLight ? 1 : ofOperation[operation] + extentOf(differences));
}

/** Below 9, so that it only orders what is equal otherwise: the greatest change of a number, as a share of what it was. */
function extentOf(differences: readonly FieldDifference[]): number {
  const isRank = ({ field }: FieldDifference) => [...ranks].some((place) => place.endsWith(`.${field.name}`));
  const telling = differences.filter((each) => !isRank(each));
  const shares = telling.flatMap(({ before, after }) => {
    const share =
      typeof before === "number" && typeof after === "number" && Math.abs(after - before) / before;
    return share === false ? [] : share === Number.POSITIVE_INFINITY ? 1 : share / (share + 1);
  });
  return telling.length === 0 ? 0 : (shares.length === 0 ? 1 : Math.max(...shares)) * 8.9;
}
