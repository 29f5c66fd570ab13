import type { ExpectationResult } from "../../expectations/expectation-result.js";
import { expectationCounts, expectationRow, openWords } from "../../expectations/expectation-words.js";
import { isInTheWay, type Retirement } from "../../retirement/retirement.js";
import { retirementSentences } from "../../retirement/retirement-words.js";
import { TextTable } from "../../text/text-table.js";

const columns = [{}, {}, { widest: 60 }, { widest: 30 }, { widest: 60 }, {}];
const head = ["line", "", "expectation", "workspace", "expected", "found"];

/** The results for a terminal: a row for each line of the file and workspace. What retires and is in use comes before the sum. */
export function checkText(
  results: readonly ExpectationResult[],
  retirements: readonly Retirement[] = [],
): string {
  const open = new Set(results.flatMap(openWords));
  const table = new TextTable(columns).lines([head, ...results.map(expectationRow)]);
  const retiring = retirements.filter(isInTheWay).map((retirement) => retirementSentences(retirement));
  return [...table, "", ...retiring, ...open, `${expectationCounts(results)}.`].join("\n");
}
