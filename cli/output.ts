import { type Command, Option } from "commander";
import { createColors } from "picocolors";
import { defined } from "pulumi-workspace-gateway/tools";
import { stringify } from "yaml";
import { escaped } from "./review/document/markdown.js";
import type { Terminal } from "./terminal.js";
import { type TableColumn, TextTable } from "./text/table.js";

type OutputFormat = "table" | "json" | "yaml" | "markdown";

export interface OutputOptions {
  readonly output?: OutputFormat;
  /** Short for `output: "json"`. */
  readonly json?: true;
}

export const forPrograms: readonly OutputFormat[] = ["json", "yaml"];
const withoutMarkdown: readonly OutputFormat[] = ["table", ...forPrograms];
export const withMarkdown: readonly OutputFormat[] = [...withoutMarkdown, "markdown"];

export function withOutput(command: Command, formats: readonly string[] = withoutMarkdown): Command {
  return command
    .addOption(new Option("-o, --output <format>", "format of the result").choices(formats))
    .addOption(new Option("--json", "the same as `--output json`").conflicts("output"));
}

export function isForPrograms({ output, json }: OutputOptions): boolean {
  return json === true || output === "json" || output === "yaml";
}

export function resultText(
  { output = "table", json }: OutputOptions,
  facts: () => unknown,
  text: (format: "table" | "markdown") => string = () => "",
): string {
  const format = json ? "json" : output;
  switch (format) {
    case "json":
      return JSON.stringify(facts(), undefined, 2);
    case "yaml":
      return stringify(facts(), { lineWidth: 0 }).trimEnd();
    default:
      return text(format);
  }
}

/** How text looks in a terminal. Tables are wrapped to the width, if there is one. */
export type Colors = ReturnType<typeof createColors> & { readonly width?: number };

export const noColors: Colors = createColors(false);

export function colorsOf({ isColored = false, width }: Pick<Terminal, "isColored" | "width">): Colors {
  return { ...createColors(isColored), ...defined({ width }) };
}

interface Table {
  readonly columns?: readonly TableColumn[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function tableText(
  { columns, head, rows }: Table,
  { bold, width }: Colors,
  format: "table" | "markdown" = "table",
): string {
  if (format === "markdown") {
    const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => escaped(cell)))];
    return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  }
  const [title = "", ...lines] = new TextTable(columns ?? head.map(() => ({})), width).lines([head, ...rows]);
  return [bold(title), ...lines].join("\n");
}
