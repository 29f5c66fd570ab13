import { defined, nounOf } from "pulumi-workspace-gateway/tools";
import type { FieldChange, Finding, ObjectChange, Review } from "../facts/review.js";
import type { ChangedValue, ShownChange } from "./block.js";
import { partsDiff, textDiff } from "./diffs.js";
import { asLine } from "./lines.js";

/** More of one object are counted. */
const most = { notes: 8, values: 40 };

/** What a change is told by besides itself: the findings by URN, and the names of workspaces. */
export interface Surroundings {
  readonly findings?: ReadonlyMap<string, readonly Finding[]>;
  readonly workspaces: Review["workspaces"];
}

/** A change as it is shown. Of a new object, what stands in its title already is not told twice. */
export function changeOf(
  { operation, kind, urn, name, fields, ...change }: ObjectChange,
  [prefix, rank]: readonly [prefix: string, rank: number],
  { findings, workspaces }: Surroundings,
): ShownChange {
  const title = change.title === name ? undefined : change.title;
  const workspace = Object.keys(workspaces).length > 1 ? workspaces[change.workspace ?? ""] : undefined;
  const place = workspace === (change.title ?? name) ? undefined : workspace;
  const isTold = (field: FieldChange) =>
    operation === "create" && field.is === "value" && field.after === (change.title ?? name);
  const values = fields.flatMap((field) => ("words" in field && !isTold(field) ? [changedValue(field)] : []));
  const left = values.length - most.values;
  const [found] = findings?.get(urn) ?? [];
  return {
    id: `${prefix}-${rank}`,
    rank,
    operation,
    noun: /^\w+$/.test(kind) ? nounOf({ name: kind }) : kind,
    name,
    ...defined({ risk: found?.risk, title, place, source: change.line?.replace(/#(?=\d+$)/, ":") }),
    notes: [
      ...change.notes.slice(0, most.notes).map((note) => asLine(note)),
      ...(left > 0 ? [[`${left} more properties`]] : []),
    ],
    values: values.slice(0, most.values),
    diffs: fields.flatMap((field) =>
      field.is === "text" ? [textDiff(field)] : field.is === "graph" ? [partsDiff(field)] : [],
    ),
  };
}

/** `2 → 1 (−50 %)`: what it was, and what it will be. */
function changedValue(field: Extract<FieldChange, { words: string }>): ChangedValue {
  const [old = "", now, ...more] = field.words.split(" → ");
  return "before" in field && now !== undefined && more.length === 0
    ? { name: field.name, before: asLine(old), after: asLine(now) }
    : { name: field.name, after: asLine(field.words) };
}
