import { howMany } from "pulumi-workspace-gateway/tools";
import { type Drawing, mermaid } from "../../graph/drawing.js";
import { abridged, clipped, visible, visibly } from "../../text/words.js";
import { operationWords } from "../plan/plan.js";
import {
  asLine,
  type Block,
  type ChangedValue,
  type ChangeGroup,
  called,
  code,
  type Diff,
  type DiffRow,
  type Document,
  fit,
  fitGroups,
  fitRows,
  type Item,
  type Line,
  type LinePiece,
  type PrintedChange,
  riskSigns,
  type Section,
  type ShownChange,
  small,
} from "./block.js";

/** Values that are not longer together stand in the line of their object; all that is new is read through anyway. */
const longestLine = { create: 400, others: 160 };
/** More rows than these are opened by those who want them. */
const openGraphRows = 24;

/**
 * A change as a point of a list.
 *
 * @param rest - where to find the rest of a text that is cut
 */
function printedChange(change: ShownChange, rest: string): PrintedChange<string> {
  const brief = `- ${titleOf(change)}`;
  return { change, brief, whole: (room) => wholeOf(change, { brief, rest }, room) };
}

function titleOf({ operation, risk, noun, name, title, place, source }: ShownChange): string {
  return lineText([
    ...(risk === undefined ? [] : [`${riskSigns[risk]} `]),
    { look: "strong", text: operationWords[operation].title },
    ` ${noun} `,
    code(name),
    ...(title === undefined ? [] : [` ${called(title)}`]),
    ...(place === undefined ? [] : [` in ${called(place)}`]),
    ...(source === undefined ? [] : [" ", small(source)]),
  ]);
}

function wholeOf(
  { operation, notes, values, diffs }: ShownChange,
  { brief, rest }: { readonly brief: string; readonly rest: string },
  room: number,
): string {
  const texts = values.map(valueText);
  const line = texts.join(" · ");
  const isShort = line.length <= (operation === "create" ? longestLine.create : longestLine.others);
  const points = [...notes.map(lineText), ...(isShort ? [] : texts)].map((text) => `  - ${text}`);
  const head = [isShort && line !== "" ? `${brief}: ${line}` : brief, ...points].join("\n");
  const share = (room - head.length) / diffs.length - 300;
  const shown = diffs.map((diff) => `${lineText([code(diff.name)])}:\n\n${diffText(diff, share, rest)}`);
  return shown.length === 0 ? head : `${head}\n\n${indented(shown.join("\n\n"))}\n`;
}

function valueText({ name, before, after }: ChangedValue): string {
  const old = before === undefined ? [] : [...before, " → "];
  return lineText([code(name), " ", ...old, ...after]);
}

