import { printable } from "pulumi-workspace-gateway/tools";
import type { Retirement } from "../../retirement/retirement.js";
import { callerSentences, dayWords, replacementWords } from "../../retirement/retirement-words.js";
import { TextTable } from "../../text/text-table.js";

const columns = [{ widest: 60 }, { widest: 40 }, { widest: 60 }];
const head = ["callers send", "mapping", "depends on"];

/** What stands in the way of each model, for a terminal. */
export function retireText(retirements: readonly Retirement[], within: number): string {
  return retirements.length === 0
    ? `No model retires within ${within} days, or has retired.`
    : retirements.map(blockOf).join("\n\n");
}

function blockOf(retirement: Retirement): string {
  const { model, workspace, routes } = retirement;
  const rows = routes.map(({ incoming, isPattern, by, depends }) => [
    isPattern ? `${incoming} (pattern)` : incoming,
    by,
    depends.join(", "),
  ]);
  const lines = [
    `${model} in ${workspace} ${dayWords(retirement)}.`,
    `  ${replacementWords(retirement)}`,
    ...callerSentences(retirement).map((sentence) => `  ${sentence}`),
    ...(rows.length === 0
      ? ["  No mapping leads to it."]
      : new TextTable(columns).lines([head, ...rows]).map((line) => `  ${line}`)),
  ];
  return lines.map(printable).join("\n");
}
