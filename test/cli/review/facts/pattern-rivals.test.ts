import { expect, test } from "vitest";
import { documentOf } from "../../../../cli/review/document/document.js";
import { markdown } from "../../../../cli/review/document/markdown.js";
import type { Values } from "../../../../provider/spec/values.js";
import { expectPage } from "../../support/pages.ts";
import { foundIn } from "./support/found-in.ts";
import { gpt, openai, type PreviewStep, resource, review, rowsOf, team, unknown } from "./support/preview.ts";

const settled = { enabled: true, priority: 10, isPattern: true };
const named = (name: string, values: Values) => resource("Mapping", name, { ...settled, ...values });
const four = named("four", { sourceName: "gpt-4.*" }).same();

/** A stack with a pattern, other mappings, and a provider elsewhere. */
const stack = [
  team.same(),
  openai.same(),
  gpt.same({ gatewayName: "openai/gpt" }),
  resource("ModelProvider", "other", { name: "other", baseUrl: "https://elsewhere.example" }).same(),
  resource("Model", "mini", { providerId: "other-id", name: "mini" }).same({ gatewayName: "other/mini" }),
  named("claude-3.*", { sourceName: "claude-3.*" }).same(),
  ...["o1", "o3"].map((sourceName) => named(sourceName, { sourceName, isPattern: false }).same()),
];

const fresh = (sourceName: string, values: Values = {}) =>
  named("fresh", { priority: 1, targetModel: "other/mini", sourceName, ...values }).created();
const exact = { isPattern: false };
const tied = { priority: 10 };
const toGpt = { targetModel: "openai/gpt" };
/** In front of `four` in the alphabet, and behind it. */
const rival = (name: string, values: Values = {}) =>
  named(name, { sourceName: "gpt-[4].*", targetModel: "other/mini", ...values });
const odd = { sourceName: "(?!x).*" };
const used = named("used", { sourceName: "mini", targetModel: "other/mini", ...exact }).same();

const spellings = [
  ...["gpt-[4].*", "(?i)gpt-4.*", "(a+)+$|gpt-4.*", "[g]pt-4.*", "g.t-4.*", "gpt-(4|5).*", "gpt\\-4.*"],
  ...["[[:alpha:]]pt-\\d.*", "\\Qgpt-4\\E.*", "\\Agpt-4\\pL\\z", "(?P<family>gpt)-4.+", "\\bgpt\\b.*"],
  ...["g{1}pt-4o?", "gpt-4?", "*4o"],
];

const rows = rowsOf({
  ...Object.fromEntries(spellings.map((text) => [`a new pattern ${text} in front of gpt-4.*`, fresh(text)])),
  "a new pattern that matches other names": fresh("gpt-[5].*"),
  "a new pattern that comes later": fresh("gpt-[4].*", { priority: 50 }),
  "a new pattern with the same target": fresh("gpt-[4].*", toGpt),
  "a new pattern that matches nothing but names with mappings of their own": fresh("o[13]", { priority: 50 }),
  "a new pattern that matches nothing": fresh("gpt-4$.+"),
  "a new pattern that cannot be read": fresh("(?!o1).*"),
  "a new pattern that cannot be read and has the same priority": fresh("(?!o1).*", tied),
  "a new pattern that refers to a group": fresh("(gpt)-4\\1"),
  "a new pattern that is too long": fresh(`${"a".repeat(2000)}|gpt-4.*`),
  "a new pattern that has too many states to compare": fresh(".*4.{40}.*[a-f].{50}"),
  "a mapping whose name is known only later": fresh(unknown, { priority: -5 }),
  "a mapping whose name, which is no pattern, is known only later": fresh(unknown, {
    ...exact,
    priority: -5,
  }),
  "it is known only later whether a mapping is a pattern": fresh(".*", { isPattern: unknown, priority: -5 }),
  "a pattern whose priority is known only later": fresh("gpt-[4].*", { priority: unknown }),
  "a name whose priority is known only later": fresh("o1", { ...exact, priority: unknown }),
  "it is known only later whether a pattern is enabled": fresh("gpt-[4].*", { enabled: unknown }),
  "a pattern whose target is known only later": fresh("gpt-[4].*", { targetModel: unknown }),
  ...Object.fromEntries(
    ["a-rival", "z-rival"].flatMap((name): [string, PreviewStep | PreviewStep[]][] => [
      [`a new pattern of the same priority: ${name}`, rival(name).created()],
      [`a name of the same priority: ${name}`, rival(name, { sourceName: "o1", ...exact }).created()],
      [
        `a second pattern that cannot be read: ${name}`,
        [named("middle", { ...odd, ...toGpt }).same(), rival(name, odd).created()],
      ],
      [`a new pattern of the same priority and target: ${name}`, rival(name, toGpt).created()],
      [`an old pattern of the same priority: ${name}`, [rival(name).same(), fresh("x-.*")]],
      [`a pattern gets another priority: ${name}`, rival(name).updated({ priority: 11 })],
    ]),
  ),
  "other letters in upper case": fresh("GPT-4.*"),
  "other letters in upper case, of the same priority": fresh("GPT-[4].*", tied),
  "a name in upper case": fresh("O1", exact),
  "a name in upper case, of the same priority": fresh("O1", { ...exact, ...tied }),
  "a part of a name": fresh("[o]"),
  "a part of several names": fresh("[g]pt"),
  "a sign that may be a wildcard": fresh("openai/gpt?"),
  "a sign that may be none": fresh("gpt", { priority: 2 }),
  "an exact name behind a pattern": fresh("gpt-4o", { ...exact, priority: 50 }),
  "a pattern of the priority of an exact name": fresh("o[1]", tied),
  "another reading leads to a host that was used before": [used, fresh("GPT-4.*")],
  "a pattern of other names": fresh("claude-4.*"),
  "a wildcard of other names": fresh("llama*"),
  "a part of other names": fresh("[m]istral"),
  "a name that nothing answers": fresh("mistral", exact),
  "a fallback": fresh("gpt-[4].*", { priority: 99 }),
  "a pattern in upper case that is switched off": fresh("GPT-4.*", { enabled: false }),
  "a pattern in upper case to the same host": fresh("GPT-4.*", toGpt),
});

test("the findings for names that several mappings match agree with the snapshot", async () => {
  await expectPage("pattern-rivals.md", rows, (steps) =>
    foundIn(review(...stack, four, ...steps)).replace(/a{2000}/g, "aaa(2,000)"),
  );
});

test("a comment gives an example of names that may move, and counts only the others as unchanged", () => {
  const commentOf = (step: PreviewStep) => markdown(documentOf(review(...stack, four, step)));
  const moving = commentOf(fresh(`(?:${"x".repeat(1_900)}|gpt-4o)`));
  expect(moving).toContain(
    "| `gpt-4.*` (pattern, such as `gpt-4o`) | `openai/gpt` by `four` | `other/mini` by `fresh` |",
  );
  expect(moving).toContain("| `gpt-4.*` (pattern, other names) | `openai/gpt` | `openai/gpt` |");
  expect(moving).toMatch(/<code>\(\?:x+…x+&#124;gpt-4o\)<\/code> \(pattern, such as `gpt-4o`\)/);
  expect(moving).toContain("5 other routes stay unchanged.");
  expect(commentOf(fresh("x-.*"))).toContain("6 other routes stay unchanged.");
  expect(commentOf(fresh("GPT-4.*"))).toContain("5 other routes stay unchanged.");
});
