import { howMany } from "pulumi-workspace-gateway/tools";
import { type Drawing, mermaid } from "../../graph/drawing.js";
import { abridged, clipped, visible, visibly } from "../../text/words.js";
import { operationWords } from "../plan/plan.js";
import {
  asLine,
  type Block,
  type ChangeGroup,
  called,
  code,
  countsOf,
  type Diff,
  type DiffRow,
  fitRows,
  headText,
  type Item,
  itemText,
  type Line,
  type LinePiece,
  type ReviewDocument,
  riskSigns,
  type Section,
  type ShownChange,
  small,
  valueLine,
} from "./block.js";

/** Values up to this length share a line with their object. Reviewers read all of a new object anyway. */
const longestLine = { create: 400, others: 160 };
/** Diffs with more rows than this are folded. */
const openGraphRows = 24;

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

function changeText(change: ShownChange, limits: Limits, medium: Medium): string {
  const { operation, notes, values, diffs } = change;
  const brief = `- ${titleOf(change)}`;
  const texts = values.map((value) => lineText(valueLine(value)));
  const line = texts.join(" · ");
  const isShort = line.length <= (operation === "create" ? longestLine.create : longestLine.others);
  const points = [...notes.map(lineText), ...(isShort ? [] : texts)].map((text) => `  - ${text}`);
  const head = [isShort && line !== "" ? `${brief}: ${line}` : brief, ...points].join("\n");
  if (head.length > medium.longest / 8) {
    return `${brief}: too long to show here. ${medium.rest}`;
  }
  const shown = diffs.map(
    (diff) => `${lineText([code(diff.name)])}:\n\n${diffText(diff, limits.longestDiff, medium.rest)}`,
  );
  return shown.length === 0 ? head : `${head}\n\n${indented(shown.join("\n\n"))}\n`;
}

