import { quoted } from "pulumi-workspace-gateway/tools";
import {
  type ExpectationResult,
  expectationCounts,
  expectationName,
  expectationRow,
  expectationSentence,
  openWords,
} from "../expectations/check.js";
import { isInUse, type Retirement, retirementWords } from "../retirement/retirement.js";
import type { RoutingFinding } from "../routing/findings.js";
import { TextTable } from "../text/table.js";
import { visible } from "../text/words.js";

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

/** The results as the test report that pipelines read: a case for each line of the file and workspace. */
export function junit(file: string, results: readonly ExpectationResult[]): string {
  const failures = results.filter(({ status }) => status !== "held").length;
  const counts = `tests="${results.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(file)}" ${counts}>`,
    ...results.flatMap((result) => caseOf(result).map((line) => `    ${line}`)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(result: ExpectationResult): string[] {
  const { file, line, workspace = "", status, found } = result;
  const about = `classname="${escaped(workspace)}" name="${escaped(expectationName(result))}"`;
  const place = `file="${escaped(file)}" line="${line}"`;
  return status === "held"
    ? [`<testcase ${about} ${place}/>`]
    : [
        `<testcase ${about} ${place}>`,
        `  <failure type="${status}" message="${escaped(found)}">${escaped(expectationSentence(result))}</failure>`,
        "</testcase>",
      ];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Names come from the gateway: nothing of them is markup, and no sign is one that XML forbids. */
function escaped(text: string): string {
  return visible(text.replaceAll(/[\ufffe\uffff]/g, "\ufffd")).replaceAll(
    /[&<>"]/g,
    (sign) => entities[sign] ?? sign,
  );
}
