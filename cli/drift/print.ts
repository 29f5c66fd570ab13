import { defined, howMany, nounOf, printable } from "pulumi-workspace-gateway/tools";
import { expectationRow, expectationSentence } from "../expectations/check.js";
import { isInUse, retirementWords } from "../retirement/retirement.js";
import {
  type Block,
  called,
  code,
  type Document,
  type Item,
  type Line,
  listSection,
  plain,
  point,
  type Section,
} from "../review/document/block.js";
import { changeOf, withWords } from "../review/document/changes.js";
import { markdown } from "../review/document/markdown.js";
import { TextTable } from "../text/table.js";
import { durationWords } from "../text/words.js";
import {
  type ChangedObject,
  type Drift,
  type IgnoreRule,
  type StackObject,
  type UndeclaredObject,
  unmetIn,
} from "./drift.js";

const listTitles = {
  changed: "Changed on the gateway",
  missing: "Missing on the gateway",
  undeclared: "On the gateway, but not declared",
  storedDifferently: "Stored differently",
  unmanaged: "Changed, but not declared",
  unmet: "Not as expected",
  retiring: "Models that retire and are in use",
} as const;

/** How much of what: "2 changed, 1 missing". Empty if the gateway is as declared. */
export function driftCounts(drift: Drift): string {
  const { changed, missing, undeclared } = drift;
  const counts = [
    [changed.length, "changed"],
    [missing.length, "missing"],
    [undeclared.length, "not declared"],
    [unmetIn(drift).length, "not as expected"],
  ] as const;
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])).join(", ");
}

/** What a workspace holds that was not looked into: "holds 1 member, 3 prompts". */
function holdsWords({ holds }: UndeclaredObject): string {
  const counts = Object.entries(holds ?? {}).map(([name, count]) => howMany(count, nounOf({ name })));
  return holds === undefined ? "" : `holds ${counts.join(", ") || "nothing that its row counts"}`;
}

/** What the rules have ignored: "2 objects (Prompt draft-*): made by the console". */
function ignoredLines({ ignored }: Drift): string[] {
  return ignored
    .filter(({ objects }) => objects.length > 0)
    .map(({ rule, objects }) => `${howMany(objects.length, "object")} (${wanted(rule)}): ${rule.reason}`);
}

function retiringLines({ retirements }: Drift): string[] {
  return retirements.filter(isInUse).map(retirementWords);
}

/** What is worth a note: those of the facts, and rules that ignore nothing. */
function visibleNotes({ notes, ignored }: Drift): string[] {
  const idle = ignored.filter(({ objects }) => objects.length === 0);
  return [
    ...notes,
    ...idle.map(({ rule }) => `The rule for ${wanted(rule)} ignores nothing (${rule.reason}).`),
  ];
}

/** What a rule is for: "Prompt draft-* in Support", "content of Prompt draft-*". */
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

const listWords = { changed: "changed", missing: "missing", undeclared: "not declared" } as const;

function inUseTitle({ used: [first] = [] }: Drift): string {
  return first === undefined
    ? "In use"
    : `In use in the last ${durationWords(first.use.since, first.use.until)}`;
}

