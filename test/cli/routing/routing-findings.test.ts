import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/routing/routing-findings.js";
import type { RoutedMapping } from "../../../cli/routing/setup.js";
import { mapping, model, setup } from "./support.js";

const models = [model("openai/large"), model("openai/small")];
const pattern = (name: string, source: string, priority: number, target = "openai/large") =>
  mapping(name, source, target, { isPattern: true, priority });

function found(...mappings: readonly RoutedMapping[]) {
  return findingsOf(setup(models, mappings)).map(({ rule, name, reason }) => [rule, name, reason]);
}

test("a mapping to a model that goes away or is renamed is found, and one to a model from outside is not", () => {
  const chat = mapping("chat", "chat", "openai/large");
  const before = setup(models, [chat, mapping("else", "else", "other/model")]);
  const findings = findingsOf({ ...before, models: [model("openai/small")] }, before);
  const reason =
    "Requests for `chat` go to `openai/large`, and no model has that gateway name any more. " +
    "Lead them to another model, or keep that one.";
  const place = { urn: "urn:chat", name: "chat" };
  expect(findings).toEqual([{ rule: "route-ends-nowhere", ...place, reason }]);
});

test("a mapping that is not enabled is not found fault with", () => {
  expect(found(mapping("chat", "chat", "large", { enabled: false }))).toEqual([]);
});

test("a target that is a model's name but not its gateway name is found", () => {
  const reason =
    "Requests for `chat` go to `large`, which is the name of a model but not its gateway name: that is `openai/large`.";
  expect(found(mapping("chat", "chat", "large"))).toEqual([["route-ends-nowhere", "chat", reason]]);
});

test("a target that only another workspace has is found", () => {
  const theirs = model("openai/large", { workspace: "v" });
  const elsewhere = setup([theirs], [mapping("chat", "chat", "openai/large")]);
  expect(findingsOf(elsewhere).map(({ reason }) => reason)).toEqual([
    "Requests for `chat` go to `openai/large`, which is a model of another workspace.",
  ]);
});

test("a pattern behind one that takes all that it takes is found, and so is a name", () => {
  const catchAll = pattern("all", ".*", 1);
  const shadow = (what: string, how = "") =>
    `${what} never decides: \`.*\` of the mapping \`all\` comes first and takes all that it takes${how}. ` +
    "Give it a lower priority number, or remove it.";
  const chat = mapping("chat", "chat", "openai/small", { priority: 3 });
  const ofChat = shadow("The name `chat`", ", if the gateway reads mappings as this review does");
  expect(found(catchAll, pattern("gpt", "gpt-.*", 2), chat)).toEqual([
    ["pattern-shadowed", "gpt", shadow("The pattern `gpt-.*`")],
    ["pattern-shadowed", "chat", ofChat],
  ]);
});

test("patterns that come the other way round, or share only some names, are no shadows", () => {
  expect(found(pattern("gpt", "gpt-.*", 1), pattern("all", ".*", 2), pattern("mini", ".*-mini", 3))).toEqual([
    ["pattern-shadowed", "mini", expect.stringContaining("`.*` of the mapping `all`")],
  ]);
  expect(found(pattern("gpt", "gpt-.*", 1), pattern("mini", ".*-mini", 2))).toEqual([]);
});

test("a chain of mappings of one text with several priorities is no shadow", () => {
  expect(found(pattern("a", "gpt-.*", 1), pattern("b", "gpt-.*", 2), pattern("c", "gpt-.*", 3))).toEqual([]);
  const chain = [1, 2].map((priority) => mapping(`chat ${priority}`, "chat", "openai/large", { priority }));
  expect(found(...chain)).toEqual([]);
});

test("two exact names, and two patterns, of one text and one priority are found once", () => {
  const tie = (text: string, other: string) =>
    `\`${text}\` and \`${text}\` (\`${other}\`) take the same names at the same priority: ` +
    "which of them decides is open. Give them different priorities.";
  expect(found(mapping("a", "chat", "openai/large"), mapping("b", "chat", "openai/large"))).toEqual([
    ["priority-tie", "a", tie("chat", "b")],
  ]);
  expect(found(pattern("a", "gpt-.*", 1), pattern("b", "gpt-.*", 1))).toEqual([
    ["priority-tie", "a", tie("gpt-.*", "b")],
  ]);
});

test("two patterns of one priority are found if a known name is taken by both and they lead elsewhere", () => {
  const both = [pattern("a", "openai/.*", 1), pattern("b", ".*/large", 1, "openai/small")] as const;
  expect(found(...both)).toMatchObject([["priority-tie", "a", expect.stringContaining("`.*/large` (`b`)")]]);
  expect(found(both[0], { ...both[1], targetModel: "openai/large" })).toEqual([]);
});

test("a pattern that no regular expression engine reads is found, and one that only ours does not read is not", () => {
  const reason = "The pattern `gpt-[` is no valid regular expression: it can hardly take any name.";
  expect(found(pattern("broken", "gpt-[", 1), pattern("ahead", "^(?!gpt).*", 2))).toEqual([
    ["route-ends-nowhere", "broken", reason],
  ]);
});

test("texts of objects end neither the line nor the back-ticks that they stand in", () => {
  const [[, , reason] = []] = found(mapping("evil", `a\`\n# **x** @all ${"y".repeat(100_000)}`, "large"));
  expect(reason).toMatch(/^Requests for `a' # \*\*x\*\* @all y+…` go to `large`, /);
  expect(reason?.length).toBeLessThan(300);
});
