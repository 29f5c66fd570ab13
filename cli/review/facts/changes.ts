import { type ChangeObject, diffArrays, diffWordsWithSpace } from "diff";
import {
  defined,
  type Field,
  isJsonObject,
  isUnknown,
  type Json,
  type Kind,
  shownOf,
  stampOf,
} from "pulumi-workspace-gateway/tools";
import { covered, type Valued } from "../../account/account-object.js";
import { partsOf } from "../../stack/stack-state.js";
import { isOfSettings } from "../plan/gateway-settings.js";
import { isChange, type Operation, type Snapshot, type Step } from "../plan/plan.js";
import {
  changedFields,
  differing,
  type FieldDifference,
  maskedDifference,
  removalIn,
  type ShownField,
} from "./differences.js";
import { labels, prose, ranks } from "./field-words.js";
import { notesOf, staysOnGateway } from "./notes.js";
import { parentField, type Resources, titleFields, workspaceOf } from "./resources.js";
import type { FieldChange, Finding, ObjectChange, Rule, secretWords, TextLine } from "./review.js";

export function changesOf(resources: Resources, findings: readonly Finding[]): ObjectChange[] {
  const byUrn = Map.groupBy(findings, ({ urn }) => urn);
  return resources.plan.steps
    .flatMap((step) => changeOf(step, resources, byUrn.get(step.urn) ?? []))
    .sort((a, b) => b.weight - a.weight);
}

function changeOf(step: Step, resources: Resources, findings: readonly Finding[]): ObjectChange[] {
  const { operation, before, after } = step;
  if (!isChange(operation)) {
    return [];
  }
  const kind = resources.kindOf(step);
  // The workspace of a new object is shown next to its name.
  const isShown = ({ field }: FieldDifference) =>
    !(operation === "create" && kind !== undefined && field.name === parentField(kind));
  const change = {
    operation,
    ...defined({
      stays: staysOnGateway(step, resources),
      isNotJudged: step.kind === undefined && !isOfSettings(step) ? (true as const) : undefined,
    }),
    notes: notesOf(step, resources),
  };
  const differences = changedFields(kind, step).filter(isShown);
  return [objectChange(step, resources, after ?? before, change, differences, findings)];
}

export function driftOf(resources: Resources): ObjectChange[] {
  return resources.plan.steps.flatMap((step) => {
    const { recorded, before } = step;
    if (recorded === undefined) {
      return [];
    }
    if (before === undefined) {
      const change = { operation: "delete", notes: ["It no longer exists on the gateway."] } as const;
      return [objectChange(step, resources, recorded, change)];
    }
    const kind = resources.kindOf(step);
    const differences = kind === undefined ? [] : driftedFields(kind, recorded, before);
    const change = { operation: "update", notes: [] } as const;
    return differences.length === 0 ? [] : [objectChange(step, resources, before, change, differences)];
  });
}

function objectChange(
  step: Step,
  resources: Resources,
  now: Snapshot | undefined,
  change: Pick<ObjectChange, "operation" | "stays" | "isNotJudged" | "notes">,
  differences: readonly FieldDifference[] = [],
  findings: readonly Finding[] = [],
): ObjectChange {
  const kind = resources.kindOf(step);
  const kindName = step.kind ?? (isOfSettings(step) ? "Provider" : step.type);
  // A weight based on a secret number would reveal that number.
  const shown = differences.map((difference) => maskedDifference(difference, resources.mask));
  return {
    urn: step.urn,
    name: step.name,
    kind: kindName,
    ...defined({
      title: now && titleOf(kind, now),
      workspace: now && workspaceOf(resources, step, now),
      line: now?.line,
      takesOver: step.takesOver,
    }),
    ...change,
    fields: shown.map((difference) => {
      const { name } = difference.field;
      const removal = difference.after === undefined ? removalIn(step, kind, name) : undefined;
      return fieldChange(difference, {
        place: `${kindName}.${name}`,
        nameOf: (id) => (name.endsWith("Id") ? resources.byId(id)?.name : undefined),
        ...defined({ removal: removal === "replaces" ? undefined : removal }),
        sources: (now?.sources?.[name] ?? []).map((urn) => partsOf(urn).name),
      });
    }),
    weight: weightOf(change.operation, shown, findings),
  };
}

