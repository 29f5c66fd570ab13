import { defined, howMany, nounOf, printable } from "pulumi-workspace-gateway/tools";
import { expectationRow, expectationSentence } from "../expectations/check.js";
import { noColors, tableText } from "../output.js";
import { isInUse, retirementWords } from "../retirement/retirement.js";
import {
  type Block,
  called,
  code,
  type Item,
  plain,
  point,
  type ShownChange,
} from "../review/document/block.js";
import { changeOf, withWords } from "../review/document/changes.js";
import { markdown } from "../review/document/markdown.js";
import { durationWords } from "../text/words.js";
import {
  type ChangedObject,
  type Drift,
  type IgnoreRule,
  type StackObject,
  type UndeclaredObject,
  unmetIn,
} from "./drift.js";

/** For example "2 changed, 1 missing". Empty if there is no drift. */
export function driftCounts(drift: Drift): string {
  const { changed, missing, undeclared } = drift;
  const counts = [
    [changed.length, "changed"],
    [missing.length, "missing"],
    [undeclared.length, "unmanaged"],
    [unmetIn(drift).length, unmetIn(drift).length === 1 ? "expectation not met" : "expectations not met"],
  ] as const;
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])).join(", ");
}

/** For example "contains 1 member, 3 prompts". */
function holdsWords({ holds }: UndeclaredObject): string {
  const counts = Object.entries(holds ?? {}).map(([name, count]) => howMany(count, nounOf({ name })));
  return holds === undefined ? "" : `contains ${counts.join(", ") || "no counted objects"}`;
}

