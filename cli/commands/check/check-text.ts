import { quoted } from "pulumi-workspace-gateway/tools";
import type { ExpectationResult } from "../../expectations/check.js";
import { expectationCounts, expectationRow, openWords } from "../../expectations/words.js";
import { isInUse, type Retirement, retirementWords } from "../../retirement/retirement.js";
import type { RoutingFinding } from "../../routing/findings.js";
import { TextTable } from "../../text/text-table.js";

const columns = [{}, {}, { widest: 60 }, { widest: 30 }, { widest: 60 }, {}];
const head = ["line", "", "expectation", "workspace", "expected", "found"];

/** The results for a terminal: a row for each line of the file and workspace. Mappings that cannot work and retiring models that are in use come before the sum. */
export function checkText(
  results: readonly ExpectationResult[],
  retirements: readonly Retirement[] = [],
  findings: readonly RoutingFinding[] = [],
): string {
  const open = new Set(results.flatMap(openWords));
  const table = new TextTable(columns).lines([head, ...results.map(expectationRow)]);
  const retiring = retirements.filter(isInUse).map(retirementWords);
  const broken = findings.map(
    ({ name, reason }) => `The mapping ${quoted(name)} cannot work as it is. ${reason}`,
  );
  return [...table, "", ...broken, ...retiring, ...open, `${expectationCounts(results)}.`].join("\n");
}