function titleOf(kind: Kind | undefined, { inputs }: Snapshot): string | undefined {
  const values = kind === undefined ? [inputs.name] : titleFields(kind).map(({ name }) => inputs[name]);
  return values.map(textOf).find((text) => text !== undefined);
}

/** A selector is either text or an object whose only value is text. */
function textOf(value: Json | undefined): string | undefined {
  const text = isJsonObject(value) ? Object.values(value)[0] : value;
  return typeof text === "string" && !isUnknown(text) ? text : undefined;
}

/** Includes a secret that may have been rotated. Values that exist only on the gateway are not drift. */
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

/** Whether another object took over an exclusive property that the state still declares. */
function isLost({ exclusive, name }: Field, { inputs, outputs }: Valued): boolean {
  return exclusive !== undefined && inputs[name] === true && shownOf(outputs)?.[name] === false;
}

/** A secret, which the gateway never shows, of an object that was written after the last `up`. */
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

/** The finding about a workspace covers everything that is lost with it. */
const ofRule: Partial<Record<Rule, number>> = { "workspace-delete": 50 };

/** Low if only labels or local fields change, or if the change may not happen. */
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

/** The largest relative change in a number. It stays below 9, so that it only breaks ties. */
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

const longestInWords = 100;

export function fieldChange(
  { field, before, after, covered: mark, isLost }: FieldDifference,
  { place, nameOf, removal, sources = [] }: FieldContext,
): FieldChange {
  const { name } = field;
  if (field.secret || before === covered || after === covered) {
    return { is: "secret", name, secret: mark === "differs" ? "changed" : secretState(before, after) };
  }
  const isProse =
    isText(place, before) && isText(place, after) && isLong(place, before, after) && !isUnknown(after);
  const isShape = isGraph(field, before) || isGraph(field, after);
  const named = (id: Json | undefined) => (typeof id === "string" ? nameOf(id) : undefined);
  const [old, now] = [named(before), named(after)];
  return {
    is: isUnknown(after) ? "unknown" : isProse ? "text" : isShape ? "graph" : "value",
    name,
    ...defined({ before, after, removal, isLost }),
    ...defined({
      names: old === undefined && now === undefined ? undefined : defined({ before: old, after: now }),
      sources: sources.length > 0 && isUnknown(after) ? sources : undefined,
    }),
  };
}

interface FieldContext extends Pick<FieldChange, "removal" | "sources"> {
  readonly place: string;
  nameOf(id: string): string | undefined;
}

function secretState(before: Json | undefined, after: Json | undefined): keyof typeof secretWords {
  if (isUnknown(after)) {
    return "unknown";
  }
  if (after === undefined || after === null) {
    return after === null ? "removed" : "left";
  }
  return before === undefined || before === null ? "set" : "open";
}

function isText(place: string, value: Json | undefined): boolean {
  return value === undefined || typeof value === "string" || (value === null && prose.has(place));
}

function isLong(place: string, ...values: (Json | undefined)[]): boolean {
  const texts = values.filter((value) => typeof value === "string");
  return (
    (texts.length > 0 && prose.has(place)) ||
    texts.some((text) => text.length > longestInWords || text.includes("\n"))
  );
}

function isGraph({ freeForm }: ShownField, value: Json | undefined): boolean {
  return (
    (freeForm === true && isJsonObject(value)) ||
    (isJsonObject(value) && JSON.stringify(value).length > longestInWords)
  );
}

const context = 3;

/** With more edited lines, a text is shown as replaced, because the smallest difference is slow to find. */
const mostLines = 200;
const mostWords = 60;
/** In longer changes, words are not marked, because people do not read them word by word. */
const mostMarked = 30;
const longestMarked = 5_000;

/** `reworded`: the words replaced in lines that otherwise stay mostly the same. */
interface TextDiff {
  readonly lines: readonly TextLine[];
  readonly reworded: readonly { readonly old: string; readonly now: string }[];
}