/** For example "Prompt draft-* in Support" or "content of Prompt draft-*". */
function wanted({ kind, workspace, name, property }: IgnoreRule): string {
  const parts = [
    property,
    property && (kind ?? name) && "of",
    kind,
    name,
    workspace === undefined ? undefined : `in ${workspace}`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}

export function driftJson({ changed, storedDifferently, unmanaged, ...drift }: Drift) {
  return {
    ...drift,
    changed: changed.map(withWords),
    ...defined({
      storedDifferently: storedDifferently?.map(withWords),
      unmanaged: unmanaged?.map(withWords),
    }),
  };
}

type Row = readonly string[];

interface Part {
  readonly title: string;
  readonly head?: Row;
  readonly rows: readonly Row[];
  readonly count: number;
  readonly block: Block;
}

function partsOf(drift: Drift): Part[] {
  const { stacks, changed, missing, undeclared, storedDifferently = [], unmanaged = [] } = drift;
  const { ignored, retirements, used = [], notes } = drift;
  const isOfMany = stacks.length > 1;
  const [stackHead, stackCell] = [isOfMany ? ["Stack"] : [], (stack: string) => (isOfMany ? [stack] : [])];
  const unmet = unmetIn(drift);
  const [idle, effective] = [true, false].map((isIdle) =>
    ignored.filter(({ objects }) => (objects.length === 0) === isIdle),
  );
  const use = used[0]?.use;
  const changedPart = (title: string, values: string, objects: readonly ChangedObject[]): Part => ({
    title,
    head: [...stackHead, "Kind", "Name", "Workspace", "Written", "Property", values],
    rows: objects.flatMap((object) => fieldRows(object, stackCell(object.stack))),
    count: objects.length,
    block: { is: "changes", groups: [{ isOpen: true, changes: shownChanges(objects, isOfMany) }] },
  });
  const listPart = (title: string, texts: readonly string[]): Part => ({
    title,
    rows: texts.map((text) => [text]),
    count: texts.length,
    block: { is: "list", items: texts.map(point) },
  });
  const all: readonly Part[] = [
    {
      title: "Expectations not met",
      head: ["Line", "", "Expectation", "Workspace", "Expected", "Found"],
      rows: unmet.map(expectationRow),
      count: unmet.length,
      block: { is: "list", items: unmet.map((result) => point(expectationSentence(result))) },
    },
    changedPart("Changed on the gateway", "Declared → live", changed),
    {
      title: "Missing on the gateway",
      head: [...stackHead, "Kind", "Name", "Workspace", "ID", ""],
      rows: missing.map(({ stack, kind, name, title, workspace = "", id, onlyRead }) => {
        const note = onlyRead ? "the program only reads this object" : "";
        return [...stackCell(stack), kind, titled(name, title), workspace, id, note];
      }),
      count: missing.length,
      block: { is: "list", items: missing.map((object) => missingItem(object, isOfMany)) },
    },
    {
      title: "Unmanaged on the gateway",
      head: ["Kind", "Name", "Workspace", "Created", "ID", ""],
      rows: undeclared.map((object) => {
        const { kind, name, workspace = "", created = "", id, connection } = object;
        const note = [connection, holdsWords(object)].filter((part) => part).join(", ");
        return [kind, name, workspace, created, id, note];
      }),
      count: undeclared.length,
      block: { is: "list", items: undeclared.map(undeclaredItem) },
    },
    changedPart("Stored differently", "Sent → stored", storedDifferently),
    changedPart("Unmanaged properties that changed", "Before → live", unmanaged),
    listPart("Retiring models still in use", retirements.filter(isInUse).map(retirementWords)),
    listPart(
      use === undefined ? "In use" : `Used in the last ${durationWords(use.since, use.until)}`,
      used.map(({ list, kind, name, use: { words } }) => {
        return `${nounOf({ name: kind })} ${name}, ${list === "undeclared" ? "unmanaged" : list}: ${words}.`;
      }),
    ),
    listPart(
      "Ignored",
      (effective ?? []).map(({ rule, objects }) => {
        return `${howMany(objects.length, "object")} (${wanted(rule)}): ${rule.reason}`;
      }),
    ),
    listPart("Notes", [
      ...notes,
      ...(idle ?? []).map(
        ({ rule }) => `The ignore rule for ${wanted(rule)} matches nothing (${rule.reason}).`,
      ),
    ]),
  ];
  return all.filter(({ count }) => count > 0);
}

export function driftTable(drift: Drift, colors = noColors): string {
  const names = drift.stacks.map(({ name }) => printable(name)).join(", ");
  const isAsDeclared = driftCounts(drift) === "" ? " No drift." : "";
  return [
    `${names}: ${howMany(drift.compared, "object")} compared.${isAsDeclared}`,
    ...partsOf(drift).flatMap(({ title, head, rows, count }) => {
      const columns = (head ?? []).map((_, at, all) => (at === all.length - 1 ? {} : { widest: 48 }));
      const text =
        head === undefined
          ? rows.flat().map(printable).join("\n")
          : tableText({ columns, head, rows }, colors);
      const lines = text.split("\n").map((line) => `  ${line}`);
      return ["", colors.bold(head === undefined ? title : `${title} (${count})`), ...lines];
    }),
  ].join("\n");
}

function fieldRows(object: ChangedObject, stack: Row): Row[] {
  const { kind, name, title, workspace = "", written = "" } = object;
  const first = [...stack, kind, titled(name, title), workspace, written];
  return withWords(object).fields.map((field, at) => [
    ...(at === 0 ? first : first.map(() => "")),
    field.name,
    field.words,
  ]);
}

function titled(name: string, title: string | undefined): string {
  return title === undefined ? name : `${name} (${title})`;
}

/** Never exceeds the length limit of a GitHub issue. Text from the gateway is escaped. */
export function driftMarkdown(drift: Drift): string {
  const names = drift.stacks.map(({ name }) => name);
  const counts = driftCounts(drift);
  const stacks = names.flatMap((name, at) => [...(at === 0 ? [] : [", "]), code(name)]);
  const compared = `${howMany(drift.compared, "object")} compared`;
  return markdown({
    subject: { what: "drift", name: names.join("+") },
    sign: counts === "" ? "🟢" : "🟠",
    verdict: "The gateway has drifted",
    headline: counts === "" ? [] : [[counts]],
    about: counts === "" ? [[...stacks, `: no drift. ${compared}.`]] : [stacks, [compared]],
    isQuiet: counts === "",
    sections: partsOf(drift).map(({ title, block }) => ({ title, blocks: [block] })),
  });
}

function shownChanges(objects: readonly ChangedObject[], withStack: boolean): ShownChange[] {
  return objects.map(({ stack, workspace, written, ...object }, at) => {
    const change = { ...object, operation: "update", notes: [] } as const;
    const source = [...(withStack ? [`of ${stack}`] : []), ...(written ? [`written ${written}`] : [])];
    return {
      ...changeOf(change, at, { workspaces: {} }),
      ...defined({ place: workspace, source: source.join(", ") || undefined }),
    };
  });
}

function missingItem(object: StackObject, withStack: boolean): Item {
  const { stack, kind, name, title, workspace, id, onlyRead } = object;
  return {
    line: [
      `${nounOf({ name: kind })} `,
      code(name),
      ...(withStack ? [" of ", code(stack)] : []),
      ...(title === undefined ? [] : [` ${called(title)}`]),
      ...(workspace === undefined ? [] : [` in ${called(workspace)}`]),
      ", ",
      code(id),
      ...(onlyRead ? [": the program only reads this object"] : []),
    ],
  };
}

function undeclaredItem(object: UndeclaredObject): Item {
  const { kind, name, id, workspace, connection, created } = object;
  const place = workspace === undefined ? "" : ` in ${called(workspace)}`;
  return {
    line: [
      `${nounOf({ name: kind })} ${called(name)}${place}, `,
      code(id),
      ...(connection === undefined ? [] : [", connection ", code(connection)]),
      ...(created === undefined ? [] : [`, created ${plain(created)}`]),
      ...(object.holds === undefined ? [] : [`, ${holdsWords(object)}`]),
    ],
  };
}