function inUseLines({ used = [] }: Drift): string[] {
  return used.map(
    ({ list, kind, name, use }) => `${nounOf({ name: kind })} ${name}, ${listWords[list]}: ${use.words}.`,
  );
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

export function driftTable(drift: Drift): string {
  const { stacks, compared, changed, missing, undeclared, storedDifferently = [], unmanaged = [] } = drift;
  const unmet = unmetIn(drift);
  const isOfMany = stacks.length > 1;
  const head = `${stacks.map(({ name }) => printable(name)).join(", ")}: ${howMany(compared, "object")} compared.`;
  const whose = ({ stack }: StackObject) => (isOfMany ? [stack] : []);
  const stackTitle = isOfMany ? ["stack"] : [];
  const fieldsSection = (title: string, values: string, objects: readonly ChangedObject[]) =>
    section(
      title,
      objects.length,
      [...stackTitle, "kind", "name", "workspace", "written", "property", values],
      objects.flatMap((object) => fieldRows(object, whose(object))),
    );
  return [
    driftCounts(drift) === "" ? `${head} The gateway is as declared.` : head,
    ...section(
      listTitles.unmet,
      unmet.length,
      ["line", "", "expectation", "workspace", "expected", "found"],
      unmet.map(expectationRow),
    ),
    ...fieldsSection(listTitles.changed, "declared → live", changed),
    ...section(
      listTitles.missing,
      missing.length,
      [...stackTitle, "kind", "name", "workspace", "id", ""],
      missing.map((object) => [
        ...whose(object),
        object.kind,
        nameOfObject(object),
        object.workspace ?? "",
        object.id,
        object.onlyRead ? "the program only reads it" : "",
      ]),
    ),
    ...section(
      listTitles.undeclared,
      undeclared.length,
      ["kind", "name", "workspace", "created", "id", ""],
      undeclared.map((object) => [
        object.kind,
        object.name,
        object.workspace ?? "",
        object.created ?? "",
        object.id,
        [object.connection, holdsWords(object)].filter((part) => part).join(", "),
      ]),
    ),
    ...fieldsSection(listTitles.storedDifferently, "sent → stored", storedDifferently),
    ...fieldsSection(listTitles.unmanaged, "before → live", unmanaged),
    ...lines(listTitles.retiring, retiringLines(drift)),
    ...lines(inUseTitle(drift), inUseLines(drift)),
    ...lines("Ignored", ignoredLines(drift)),
    ...lines("Notes", visibleNotes(drift)),
  ].join("\n");
}

/** The object stands in the first line, each of its properties in one. */
function fieldRows(object: ChangedObject, whose: Row): Row[] {
  const { kind, workspace = "", written = "" } = object;
  const first = [...whose, kind, nameOfObject(object), workspace, written];
  return withWords(object).fields.map(({ name, words }, at) => [
    ...(at === 0 ? first : first.map(() => "")),
    name,
    words,
  ]);
}

function nameOfObject({ name, title }: StackObject): string {
  return title === undefined ? name : `${name} (${title})`;
}

function section(title: string, count: number, titles: Row, rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : ["", `${title} (${count})`, ...table([titles, ...rows])];
}

function lines(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ["", title, ...texts.map((text) => `  ${printable(text)}`)];
}

const widest = 48;

function table(rows: readonly Row[]): string[] {
  const columns = (rows[0] ?? []).map((_, at, all) => (at === all.length - 1 ? {} : { widest }));
  return new TextTable(columns).lines(rows).map((line) => `  ${line}`);
}

/** Drift as the text of an issue: never longer than an issue may be, and nothing that comes from elsewhere is markup. */
export function driftMarkdown(drift: Drift): string {
  return markdown(documentOfDrift(drift));
}

function documentOfDrift(drift: Drift): Document {
  const names = drift.stacks.map(({ name }) => name);
  const counts = driftCounts(drift);
  const shown = names.flatMap((name, at) => [...(at === 0 ? [] : [", "]), code(name)]);
  const compared = `${howMany(drift.compared, "object")} compared`;
  return {
    subject: { what: "drift", name: names.join("+") },
    sign: counts === "" ? "🟢" : "🟠",
    words: "The gateway is not as declared",
    headline: counts === "" ? [] : [[counts]],
    about: counts === "" ? [[...shown, `: the gateway is as declared. ${compared}.`]] : [shown, [compared]],
    isQuiet: counts === "",
    sections: sectionsOf(drift),
  };
}

function sectionsOf(drift: Drift): Section[] {
  const { changed, missing, undeclared, storedDifferently = [], unmanaged = [], stacks } = drift;
  const whose = (object: StackObject): Line => (stacks.length > 1 ? [" of ", code(object.stack)] : []);
  return [
    ...listSection(
      listTitles.unmet,
      unmetIn(drift).map((result) => point(expectationSentence(result))),
    ),
    ...changedSection(listTitles.changed, changed, stacks.length > 1),
    ...listSection(
      listTitles.missing,
      missing.map((object) => missingItem(object, whose(object))),
    ),
    ...listSection(listTitles.undeclared, undeclared.map(undeclaredItem)),
    ...changedSection(listTitles.storedDifferently, storedDifferently, stacks.length > 1),
    ...changedSection(listTitles.unmanaged, unmanaged, stacks.length > 1),
    ...listSection(listTitles.retiring, retiringLines(drift).map(point)),
    ...listSection(inUseTitle(drift), inUseLines(drift).map(point)),
    ...listSection("Ignored", ignoredLines(drift).map(point)),
    ...listSection("Notes", visibleNotes(drift).map(point)),
  ];
}

function changedSection(title: string, objects: readonly ChangedObject[], withStack: boolean): Section[] {
  const changes = objects.map(({ stack, workspace, written, ...object }, at) => {
    const change = { ...object, operation: "update", notes: [] } as const;
    const source = [...(withStack ? [`of ${stack}`] : []), ...(written ? [`written ${written}`] : [])];
    return {
      ...changeOf(change, at, { workspaces: {} }),
      ...defined({ place: workspace, source: source.join(", ") || undefined }),
    };
  });
  const block: Block = { is: "changes", groups: [{ isOpen: true, changes }] };
  return changes.length === 0 ? [] : [{ title, blocks: [block] }];
}

function missingItem({ kind, name, title, workspace, id, onlyRead }: StackObject, whose: Line): Item {
  return {
    line: [
      `${nounOf({ name: kind })} `,
      code(name),
      ...whose,
      ...(title === undefined ? [] : [` ${called(title)}`]),
      ...(workspace === undefined ? [] : [` in ${called(workspace)}`]),
      ", ",
      code(id),
      ...(onlyRead ? [": the program only reads it"] : []),
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
