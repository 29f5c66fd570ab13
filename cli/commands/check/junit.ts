import type { ExpectationResult } from "../../expectations/check.js";
import { expectationName, expectationSentence } from "../../expectations/words.js";
import { visible } from "../../text/visible.js";

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
