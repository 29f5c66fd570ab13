import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guard } from "../../../../cli/guard/guard.js";
import { type GuardRules, safeRules } from "../../../../cli/guard/rules.js";
import { expectationPolicies, setupPolicies } from "../../../../cli/policy/policies.js";
import type { Finding, Review } from "../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { type Rule, ruleNames, ruleTable } from "../../../../cli/review/findings/rules.js";
import { kinds } from "../../../../provider/every-kind.js";
import { type Danger, type FieldDanger, levels } from "../../../../provider/spec/danger.js";
import { paths } from "../../../harness/paths.ts";
import { expectPage } from "../../support/pages.ts";
import { foundIn } from "../facts/support/found-in.ts";
import { inPlace, type PreviewStep, planOf, review, reviewExpecting } from "../facts/support/preview.ts";
import { examples } from "./examples.ts";

function findingsOf(rule: Rule, steps: readonly PreviewStep[]): Finding[] {
  return reviewed(rule, steps).findings.filter((finding) => finding.rule === rule);
}

function reviewed(rule: Rule, steps: readonly PreviewStep[]): Review {
  const { routes, usage } = examples[rule] ?? {};
  if (usage !== undefined) {
    return reviewOf({ plan: planOf(...steps), kinds, usage });
  }
  return routes === undefined ? review(...steps) : reviewExpecting(routes, ...steps);
}

/** What the guard does with the findings of an example. */
function guardOf(rule: Rule, steps: readonly PreviewStep[]): string {
  const isRefused = (rules: GuardRules) =>
    guard(reviewed(rule, steps), rules).refused.some((refusal) => refusal.rule === rule);
  const { limit } = ruleTable[rule];
  if (limit !== undefined && isRefused(safeRules) && !isRefused({ ...safeRules, [limit]: {} })) {
    return `limit \`${limit}\``;
  }
  return isRefused(safeRules) ? "refused" : "warns";
}

function dangersOf(rule: Rule): (Danger & Partial<FieldDanger>)[] {
  const all = kinds.flatMap((kind) => {
    const { create = [], delete: gone = [], replace = [], rates = [] } = kind.danger ?? {};
    const ofFields = [...kind.fields.values(), ...rates].flatMap((each) => each.danger ?? []);
    return [...create, ...gone, ...replace, ...ofFields];
  });
  return all.filter((danger) => danger.rule === rule);
}

/** "medium up to 50%; refused above 50%, if the old value is 0, or if a value is unknown". What is low is no finding. */
function overWords(rule: Rule): string {
  const words = dangersOf(rule).flatMap(({ level, over, when }) => {
    if (over === undefined || when === undefined) {
      return [];
    }
    const [percent, then] = over;
    return level === "low"
      ? `by more than ${percent}%`
      : `${level} up to ${percent}%; ${then} above ${percent}%`;
  });
  expect(new Set(words).size).toBe(1);
  const [first = ""] = words;
  return first.startsWith("by")
    ? first
    : `${first}, ${rule.endsWith("-up") ? "if the old value is 0, " : ""}or if a value is unknown`;
}

/** The columns of docs/rules.md that follow from the tables: the greatest risk, and what the guard does. */
function columnsOf(rule: Rule): { risk: string; guard: string } {
  const { limit } = ruleTable[rule];
  const all = dangersOf(rule).flatMap(({ level, over }) => [level, ...(over?.slice(1) ?? [])]);
  const level = ruleTable[rule].level ?? levels.findLast((each) => all.includes(each)) ?? "low";
  const isRefused = level === "refused";
  return {
    risk: isRefused ? "high" : level,
    guard: isRefused ? (limit === undefined ? "refused" : `limit \`${limit}\``) : "warns",
  };
}

test("every rule has an example", () => {
  const missing = ruleNames
    .filter((rule) => examples[rule] === undefined)
    .map((rule) => `no example shows what ${rule} finds: add it to test/cli/review/rules/examples.ts`);
  expect(missing).toEqual([]);
});

test("each rule is found in its `found` example and not in its `harmless` one", () => {
  const wrong = ruleNames.flatMap((rule) => {
    const { found = [], harmless = [] } = examples[rule] ?? {};
    return [
      ...(examples[rule] === undefined || findingsOf(rule, found).length > 0
        ? []
        : [
            `a review does not find ${rule} in \`found\` of its example in test/cli/review/rules/examples.ts: does its row in cli/review/findings/rules.ts have a find()?`,
          ]),
      ...findingsOf(rule, harmless).map(
        ({ reason }) =>
          `a review finds ${rule} in \`harmless\` of its example in test/cli/review/rules/examples.ts: ${reason}`,
      ),
    ];
  });
  expect(wrong).toEqual([]);
});

test("the findings in each example match the snapshot", async () => {
  const rows = ruleNames.flatMap((rule) =>
    (["found", "harmless"] as const).map((which) => [`${rule}, ${which}`, [rule, which]] as const),
  );
  await expectPage("examples.md", Object.fromEntries(rows), ([rule, which]) =>
    foundIn(reviewed(rule, inPlace(examples[rule]?.[which] ?? []))),
  );
});

test("each example has the risk and the guard decision that the rule table declares", () => {
  const wrong = ruleNames.flatMap((rule) => {
    const steps = examples[rule]?.found ?? [];
    const [finding] = findingsOf(rule, steps);
    const is = finding && { risk: finding.risk, guard: guardOf(rule, steps) };
    return is === undefined || JSON.stringify(is) === JSON.stringify(columnsOf(rule)) ? [] : [{ rule, is }];
  });
  expect(wrong).toEqual([]);
});

test("the policy pack has every rule that needs no plan", () => {
  const names = [...setupPolicies, ...expectationPolicies].map(({ name }) => name);
  const demanded = ruleNames.filter((rule) => ruleTable[rule].policy !== undefined);
  const inSetups = ruleNames.filter((rule) => "findInSetup" in ruleTable[rule]);
  expect(names.toSorted()).toEqual(demanded.toSorted());
  expect(demanded).toEqual(expect.arrayContaining(inSetups));
});

test("docs/rules.md contains the current table of rules (update it with -u)", async () => {
  const file = path.join(paths.root, "docs/rules.md");
  const rows = ruleNames.map((rule) => {
    const { risk, guard } = columnsOf(rule);
    const { doc, policy } = ruleTable[rule];
    const words = doc.includes("{over}") ? doc.replace("{over}", overWords(rule)) : doc;
    return `| \`${rule}\` | ${words} | ${risk} | ${guard} | ${policy === undefined ? "–" : "yes"} |\n`;
  });
  const page = readFileSync(file, "utf8").replace(/(?<=\n\| Rule \|.*\n\|[-|]+\|\n)(?:\| .*\n)+/, () =>
    rows.join(""),
  );
  await expect(page).toMatchFileSnapshot(file);
});
