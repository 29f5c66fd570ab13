import { howMany } from "pulumi-workspace-gateway/tools";
import { type Colors, noColors, tableText } from "../../output.js";
import { visible } from "../../text/words.js";
import { operationWords } from "../plan/plan.js";
import {
  asLine,
  type Block,
  type Diff,
  type DiffRow,
  fitRows,
  headText,
  itemText,
  type Line,
  type ReviewDocument,
  riskSigns,
  type Section,
  type ShownChange,
  valueLine,
} from "./block.js";

/** The maximum length of a diff. A longer diff would scroll the rest of the output off the screen. */
const longestText = 6_000;

const whereAll = "`--output markdown` and `--html` show everything.";

export function plainText(document: ReviewDocument, colors: Colors): string {
  return new Printer(colors).document(document);
}

class Printer {
  private hasFold = false;

  constructor(private readonly colors: Colors) {}

  document(document: ReviewDocument): string {
    const [verdict = "", ...size] = headText(document, this.line).split("\n");
    const head = [this.colors.bold(verdict), ...size].join("\n");
    const sections = document.sections.map((section) => this.section(section));
    return [head, ...sections, ...(this.hasFold ? [this.colors.dim(whereAll)] : [])].join("\n\n");
  }

  private readonly line = (line: Line): string => lineText(line, this.colors);

  private section({ title, isFolded, blocks }: Section): string {
    const head = lineText(asLine(title), noColors);
    return isFolded ? this.folded(head) : `${this.colors.bold(head)}\n${this.blocks(blocks).join("\n\n")}`;
  }

  private folded(title: string): string {
    this.hasFold = true;
    return `▸ ${title}`;
  }

  private blocks(blocks: readonly Block[]): string[] {
    return blocks.map((block) => this.block(block)).filter((text) => text !== "");
  }

  private block(block: Block): string {
    switch (block.is) {
      case "line":
        return this.line(block.line);
      case "list":
        return block.items.map((item) => itemText(item, this.line)).join("\n");
      case "table": {
        const rows = block.rows.map((cells) => cells.map((line) => lineText(line, noColors)));
        return tableText({ head: block.head, rows }, this.colors);
      }
      case "changes":
        return block.groups
          .map(({ title, changes }) =>
            [
              ...(title === undefined ? [] : [`${title}:`]),
              ...changes.map((change) => this.change(change)),
            ].join("\n"),
          )
          .join("\n\n");
      case "drawing":
        return "";
      case "fold":
        return this.folded(lineText(asLine(block.title), noColors));
    }
  }

  private change(change: ShownChange): string {
    const { operation, risk, noun, name, place, source, notes, values, diffs } = change;
    const where = [
      ...(place === undefined ? [] : [`in ${visible(place)}`]),
      ...(source === undefined ? [] : [this.colors.dim(`(${visible(source)})`)]),
    ];
    const [symbol, color] = symbols[operation];
    const paint = this.colors[color];
    const title = [paint(`${symbol} ${operationWords[operation].noun}`), noun, visible(name), ...where];
    const details = [
      ...notes.map(this.line),
      ...values.map((value) => this.line(valueLine(value))),
      ...diffs.flatMap((diff) => this.diff(diff)),
    ];
    // An emoji is two columns wide.
    const head = `${risk === undefined ? "  " : riskSigns[risk]} ${title.join(" ")}`;
    return [head, ...details.map((line) => `       ${line}`)].join("\n");
  }

  private diff(diff: Diff): string[] {
    const { green, red, yellow } = this.colors;
    const paints = { "+": green, "-": red, "!": yellow, "~": String, " ": String };
    const print = ({ sign, parts }: DiffRow) => [
      paints[sign](`${sign} ${visible(parts.map(({ text }) => text).join(""))}`),
    ];
    const { rows, rest } = fitRows(diff, print, longestText, whereAll);
    return [
      `${visible(diff.name)}, ${howMany(diff.rows.length, "line")}:`,
      ...rows,
      ...(diff.whiteSpace === undefined ? [] : [diff.whiteSpace]),
      ...(rest === undefined ? [] : [rest]),
    ];
  }
}

/** Pulumi's symbols and colors. */
const symbols = {
  create: ["+", "green"],
  update: ["~", "yellow"],
  replace: ["+-", "magenta"],
  delete: ["-", "red"],
  other: ["*", "cyan"],
} as const satisfies Record<ShownChange["operation"], readonly [string, keyof Colors]>;

function lineText(line: Line, { bold, cyan, dim, green, red }: Colors): string {
  const small = (text: string) => dim(`(${text})`);
  const looks = { code: cyan, strong: bold, new: green, old: red, small, mark: small };
  return line
    .map((piece) => (typeof piece === "string" ? visible(piece) : looks[piece.look](visible(piece.text))))
    .join("");
}
