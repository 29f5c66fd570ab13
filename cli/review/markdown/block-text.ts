import { howMany } from "pulumi-workspace-gateway/tools";
import type { Block, ChangeGroup, Item, Line } from "../blocks/block.js";
import { fit } from "../blocks/fit.js";
import { fitGroups } from "../blocks/fit-changes.js";
import { riskSigns } from "../blocks/lines.js";
import { printedChange } from "./change-text.js";
import { diagram } from "./diagram.js";
import { fence } from "./escaping/fence.js";
import { folded, lineText, titleText } from "./line-text.js";

/** More rows than these are opened by those who want them. */
const openRows = 12;
/** GitHub draws no larger ones, and nobody reads them. */
const largestDiagram = 8_000;

/** A block in so much room. */
export function blockText(block: Block, room: number): string {
  switch (block.is) {
    case "line":
      return lineText(block.line);
    case "list":
      return fit(block.items.map(itemText), room, (count) => `- ${count} more are left out here.`).join("\n");
    case "table":
      return tableText(block, room);
    case "changes":
      return changesText(block.groups, room);
    case "drawing": {
      const lines = diagram(block.graph);
      const text = fence("mermaid", lines);
      return text.length > Math.min(largestDiagram, room) ? "" : text;
    }
    case "fold":
      return block.isForPage
        ? `${titleText(block.title)}.`
        : folded(block.title, block.blocks.map((inner) => blockText(inner, room - 200)).join("\n\n"));
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

function changesText(changes: readonly ChangeGroup[], room: number): string {
  const { groups, left } = fitGroups(changes, printedChange, room - 200);
  const texts = groups.map(({ title, isOpen, shown }) => {
    const body = shown.join("\n").trimEnd();
    const heading = title === undefined ? "" : `**${titleText(title)}**\n\n`;
    return isOpen ? `${heading}${body}` : folded(title ?? "", body);
  });
  const more = left.replace(/\d+/g, "$& more");
  const rest = left === "" ? [] : [`**Left out here, because there is no more room: ${more}.**`];
  return [...texts, ...rest].join("\n\n");
}
