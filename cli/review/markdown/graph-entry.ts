import { howMany } from "pulumi-workspace-gateway/tools";
import type { GraphPart } from "../facts/review.js";
import { fence } from "./escaping/fence.js";
import { visibly } from "./escaping/visible.js";
import { folded } from "./fit.js";

const signs: Readonly<Record<GraphPart["change"], string>> = { added: "+", removed: "-", changed: "!" };
const openRows = 24;
const mostRows = 120;
const longestRow = 160;

/** What changes in a graph, a row for each part of it, in the colours of a diff. */
export function graphEntry(parts: readonly GraphPart[]): string {
  const rows = parts.flatMap(rowsOf);
  const left = rows.length - mostRows;
  const rest = left > 0 ? [`~ ${howMany(left, "more row")} left out`] : [];
  const code = fence("diff", [...rows.slice(0, mostRows), ...rest]);
  return rows.length <= openRows ? code : folded(`${howMany(parts.length, "part")} of the graph`, code);
}

function rowsOf({ what, change, name, details }: GraphPart): string[] {
  const [first = ""] = details;
  const label = what === "value" ? name : `${what} ${name}`;
  const rows =
    what === "value" && details.length === 1
      ? [`${label}: ${first}`]
      : [label, ...details.map((detail) => `    ${detail}`)];
  return rows.map((row) => `${signs[change]} ${visibly(row, longestRow)}`);
}
