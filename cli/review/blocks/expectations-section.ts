import { areHeld, expectationCounts } from "../../expectations/words.js";
import type { Finding, Review } from "../facts/review.js";
import type { Item, Section } from "./block.js";
import { asLine, code, listSection } from "./lines.js";

/** Whether a finding has its place among the expectations. */
export function isOfExpectations({ rule }: Pick<Finding, "rule">): boolean {
  return rule === "expectation-broken" || rule === "expectation-open";
}

/** What a change breaks and repairs of what is expected of the gateway, and how many are held after it. */
export function expectationsSection(
  { expectations = [], findings }: Review,
  isTold: (finding: Finding) => boolean = () => false,
): readonly Section[] {
  const broken = findings.filter(isOfExpectations);
  const repaired = expectations.filter(({ is }) => is === "repairs");
  const results = expectations.map(({ result }) => result);
  const items: Item[] = [
    ...broken
      .filter((finding) => !isTold(finding))
      .map(({ risk, reason }): Item => ({ risk, line: ["Broken: ", ...asLine(reason)] })),
    ...repaired.map(
      ({ result: { file, line, column, expected, workspace } }): Item => ({
        line: [
          `Repaired: ${file}:${line}:${column}, `,
          ...asLine(expected),
          ...(workspace === undefined ? [] : [" in ", code(workspace)]),
        ],
      }),
    ),
    ...(areHeld(results) ? [] : [{ line: [`Afterwards: ${expectationCounts(results)}.`] }]),
  ];
  const isConcerned = broken.length + repaired.length > 0;
  const about = { title: "What is expected of the gateway", share: 0.1 };
  return isConcerned ? listSection(about, items) : [];
}
