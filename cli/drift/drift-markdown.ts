import { defined, howMany, nounOf } from "pulumi-workspace-gateway/tools";
import { expectationSentence } from "../expectations/words.js";
import type { Block, Document, Item, Line, Section } from "../review/blocks/block.js";
import { called, code, listSection, plain, point } from "../review/blocks/lines.js";
import { changeOf } from "../review/blocks/shown-change.js";
import { markdown } from "../review/markdown/markdown.js";
import { type ChangedObject, type Drift, type StackObject, type UndeclaredObject, unmetIn } from "./drift.js";
import {
  driftCounts,
  holdsWords,
  ignoredLines,
  inUseLines,
  inUseTitle,
  listTitles,
  notesToTell,
  retiringLines,
} from "./drift-words.js";

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
    look: counts === "" ? "none" : "medium",
    words: "The gateway is not as declared",
    headline: counts === "" ? [] : [[counts]],
    about: counts === "" ? [[...shown, `: the gateway is as declared. ${compared}.`]] : [shown, [compared]],
    isQuiet: counts === "",
    sections: sectionsOf(drift),
  };
}

function sectionsOf(drift: Drift): Section[] {
  const { changed, missing, undeclared, unmanaged = [], stacks } = drift;
  const whose = (object: StackObject): Line => (stacks.length > 1 ? [" of ", code(object.stack)] : []);
  return [
    ...listSection(
      { id: "unmet", title: listTitles.unmet, share: 0.2 },
      unmetIn(drift).map((result) => point(expectationSentence(result))),
    ),
    ...changedSection({ id: "changed", title: listTitles.changed }, changed, stacks.length > 1),
    ...listSection(
      { id: "missing", title: listTitles.missing, share: 0.2 },
      missing.map((object) => missingItem(object, whose(object))),
    ),
    ...listSection(
      { id: "undeclared", title: listTitles.undeclared, share: 0.2 },
      undeclared.map(undeclaredItem),
    ),
    ...changedSection(
      { id: "unmanaged", title: listTitles.unmanaged, share: 0.2 },
      unmanaged,
      stacks.length > 1,
    ),
    ...listSection(
      { id: "retiring", title: listTitles.retiring, share: 0.1 },
      retiringLines(drift).map(point),
    ),
    ...listSection({ id: "used", title: inUseTitle(drift), share: 0.1 }, inUseLines(drift).map(point)),
    ...listSection({ id: "ignored", title: "Ignored", share: 0.05 }, ignoredLines(drift).map(point)),
    ...listSection({ id: "notes", title: "Notes", share: 0.05 }, notesToTell(drift).map(point)),
  ];
}

function changedSection(
  about: Omit<Section, "blocks">,
  objects: readonly ChangedObject[],
  withStack: boolean,
): Section[] {
  const changes = objects.map(({ stack, workspace, written, ...object }, at) => {
    const change = { ...object, operation: "update", notes: [], weight: 0 } as const;
    const source = [...(withStack ? [`of ${stack}`] : []), ...(written ? [`written ${written}`] : [])];
    return {
      ...changeOf(change, [about.id, at], { workspaces: {} }),
      ...defined({ place: workspace, source: source.join(", ") || undefined }),
    };
  });
  const block: Block = { is: "changes", groups: [{ isOpen: true, changes }] };
  return changes.length === 0 ? [] : [{ ...about, count: changes.length, blocks: [block] }];
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
