import { printable } from "pulumi-workspace-gateway/tools";
import type { Retirement } from "../../retirement/retirement.js";
import {
  callerWords,
  dayWords,
  replacementWords,
  type UsageTime,
} from "../../retirement/retirement-words.js";
import { TextTable } from "../../text/text-table.js";

const columns = [{ widest: 60 }, { widest: 40 }, { widest: 60 }];
const head = ["callers send", "mapping", "depends on"];

/** What stands in the way of each model, for a terminal. */
export function retireText(retirements: readonly Retirement[], within: number, time?: UsageTime): string {
  return retirements.length === 0
    ? `No model retires within ${within} days, or has retired.`
    : retirements.map((retirement) => blockOf(retirement, time)).join("\n\n");
}

function blockOf(retirement: Retirement, time: UsageTime | undefined): string {
  const { model, workspace, routes, callers } = retirement;
  const called = callerWords(retirement, time);
  const keys = callers?.keyIds ?? [];
  const rows = routes.map(({ incoming, isPattern, by, depends }) => [
    isPattern ? `${incoming} (pattern)` : incoming,
    by,
    depends.join(", "),
  ]);
  const lines = [
    `${model} in ${workspace} ${dayWords(retirement)}.`,
    `  ${replacementWords(retirement)}`,
    ...(called === undefined ? [] : [`  It was called ${called}.`]),
    ...(keys.length === 0 ? [] : [`  Keys: ${keys.join(", ")}.`]),
    ...(rows.length === 0
      ? ["  No mapping leads to it."]
      : new TextTable(columns).lines([head, ...rows]).map((line) => `  ${line}`)),
  ];
  return lines.map(printable).join("\n");
}
