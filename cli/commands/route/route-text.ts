import { answerWords, type RouteAnswer, triedHead } from "../../routing/explain.js";
import { TextTable } from "../../text/text-table.js";

const columns = [{ isNumber: true }, { widest: 40 }, { widest: 60 }, { isNumber: true }, {}];

/** An answer for a terminal: of each moment where the name ends, the mappings that were asked, and what else is to be known. */
export function routeText(answer: RouteAnswer): string {
  const parts = answerWords(answer).map(({ lead, rows, notes }) => {
    const table = rows.length === 0 ? [] : new TextTable(columns).lines([triedHead, ...rows]);
    return [lead, ...table.map((line) => `  ${line}`), ...notes].join("\n");
  });
  return parts.join("\n\n");
}
