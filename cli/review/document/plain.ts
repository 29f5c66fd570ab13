import { defined, howMany } from "pulumi-workspace-gateway/tools";
import { TextTable } from "../../text/table.js";
import { visible } from "../../text/words.js";
import { operationWords } from "../plan/plan.js";
import {
  asLine,
  type Block,
  fitRows,
  headText,
  itemText,
  type Line,
  type ReviewDocument,
  type Section,
  type ShownChange,
  valueLine,
} from "./block.js";

/** The most characters of one text. More would scroll the rest away. */
const longestText = 6_000;

export function plainText(document: ReviewDocument): string {
  return [headText(document, lineText), ...document.sections.map(sectionText)].join("\n\n");
}

function lineText(line: Line): string {
  return line
    .map((piece) => {
      if (typeof piece === "string") {
        return visible(piece);
      }
      const text = visible(piece.text);
      return piece.look === "small" || piece.look === "mark" ? `(${text})` : text;
    })
    .join("");
}

function sectionText({ title, blocks }: Section): string {
  return [lineText(asLine(title)).toUpperCase(), ...blocksTexts(blocks)].join("\n\n");
}

function blocksTexts(blocks: readonly Block[]): string[] {
  return blocks.map(blockText).filter((text) => text !== "");
}

function blockText(block: Block): string {
  switch (block.is) {
    case "line":
      return lineText(block.line);
    case "list":
      return block.items.map((item) => itemText(item, lineText)).join("\n");
    case "table": {
      const rows = block.rows.map((cells) => cells.map(lineText));
      return new TextTable(block.head.map(() => ({}))).lines([block.head, ...rows]).join("\n");
    }
    case "changes":
      return block.groups
        .map(({ title, changes }) =>
          [...(title === undefined ? [] : [`${title}:`]), ...changes.map(changeText)].join("\n"),
        )
        .join("\n\n");
    case "drawing":
      return "";
    case "fold":
      return block.isForPage
        ? `${lineText(asLine(block.title))}.`
        : [`${lineText(asLine(block.title))}:`, ...blocksTexts(block.blocks)].join("\n");
  }
}

function changeText(change: ShownChange): string {
  const { operation, risk, noun, name, place, source, notes, values, diffs } = change;
  const where = [
    ...(place === undefined ? [] : [`in ${visible(place)}`]),
    ...(source === undefined ? [] : [`(${visible(source)})`]),
  ];
  const title = [operationWords[operation].title, noun, visible(name), ...where].join(" ");
  const details = [
    ...notes.map(lineText),
    ...values.map((value) => lineText(valueLine(value))),
    ...diffs.flatMap((diff) => {
      const print = ({ sign, parts }: (typeof diff.rows)[number]) => [
        `${sign} ${visible(parts.map(({ text }) => text).join(""))}`,
      ];
      const { rows, rest } = fitRows(
        diff,
        print,
        longestText,
        "The page that `--html` writes shows all of it.",
      );
      return [
        `${visible(diff.name)}, ${howMany(diff.rows.length, "row")}:`,
        ...rows,
        ...(diff.whiteSpace === undefined ? [] : [diff.whiteSpace]),
        ...(rest === undefined ? [] : [rest]),
      ];
    }),
  ];
  const head = itemText({ ...defined({ risk }), line: [title] }, lineText);
  return [head, ...details.map((line) => `    ${line}`)].join("\n");
}