function diffText(diff: Diff, room: number, where: string): string {
  const reworded = diff.reworded.map(lineText).join(" · ");
  // Indentation takes up two characters in each row.
  const { rows, rest } = fitRows(diff, rowTexts, (room - reworded.length) * 0.9, where);
  const code = fence("diff", rows);
  return [
    rows.length <= openGraphRows ? code : folded(`${rows.length} lines`, code),
    ...(rest === undefined ? [] : [`**${lineText([rest])}**`]),
    ...(diff.whiteSpace === undefined ? [] : [diff.whiteSpace]),
    ...(reworded === "" ? [] : [`Reworded: ${reworded}`]),
  ].join("\n\n");
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** GitHub does not wrap code, so readers would have to scroll sideways to read wider rows. */
const rowWidth = 100;
/** How many characters of a long unchanged stretch are shown on each side of a marked word. */
const around = 36;

function rowTexts({ sign, parts }: DiffRow): string[] {
  const isReworded = parts.some(({ marked }) => marked);
  const text = parts.map((part, at) => (isReworded ? shortened(part, at, parts.length) : part.text)).join("");
  if (sign === "~") {
    return [`@@ ${text} @@`];
  }
  const [first = "", ...more] = wrapped(visible(text));
  return [`${sign} ${first}`.trimEnd(), ...more.map((row) => `${sign} ↪ ${row}`)];
}

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

/** An invisible character that prevents GitHub and GitLab from creating a link, a reference or a mention. */
const tear = "&#8203;";

/** Special characters in Markdown or HTML, both of which render an entity as plain text. */
const markup = /[\\`*_[\]<>&|~$]/g;

/** The start of a mention, reference, address or emoji: `@name`, `#1`, `!1`, `~label`, `GH-1`, `:smile:`. */
const references = /@|[#!%~$*&[](?=[\p{L}\p{N}_"'{])|GH-(?=\d)|www(?=\.)|:(?=\/\/|[\w+-]+:)/giu;

/** A list, heading, rule or quick action at the start of a line: `- `, `1. `, `/merge`. */
const beginnings = /^(?=\s*(?:[-+=]+(?:\s|$)|#+(?:\s|$)|\d+[.)](?:\s|$)|\/))/;

/**
 * Escapes foreign text within a line, so that it contains no markup or mentions and loads nothing. The
 * result is also safe between HTML tags. By default, it is never longer than twice `most`.
 */
export function escaped(text: string, most = 600, longest = 2 * most): string {
  const torn = visibly(text, most, abridged).replace(references, "$&\u200b").replace(beginnings, "\u200b");
  const written = torn.replace(markup, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\u200b", tear);
  return written.length <= longest || most < 8 ? written : escaped(text, Math.floor(most / 2), longest);
}

/** Foreign text in backticks, or in a `<code>` element if it contains backticks, pipes or backslashes. */
export function codeSpan(text: string, most = 120): string {
  if (/[`|\\]/.test(text)) {
    return htmlCode(text, most);
  }
  const shown = visibly(text, most, abridged);
  return shown.trim() === "" ? '`""`' : `\`${shown}\``;
}

/** Like `codeSpan`, for places where Markdown is not parsed, such as in a `<summary>`. */
export function htmlCode(text: string, most = 120): string {
  return `<code>${escaped(text, most)}</code>`;
}

/** A code block that none of its lines can close. The lines must not contain line breaks. */
export function fence(language: string, lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${language}`, ...lines, ticks].join("\n");
}

const tags = { small: "sub", mark: "sup", old: "del", new: "ins" } as const;

/** Every piece of the line is either escaped or shown as code. */
export function lineText(line: Line): string {
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

function titleText(title: string): string {
  return lineText(asLine(title));
}

/** A collapsible section. Its title is HTML, because Markdown is not parsed there. */
function folded(title: string, body: string): string {
  const shown = asLine(title).map((piece) =>
    typeof piece === "string" ? escaped(piece) : htmlCode(piece.text),
  );
  return `<details><summary>${shown.join("")}</summary>\n\n${body}\n\n</details>`;
}

interface Medium {
  readonly longest: number;
  /** The maximum number of entries per list, if there is room. */
  readonly mostEntries: number;
  readonly draw: (drawing: Drawing) => string;
  readonly rest: string;
  /** For some parts, a comment shows only the title. */
  readonly isPage?: true;
}

interface Limits {
  /** The maximum number of entries per list, table, and group of changes. The rest are only counted. */
  readonly most: number;
  readonly longestDiff: number;
  readonly longestDrawing: number;
}

/** GitHub accepts 65,536 characters. The remainder is for text that a pipeline writes above the review. */
export const longestComment = 65_000;
const openRows = 12;
/** GitHub does not render larger diagrams than this. */
const longestMermaid = 8_000;
const shortDiff = 1_500;

const comment: Medium = {
  longest: longestComment,
  mostEntries: 1_000,
  draw: (drawing) => {
    const text = fence("mermaid", mermaid([drawing]).trimEnd().split("\n"));
    return text.length > longestMermaid ? "" : text;
  },
  rest: "The page that `--html` writes shows everything.",
};

/** Each part shows its most important entries and counts the rest, to stay within the medium's limit. */
export function markdown(document: ReviewDocument, medium = comment): string {
  const { longest, mostEntries } = medium;
  const blocks = document.sections.flatMap((section) => section.blocks);
  const groups = blocks.flatMap((block) => (block.is === "changes" ? block.groups : []));
  const diffs = groups.flatMap(({ changes }) => changes.flatMap((change) => change.diffs));
  const long = diffs.filter((diff) => lengthOf(diff) > shortDiff).length;
  for (let part = 1; ; part *= 0.9) {
    const most = Math.floor(mostEntries * part);
    const limits = {
      most,
      longestDiff: Math.max(shortDiff, (0.95 * part * longest) / Math.max(1, long)),
      longestDrawing: 0.5 * part * longest,
    };
    const sections = document.sections.map((section) => sectionText(section, limits, medium));
    const head = `${marker(document.subject)}\n${headText(document, lineText, "## ")}`;
    const text = `${[head, ...sections].join("\n\n")}\n`;
    if (text.length <= longest || most === 0) {
      return text;
    }
  }
}

function lengthOf({ rows }: Diff): number {
  return rows.reduce((sum, { parts }) => sum + parts.reduce((all, { text }) => all + text.length, 3), 0);
}

/** The hidden line by which a pipeline finds its comment again. */
export function marker({ what, name }: ReviewDocument["subject"]): string {
  return `<!-- workspace-gateway ${what}: ${clipped(name.replace(/[^\w./-]/g, "_"), 400)} -->`;
}

function sectionText({ title, isFolded, blocks }: Section, limits: Limits, medium: Medium): string {
  const texts = blocks.map((block) => blockText(block, limits, medium));
  const body = texts.filter((text) => text !== "").join("\n\n");
  return isFolded ? folded(title, body) : `### ${titleText(title)}\n\n${body}`;
}

function blockText(block: Block, limits: Limits, medium: Medium): string {
  switch (block.is) {
    case "line":
      return lineText(block.line);
    case "list":
      return listText(block.items, limits);
    case "table":
      return tableText(block, limits);
    case "changes":
      return changesText(block.groups, limits, medium);
    case "drawing": {
      const text = medium.draw(block.drawing);
      return text.length > limits.longestDrawing ? "" : text;
    }
    case "fold": {
      const inner = () => block.blocks.map((each) => blockText(each, limits, medium)).join("\n\n");
      return block.isForPage && !medium.isPage ? `${titleText(block.title)}.` : folded(block.title, inner());
    }
  }
}

function listText(items: readonly Item[], { most }: Limits): string {
  const rest = items.slice(most);
  const high = rest.filter(({ risk }) => risk === "high").length;
  const words = `${rest.length} more ${rest.length === 1 ? "is" : "are"} omitted here`;
  return [
    ...items.slice(0, most).map((item) => itemText(item, lineText)),
    ...(rest.length === 0 ? [] : [`- ${words}${high === 0 ? "" : `, ${high} of them with high risk`}.`]),
  ].join("\n");
}

function tableText({ head, rows }: Extract<Block, { is: "table" }>, { most }: Limits): string {
  const top = [`| ${head.join(" | ")} |`, `|${" --- |".repeat(head.length)}`];
  const left = rows.length - most;
  const all = [
    ...rows.slice(0, most).map((cells) => `| ${cells.map(lineText).join(" | ")} |`),
    ...(left > 0 ? [`| ${howMany(left, "more row")} omitted |`] : []),
  ];
  const table = (some: readonly string[]) => [...top, ...some].join("\n");
  const rest = `${rows.length - openRows} more`;
  return all.length <= openRows
    ? table(all)
    : `${table(all.slice(0, openRows))}\n\n${folded(rest, table(all.slice(openRows)))}`;
}

function changesText(groups: readonly ChangeGroup[], limits: Limits, medium: Medium): string {
  const all = groups.flatMap(({ changes }) => changes).toSorted((a, b) => a.rank - b.rank);
  const [shown, rest] = [new Set(all.slice(0, limits.most)), all.slice(limits.most)];
  const texts = groups.flatMap(({ title, isOpen, changes }) => {
    const own = changes.filter((change) => shown.has(change));
    const body = own
      .map((change) => changeText(change, limits, medium))
      .join("\n")
      .trimEnd();
    const heading = title === undefined ? "" : `**${titleText(title)}**\n\n`;
    return body === "" ? [] : [isOpen ? `${heading}${body}` : folded(title ?? "", body)];
  });
  const high = rest.filter(({ risk }) => risk === "high").length;
  const more = countsOf(rest).replace(/\d+/g, "$& more");
  const left = `**Omitted because of the size limit: ${more}.**${high === 0 ? "" : ` High risk: ${high}.`}`;
  return [...texts, ...(rest.length === 0 ? [] : [left])].join("\n\n");
}
