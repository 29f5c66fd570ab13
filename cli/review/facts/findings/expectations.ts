import type { ExpectationChange } from "../../../expectations/check.js";
import { expectationName, expectationSentence } from "../../../expectations/words.js";
import { weighed } from "../../rules/finding.js";
import type { Finding } from "../review.js";

/** The expectations that a change breaks. */
export function expectationFindings(changes: readonly ExpectationChange[]): Finding[] {
  return changes
    .filter(({ is }) => is === "breaks")
    .map(({ result }) =>
      weighed("refused", {
        rule: result.status === "broken" ? "expectation-broken" : "expectation-open",
        urn: result.urn ?? "",
        name: expectationName(result),
        reason: expectationSentence(result),
      }),
    );
}
