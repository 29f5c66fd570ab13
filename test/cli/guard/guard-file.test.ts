import { expect, test } from "vitest";
import { allowedOf, readGuardFile } from "../../../cli/guard/rules.js";

const read = (text: string) => readGuardFile(text, "gateway-guard.yaml");

test("every key of the guard file is read", () => {
  const text = `
maxDeletes: 5
maxReplaces: 10%
maxMovedRoutes: 10%, 25
maxCostUp: 12.5%
maxCostUpMoney: 200
usageUnknown: refuse
usageUnit: 1000000
currency: EUR
maxBudgetUp: 500
maxBudgetDown: 50%
maxQuotaUp: 20%, 1000
maxQuotaDown: 0
refuse: [key-rotated, high]
allow:
  - workspace-delete:old team
  - access-removed
  - role-lowered:a:b
  - unknown:content
`;
  expect(read(text)).toEqual({
    maxDeletes: { amount: 5 },
    maxReplaces: { percent: 10 },
    maxMovedRoutes: { percent: 10, amount: 25 },
    maxCostUp: { percent: 12.5 },
    maxCostUpMoney: { amount: 200 },
    usageUnknown: "refuse",
    usageUnit: 1_000_000,
    currency: "EUR",
    maxBudgetUp: { amount: 500 },
    maxBudgetDown: { percent: 50 },
    maxQuotaUp: { percent: 20, amount: 1000 },
    maxQuotaDown: { amount: 0 },
    refuse: ["key-rotated", "high"],
    allow: [
      { rule: "workspace-delete", name: "old team" },
      { rule: "access-removed" },
      { rule: "role-lowered", name: "a:b" },
      { rule: "unknown", name: "content" },
    ],
  });
});

test.each([
  ...["", "# nothing\n", "{}"].map((text) => [text, {}] as const),
  ["maxMovedRoutes: '0'", { maxMovedRoutes: { amount: 0 } }],
  ["maxCostUp: 20", { maxCostUp: { percent: 20 } }],
] as const)("a short file is read: %j", (text, rules) => {
  expect(read(text)).toEqual(rules);
});

const noKey = "the guard file has no key";
const refusals: Readonly<Record<string, string>> = {
  "# limits\nmaxDelete: 5": `gateway-guard.yaml:2:1: ${noKey} \`maxDelete\`. Did you mean \`maxDeletes\`?`,
  "\n\nzebra: 5": `gateway-guard.yaml:3:1: ${noKey} \`zebra\`. The keys are maxDeletes, `,
  "maxDeletes: many": "gateway-guard.yaml:1:1: maxDeletes: must be a count, a percentage, or both",
  "maxDeletes: 101%": "must be a count, a percentage, or both",
  "maxDeletes: 10%, 5%": "must be a count, a percentage, or both",
  "maxBudgetUp: 1, 2": "gateway-guard.yaml:1:1: maxBudgetUp: must be an amount, a percentage, or both",
  "promptsEvaluated: { maxAge: 14d }":
    "gateway-guard.yaml:1:1: promptsEvaluated: the guard does not check prompt evaluations, so this key has no effect.",
  "allow: [high]": "unknown rule `high`",
  "usageUnit: 0": "gateway-guard.yaml:1:1: usageUnit: must be ",
  "currency: $": "gateway-guard.yaml:1:1: currency: must be three uppercase letters, such as USD",
  "maxDeletes: -1": "gateway-guard.yaml:1:1: maxDeletes: must be ",
  "maxCostUp: .nan": "gateway-guard.yaml:1:1: maxCostUp: must be a number, or must be a string",
  "maxDeletes: 1.5": "gateway-guard.yaml:1:1: maxDeletes: ",
  "maxCostUp: a lot": "gateway-guard.yaml:1:1: maxCostUp: must be a percentage",
  "allow:\n  - role-lowered\n  - rolelowerd:ann":
    "gateway-guard.yaml:3:5: allow.1: unknown rule `rolelowerd`. Did you mean `role-lowered`?",
  "allow: ['role-lowered:']": "has no name after the colon",
  "refuse: [nothing-like-it]": "The rules are workspace-delete, ",
  "- maxDeletes": "gateway-guard.yaml:1:1: the file: must be an object",
  "allow: [": "gateway-guard.yaml:1:9: ",
  "maxDeletes: 1\nmaxDeletes: 2": "gateway-guard.yaml:2:1: Map keys must be unique",
  "allow: *missing": "gateway-guard.yaml:1:8: ",
};

test.each(Object.entries(refusals))("an invalid file is rejected with its line: %j", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test.each([
  [5, 100, 5],
  ["10%", 19, 1],
  ["10%", 0, 1],
  ["0%", 100, 0],
  ["100%", 7, 7],
  ["33.4%", 10, 3],
  ["10%, 25", 100, 10],
  ["10%, 25", 1000, 25],
] as const)("a limit of %s on %i resources allows %i", (limit, total, allowed) => {
  const { maxDeletes = {} } = read(`maxDeletes: ${limit}`);
  expect(allowedOf(maxDeletes, total)).toBe(allowed);
});

test.each([
  ["is nested without end", "[".repeat(50_000), "gateway-guard.yaml:1:"],
  ["is longer than any that a person writes", "# so\n".repeat(50_000), ":1:1: the file is longer than"],
  ["has a key without end", `${"k".repeat(1000)}: 1`, `1:1: ${noKey} \`${"k".repeat(80)}…\``],
])("a file that %s is rejected with one short line", (_what, text, said) => {
  expect(() => read(text)).toThrow(said);
  expect(() => read(text)).toThrow(/^(?!.*call stack)[^\n]{1,500}$/);
});
