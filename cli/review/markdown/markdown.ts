import { howMany } from "pulumi-workspace-gateway/tools";
import { type Drawing, mermaid } from "../../graph/drawing.js";
import { clipped } from "../../text/visible.js";
import type { Block, ChangeGroup, Document, Item, Line, Section } from "../blocks/block.js";
import { fit, fitGroups } from "../blocks/fit.js";
import { riskSigns } from "../blocks/lines.js";
import { printedChange } from "./change-text.js";
import { fence, folded, lineText, titleText } from "./text.js";

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