export function textDiff(before: Json | undefined, after: Json | undefined): TextDiff {
  const found = linesThatDiffer(linesOf(before), linesOf(after));
  const isShown = before === after || found.lines.some(({ sign }) => sign === "-" || sign === "+");
  // If only line endings differ, they are compared as part of each line.
  return isShown ? found : linesThatDiffer(linesOf(before, "\n"), linesOf(after, "\n"));
}

function linesThatDiffer(old: readonly string[], planned: readonly string[]): TextDiff {
  const runs: readonly Pick<ChangeObject<string[]>, "value" | "removed" | "added">[] = diffArrays(
    [...old],
    [...planned],
    { maxEditLength: mostLines },
  ) ?? [
    { value: [...old], removed: true, added: false },
    { value: [...planned], removed: false, added: true },
  ];
  const parts = runs.map(({ value, removed, added }, at): TextDiff => {
    const [previous, next] = [runs[at - 1], runs[at + 1]];
    if (removed && next?.added) {
      return replaced(value, next.value);
    }
    const lines = value.map((line) => plain(removed ? "-" : added ? "+" : " ", line));
    if (removed || added) {
      return { lines: previous?.removed ? [] : lines, reworded: [] };
    }
    return { lines: folded(lines, previous ? context : 0, next ? context : 0), reworded: [] };
  });
  return {
    lines: parts.flatMap(({ lines }) => lines),
    reworded: parts.flatMap(({ reworded }) => reworded),
  };
}

/** A middle of only one line stays, because a count would not be shorter. */
function folded(lines: readonly TextLine[], first: number, last: number): readonly TextLine[] {
  const count = lines.length - first - last;
  return count <= 1
    ? lines
    : [...lines.slice(0, first), { sign: "~", parts: [], count }, ...lines.slice(first + count)];
}

function linesOf(text: Json | undefined, end: string | RegExp = /\r?\n/): string[] {
  return typeof text === "string" ? text.split(end) : [];
}

function plain(sign: TextLine["sign"], text: string): TextLine {
  return { sign, parts: [{ text, marked: false }] };
}

function replaced(old: readonly string[], planned: readonly string[]): TextDiff {
  const pairs = old.map((line, at) => marked(line, at < mostMarked ? planned[at] : undefined));
  return {
    lines: [
      ...old.map((line, at) => pairs[at]?.lines[0] ?? plain("-", line)),
      ...planned.map((line, at) => pairs[at]?.lines[1] ?? plain("+", line)),
    ],
    reworded: pairs.flatMap((pair) => pair?.reworded ?? []),
  };
}

/** Marks the words that differ between two lines. Undefined if they have too little in common. */
function marked(old: string, planned: string | undefined): TextDiff | undefined {
  if (planned === undefined || Math.max(old.length, planned.length) > longestMarked) {
    return undefined;
  }
  const words = diffWordsWithSpace(old, planned, { maxEditLength: mostWords }) ?? [];
  const kept = words.filter(({ added, removed }) => !added && !removed);
  const common = kept.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (words.length === 0 || common * 4 < Math.max(old.length, planned.length)) {
    return undefined;
  }
  const side = (sign: "-" | "+", left: "added" | "removed", shown: "added" | "removed"): TextLine => ({
    sign,
    parts: words.filter((word) => !word[left]).map((word) => ({ text: word.value, marked: word[shown] })),
  });
  const stays = kept.reduce((sum, { value }) => sum + value.length, 0);
  return {
    lines: [side("-", "added", "removed"), side("+", "removed", "added")],
    // If most of a line changed, the two lines are clearer than a list of words.
    reworded: stays * 2 > Math.max(old.length, planned.length) ? rewordings(words) : [],
  };
}

function rewordings(words: readonly Pick<ChangeObject<string>, "value" | "removed" | "added">[]) {
  let place = { old: "", now: "" };
  const places = [place];
  for (const { value, removed, added } of words) {
    if (removed || added) {
      place[removed ? "old" : "now"] += value;
    } else {
      place = { old: "", now: "" };
      places.push(place);
    }
  }
  return places.filter(({ old, now }) => `${old}${now}`.trim() !== "");
}
