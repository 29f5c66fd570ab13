import { expect, test } from "vitest";
import { type IgnoreRule, ignoringRule, readIgnoreFile } from "../../../cli/drift/drift.js";
import { kinds } from "../../../provider/every-kind.js";

const read = (text: string) => readIgnoreFile(text, "gateway-drift.yaml", kinds).ignore;

const sand = { workspace: "Sand*", name: "draft-*", reason: "nobody's" };

test.each<[string, IgnoreRule[]]>([
  ["ignore:\n  - { kind: Quota, reason: r }", [{ kind: "Quota", reason: "r" }]],
  [`ignore:\n  - workspace: "Sand*"\n    name: draft-*\n    reason: "  nobody's  "`, [sand]],
  ...["", "# nothing\n", "{}", "ignore:\n"].map((text) => [text, []] satisfies [string, IgnoreRule[]]),
])("the file %j contains the expected rules", (text, rules) => {
  expect(read(text)).toEqual(rules);
});

const noKey = "the ignore file has no key";
const refusals: Readonly<Record<string, string>> = {
  "ignore:\n  - { kind: Prompt }": "2:5: ignore.0.reason: must explain why",
  "ignore:\n  - kind: Prompt\n    reason: ' '": "3:5: ignore.0.reason: must explain why",
  "ignore:\n  - kind: Promt\n    reason: r":
    "2:5: ignore.0.kind: unknown kind `Promt`. Did you mean `Prompt`?",
  "compare: { ignore: [{ kind: Budgt, reason: r }] }":
    "1:23: compare.ignore.0.kind: unknown kind `Budgt`. Did you mean `Budget`?",
  "ignore:\n  - reason: r": "2:5: ignore.0: would ignore everything",
  "ignore:\n  - name: ''\n    reason: r": "2:5: ignore.0.name: must not be empty",
  "ignore:\n  - name: a\n    reason: r\n    workspaces: b": `4:5: ${noKey} \`workspaces\`. Did you mean \`workspace\`?`,
  "\nignores: []": `2:1: ${noKey} \`ignores\`. Did you mean \`ignore\`?`,
  "- kind: Prompt": "1:1: the file: ",
  "ignore: [": "1:10: ",
  "ignore:\n  - name: *any\n    reason: r": "2:11: ",
};

test.each(Object.entries(refusals))("an invalid file is rejected with its position: %j", (text, message) => {
  expect(() => read(text)).toThrow(`gateway-drift.yaml:${message}`);
});

const reason = "r";

test("compare.ignore accepts every kind, including kinds that no list returns", () => {
  const compare = kinds.map(({ name }) => ({ kind: name, reason }));
  expect(readIgnoreFile(JSON.stringify({ compare: { ignore: compare } }), "f.yaml", kinds).compare).toEqual(
    compare,
  );
});

const object = { kind: "Prompt", name: "draft-1", workspace: "Team" };
test.each([
  [{ kind: "Prompt" }, true],
  [{ kind: "Mapping" }, false],
  ...["draft-*", "*-1", "d*a*1"].map((name) => [{ name }, true] as const),
  ...["draft", "raft-1", "Draft-1", "d*1*a", "draft-1*draft-1", "draft.1"].map(
    (name) => [{ name }, false] as const,
  ),
  [{ workspace: "T*m", name: "*" }, true],
  [{ workspace: "Other", name: "*" }, false],
  [{ kind: "Prompt", workspace: "Team", name: "draft-1" }, true],
] as const)("the rule %j matches a prompt draft-1 in Team: %s", (what, takes) => {
  const rule = { ...what, reason };
  expect(ignoringRule([rule], object)).toBe(takes ? rule : undefined);
});

test("the first matching rule wins, and a workspace rule matches no object of the account", () => {
  const rules = [
    { kind: "Mapping", reason: "a" },
    { kind: "Prompt", reason: "b" },
    { name: "*", reason: "c" },
  ];
  expect(ignoringRule(rules, object)).toBe(rules[1]);
  expect(ignoringRule([{ workspace: "*", reason }], { kind: "Quota", name: "burst" })).toBeUndefined();
});