/** A diff that GitHub and GitLab colour, and below it the words that differ within lines. */
function diffText(diff: Diff, room: number, where: string): string {
  const reworded = diff.reworded.map(lineText).join(" · ");
  // The indentation takes two characters of each row.
  const { rows, rest } = fitRows(diff, rowTexts, (room - reworded.length) * 0.9, where);
  const code = fence("diff", rows);
  return [
    rows.length <= openGraphRows ? code : folded(`${rows.length} rows`, code),
    ...(rest === undefined ? [] : [`**${lineText([rest])}**`]),
    ...(diff.whiteSpace === undefined
      ? []
      : [`Only ${diff.whiteSpace === "line ends" ? "line ends differ" : "white space differs"}.`]),
    ...(reworded === "" ? [] : [`Reworded: ${reworded}`]),
  ].join("\n\n");
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** A row of code does not wrap on GitHub: wider ones would have to be scrolled. */
const rowWidth = 100;
/** So much of a long unchanged stretch is shown on each side of a marked word. */
const around = 36;

/** A row of a difference as rows of code that need not be scrolled. */
function rowTexts({ sign, parts }: DiffRow): string[] {
  const isReworded = parts.some(({ marked }) => marked);
  const text = parts.map((part, at) => (isReworded ? shortened(part, at, parts.length) : part.text)).join("");
  if (sign === "~") {
    return [`@@ ${text} @@`];
  }
  const [first = "", ...more] = wrapped(visible(text));
  return [`${sign} ${first}`.trimEnd(), ...more.map((row) => `${sign} ↪ ${row}`)];
}

/** Only the ends of an unchanged stretch that stand next to a marked word. */
function shortened({ text, marked }: DiffRow["parts"][number], at: number, count: number): string {
  if (marked || text.length <= 3 * around) {
    return text;
  }
  const start = at === 0 ? "" : text.slice(0, around).replace(/\S*$/, "");
  const end = at === count - 1 ? "" : text.slice(-around).replace(/^\S*/, "");
  return `${start}…${end}`;
}

function wrapped(text: string): string[] {
  const rows = text.match(new RegExp(`.{1,${rowWidth}}(?:\\s|$)|.{1,${rowWidth}}`, "gu"));
  return rows?.map((row) => row.trimEnd()) ?? [""];
}

/** Does not show, and tears apart what GitHub and GitLab would make a link, a reference or a mention of. */
const tear = "&#8203;";

/** What has a meaning in Markdown or HTML. An entity stands for the character alone, in the one as in the other. */
const markup = /[\\`*_[\]<>&|~$]/g;

/** What begins a mention, a reference, an address or an emoji: `@name`, `#1`, `!1`, `~label`, `GH-1`, `:smile:`. */
const references = /@|[#!%~$*&[](?=[\p{L}\p{N}_"'{])|GH-(?=\d)|www(?=\.)|:(?=\/\/|[\w+-]+:)/giu;

/** What begins a list, a heading, a rule or a quick action at the start of a line: `- `, `1. `, `/merge`. */
const beginnings = /^(?=\s*(?:[-+=]+(?:\s|$)|#+(?:\s|$)|\d+[.)](?:\s|$)|\/))/;

/**
 * A text that comes from elsewhere as a part of a line: nothing in it is markup, calls anybody, or loads anything.
 * It is also right between HTML tags. What is written is never longer than twice the most that may be shown.
 */
export function escaped(text: string, most = 600, longest = 2 * most): string {
  const torn = visibly(text, most, abridged).replace(references, "$&\u200b").replace(beginnings, "\u200b");
  const written = torn.replace(markup, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\u200b", tear);
  return written.length <= longest || most < 8 ? written : escaped(text, Math.floor(most / 2), longest);
}

/** A text that comes from elsewhere as code: between back-ticks where it has none, and nothing that a table reads. */
export function codeSpan(text: string, most = 120): string {
  if (/[`|\\]/.test(text)) {
    return htmlCode(text, most);
  }
  const shown = visibly(text, most, abridged);
  return shown.trim() === "" ? '`""`' : `\`${shown}\``;
}

/** The same where Markdown is not read, as in a `<summary>`. */
export function htmlCode(text: string, most = 120): string {
  return `<code>${escaped(text, most)}</code>`;
}

/** A sentence whose names stand between back-ticks. Whatever names hold, all of it is either escaped or code. */
export function withCode(text: string, most = 600): string {
  const parts = visibly(text, most).split(/`([^`]+)`/);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part, most) : codeSpan(part, most))).join("");
}
/** Lines as a block of code that none of them can close. They must be without line breaks. */
export function fence(language: string, lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${language}`, ...lines, ticks].join("\n");
}

const tags = { small: "sub", mark: "sup", old: "del", new: "ins" } as const;

/** A line. Whatever its pieces hold, all of it is either escaped or code. */
function lineText(line: Line): string {
  return line.map(pieceText).join("");
}

function pieceText(piece: LinePiece): string {
  if (typeof piece === "string") {
    return escaped(piece);
  }
  const { look, text } = piece;
  switch (look) {
    case "code":
      return codeSpan(text);
    case "strong":
      return `**${escaped(text)}**`;
    default:
      return `<${tags[look]}>${escaped(text)}</${tags[look]}>`;
  }
}

/** A title in which back-ticks enclose code. */
function titleText(title: string): string {
  return lineText(asLine(title));
}

/** A part that a reader opens. Markdown is not read in its title. */
function folded(title: string, body: string): string {
  const shown = asLine(title).map((piece) =>
    typeof piece === "string" ? escaped(piece) : htmlCode(piece.text),
  );
  return `<details><summary>${shown.join("")}</summary>\n\n${body}\n\n</details>`;
}

/** Where a document is printed. */
interface Medium {
  /** How many characters there is room for. */
  readonly longest: number;
  readonly draw: (drawing: Drawing) => string;
  /** Where to find the rest of a text that is cut. */
  readonly rest: string;
  /** A comment has only the titles of some parts. */
  readonly isPage?: true;
}

/** GitHub takes 65,536 characters. The rest is for what a pipeline says above the review. */
export const longestComment = 65_000;
/** More rows than these are folded away. */
const openRows = 12;
/** GitHub does not draw larger ones. */
const longestMermaid = 8_000;

const comment: Medium = {
  longest: longestComment,
  draw: (drawing) => {
    const text = fence("mermaid", mermaid([drawing]).trimEnd().split("\n"));
    return text.length > longestMermaid ? "" : text;
  },
  rest: "All of it is in the page that `--html` writes.",
};

/**
 * A document as Markdown: the comment of a pull request or the text of an issue, if no other medium is given. It is never
 * longer than the medium allows, and no text that comes from elsewhere is markup in it.
 */
export function markdown(document: Document, medium = comment): string {
  const { longest } = medium;
  const head = headOf(document);
  const fixed = new Map(
    document.sections.map((section) => [
      section,
      section.share === undefined ? undefined : sectionText(section, section.share * longest, medium),
    ]),
  );
  const used = [...fixed.values()].reduce((sum, text = "") => sum + text.length + 2, 10);
  const room = longest - head.length - used;
  const parts = document.sections.map((section) => fixed.get(section) ?? sectionText(section, room, medium));
  return `${[head, ...parts].filter((part) => part).join("\n\n")}\n`;
}

/** The hidden line by which a pipeline finds its comment again. */
export function marker({ what, name }: Document["subject"]): string {
  return `<!-- workspace-gateway ${what}: ${clipped(name.replace(/[^\w./-]/g, "_"), 400)} -->`;
}

function headOf({ subject, sign, words, headline, about, isQuiet }: Document): string {
  const told = joined(about, " · ");
  const lead = headline.length === 0 ? "" : `: ${joined(headline, ", ")}`;
  const title = isQuiet ? [`${sign} ${told}`] : [`## ${sign} ${words}${lead}`, "", told];
  return [marker(subject), ...title].join("\n");
}

function joined(lines: readonly Line[], between: string): string {
  return lines.map((line) => lineText(line)).join(between);
}

/** Blocks that cannot be cut come first to their room; the others share what is left, in their order. */
function sectionText({ title, isFolded, blocks }: Section, room: number, medium: Medium): string {
  if (room <= 0) {
    return "";
  }
  const isWhole = ({ is }: Block) => is === "drawing" || is === "line";
  const whole = new Map(blocks.filter(isWhole).map((block) => [block, blockText(block, room, medium)]));
  let left = room - 200 - [...whole.values()].reduce((sum, text) => sum + text.length + 2, 0);
  const texts = blocks.map((block) => {
    const text = whole.get(block) ?? blockText(block, left, medium);
    left -= whole.has(block) ? 0 : text.length + 2;
    return text;
  });
  const body = texts.filter((text) => text !== "").join("\n\n");
  return isFolded ? folded(title, body) : `### ${titleText(title)}\n\n${body}`;
}

function blockText(block: Block, room: number, medium: Medium): string {
  switch (block.is) {
    case "line":
      return lineText(block.line);
    case "list":
      return fit(block.items.map(itemText), room, (count) => `- ${count} more are left out here.`).join("\n");
    case "table":
      return tableText(block, room);
    case "changes":
      return changesText(block.groups, room, medium);
    case "drawing": {
      const text = medium.draw(block.drawing);
      return text.length > room ? "" : text;
    }
    case "fold": {
      const inner = () => block.blocks.map((each) => blockText(each, room - 200, medium)).join("\n\n");
      return block.isForPage && !medium.isPage ? `${titleText(block.title)}.` : folded(block.title, inner());
    }
  }
}

function itemText({ risk, line }: Item): string {
  return `- ${risk === undefined ? "" : `${riskSigns[risk]} `}${lineText(line)}`;
}

function tableText({ head, rows }: Extract<Block, { is: "table" }>, room: number): string {
  const rowText = (cells: readonly Line[]) => `| ${cells.map(lineText).join(" | ")} |`;
  const top = [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`];
  const all = fit(rows.map(rowText), room - 600, (count) => `| ${howMany(count, "more row")} left out |`);
  const table = (some: readonly string[]) => [...top, ...some].join("\n");
  const rest = `${rows.length - openRows} more`;
  return all.length <= openRows
    ? table(all)
    : `${table(all.slice(0, openRows))}\n\n${folded(rest, table(all.slice(openRows)))}`;
}

function changesText(changes: readonly ChangeGroup[], room: number, { rest }: Medium): string {
  const { groups, left } = fitGroups(changes, (change) => printedChange(change, rest), room - 200);
  const texts = groups.map(({ title, isOpen, shown }) => {
    const body = shown.join("\n").trimEnd();
    const heading = title === undefined ? "" : `**${titleText(title)}**\n\n`;
    return isOpen ? `${heading}${body}` : folded(title ?? "", body);
  });
  const more = left.replace(/\d+/g, "$& more");
  return [
    ...texts,
    ...(left === "" ? [] : [`**Left out here, because there is no more room: ${more}.**`]),
  ].join("\n\n");
}
