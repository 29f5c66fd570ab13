import { clipped } from "../../text/visible.js";
import type { Block, Document, Line, Section } from "../blocks/block.js";
import { blockText } from "./block-text.js";
import { folded, lineText, titleText } from "./line-text.js";

/** GitHub takes 65,536 characters. The rest is for what a pipeline says above the review. */
export const longestComment = 65_000;

/**
 * A document as the comment of a pull request or the text of an issue. It is never longer than `longest`, and no text that
 * comes from elsewhere is markup in it.
 */
export function markdown(document: Document, longest = longestComment): string {
  const head = headOf(document);
  const fixed = new Map(
    document.sections.map((section) => [section, sectionText(section, (section.share ?? 0) * longest)]),
  );
  const room = longest - head.length - [...fixed.values()].reduce((sum, text) => sum + text.length + 2, 10);
  const parts = document.sections.map((section) =>
    section.share === undefined ? sectionText(section, room) : fixed.get(section),
  );
  return `${[head, ...parts].filter((part) => part).join("\n\n")}\n`;
}

/** The hidden line by which a pipeline finds its comment again. */
export function marker({ what, name }: Document["subject"]): string {
  return `<!-- workspace-gateway ${what}: ${clipped(name.replace(/[^\w./-]/g, "_"), 400)} -->`;
}

function headOf({ subject, alert, sign, words, headline, about, isQuiet }: Document): string {
  const first = alert === undefined ? [] : [`**⚠️ ${lineText(alert)}**\n`];
  const told = joined(about, " · ");
  const lead = headline.length === 0 ? "" : `: ${joined(headline, ", ")}`;
  const title = isQuiet ? [`${sign} ${told}`] : [`## ${sign} ${words}${lead}`, "", told];
  return [marker(subject), ...first, ...title].join("\n");
}

function joined(lines: readonly Line[], between: string): string {
  return lines.map((line) => lineText(line)).join(between);
}

/** Blocks that cannot be cut come first to their room; the others share what is left, in their order. */
function sectionText({ title, isFolded, blocks }: Section, room: number): string {
  if (room <= 0) {
    return "";
  }
  const isWhole = ({ is }: Block) => is === "drawing" || is === "line";
  const whole = new Map(blocks.filter(isWhole).map((block) => [block, blockText(block, room)]));
  let left = room - 200 - [...whole.values()].reduce((sum, text) => sum + text.length + 2, 0);
  const texts = blocks.map((block) => {
    const text = whole.get(block) ?? blockText(block, left);
    left -= whole.has(block) ? 0 : text.length + 2;
    return text;
  });
  const body = texts.filter((text) => text !== "").join("\n\n");
  return isFolded ? folded(title, body) : `### ${titleText(title)}\n\n${body}`;
}
