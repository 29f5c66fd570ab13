import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guard } from "../../../../cli/guard/guard.js";
import { amountLimits, type GuardRules, safeRules } from "../../../../cli/guard/rules.js";
import { expectationPolicies, setupPolicies } from "../../../../cli/policy/policies.js";
import { type Finding, type Review, type Rule, rules } from "../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { rulesOfChanges } from "../../../../cli/review/findings/finding.js";
import { kinds } from "../../../../provider/every-kind.js";
import { paths } from "../../../harness/paths.ts";
import { type PreviewStep, planOf, review, reviewExpecting } from "../facts/support/preview.ts";
import { examples } from "./examples.ts";

/** Where a rule has to be named besides where it is found; each law says what is missing, and where it goes. */

const page = textOf("docs/rules.md");
const ofPack = new Set([...setupPolicies, ...expectationPolicies].map(({ name }) => name));

function textOf(file: string): string {
  return readFileSync(path.join(paths.root, file), "utf8");
}

/** What docs/rules.md says of a rule. */
interface Row {
  readonly rule: string;
  readonly risk: string;
  readonly guard: string;
  readonly pack: string;
}

const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line): Row => {
    const [, rule = "", , risk = "", guarded = "", pack = ""] = line.split("|").map((cell) => cell.trim());
    return { rule: rule.replaceAll("`", ""), risk, guard: guarded, pack };
  });

const rowOf = (rule: Rule) => rows.find((row) => row.rule === rule);

function findingsOf(rule: Rule, steps: readonly PreviewStep[]): Finding[] {
  return reviewed(rule, steps).findings.filter((finding) => finding.rule === rule);
}

function reviewed(rule: Rule, steps: readonly PreviewStep[]): Review {
  const { routes, usage } = examples[rule] ?? {};
  if (usage !== undefined) {
    return reviewOf(planOf(...steps), kinds, { usage });
  }
  return routes === undefined ? review(...steps) : reviewExpecting(routes, ...steps);
}

/** What docs/rules.md has to say of what the guard does. */
function guardOf(rule: Rule, steps: readonly PreviewStep[]): string {
  const isRefused = (rules: GuardRules) =>
    guard(reviewed(rule, steps), rules).refused.some((refusal) => refusal.rule === rule);
  const [key] = amountLimits.find(([, limited]) => limited === rule) ?? [];
  if (key !== undefined && isRefused(safeRules) && !isRefused({ ...safeRules, [key]: {} })) {
    return `limit \`${key}\``;
  }
  return isRefused(safeRules) ? "refused" : "warns";
}

test("every rule has an example", () => {
  const missing = rules
    .filter((rule) => examples[rule] === undefined)
    .map((rule) => `no example shows what ${rule} finds: add it to test/cli/review/rules/examples.ts`);
  expect(missing).toEqual([]);
});

test("a review finds what the example of a rule shows, and nothing of the rule in the harmless one", () => {
  const wrong = rules.flatMap((rule) => {
    const { found = [], harmless = [] } = examples[rule] ?? {};
    return [
      ...(examples[rule] === undefined || findingsOf(rule, found).length > 0
        ? []
        : [
            `a review does not find ${rule} in \`found\` of its example in test/cli/review/rules/examples.ts: does a list of functions (cli/review/findings/findings.ts, cli/review/findings/setup.ts) have it?`,
          ]),
      ...findingsOf(rule, harmless).map(
        ({ reason }) =>
          `a review finds ${rule} in \`harmless\` of its example in test/cli/review/rules/examples.ts: ${reason}`,
      ),
    ];
  });
  expect(wrong).toEqual([]);
});

test("docs/rules.md has a row for every rule, and for no other", () => {
  const missing = rules
    .filter((rule) => rowOf(rule) === undefined)
    .map((rule) => `docs/rules.md does not tell of ${rule}: add a row that begins with | \`${rule}\` |`);
  const unknown = rows
    .filter((row) => !rules.some((rule) => rule === row.rule))
    .map((row) => `docs/rules.md has a row for ${row.rule}, which is no rule: remove it`);
  expect([...missing, ...unknown]).toEqual([]);
});

test("docs/rules.md says of every rule the risk, what the guard does, and whether the policy pack has it", () => {
  const wrong = rules.flatMap((rule) => {
    const steps = examples[rule]?.found ?? [];
    const [finding] = findingsOf(rule, steps);
    const row = rowOf(rule);
    if (finding === undefined || row === undefined) {
      return []; // the laws above say so
    }
    const is = { risk: finding.risk, guard: guardOf(rule, steps), pack: ofPack.has(rule) ? "yes" : "–" };
    return (["risk", "guard", "pack"] as const)
      .filter((column) => row[column] !== is[column])
      .map(
        (column) =>
          `the row of ${rule} in docs/rules.md says "${row[column]}" as ${column}, and it is "${is[column]}"`,
      );
  });
  expect(wrong).toEqual([]);
});

test("the policy pack has every rule that needs no plan", () => {
  const missing = rules
    .filter((rule) => !rulesOfChanges.some((each) => each === rule) && !ofPack.has(rule))
    .map(
      (rule) =>
        `the policy pack does not have ${rule}: add what it asks for to \`setupRules\` of cli/policy/policies.ts`,
    );
  expect(missing).toEqual([]);
});
