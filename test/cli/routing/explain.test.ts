import { expect, test } from "vitest";
import { answerFor, answerWords, explain } from "../../../cli/routing/explain.js";
import { openSigns } from "../../../cli/routing/semantics.js";
import { mapping, model, setup } from "./support.ts";

const gpt = model("openai/gpt", {
  provider: "openai",
  host: "api.openai.com",
  inputCost: 0.5,
  outputCost: 1_200,
});
const models = [gpt, model("openai/mini")];

test("each mapping says why it does not match a name", () => {
  const unknown = {
    urn: "urn:unknown",
    name: "unknown",
    workspace: "w",
    priority: 4,
    mayTake: "any",
  } as const;
  const now = setup(models, [
    mapping("exact", "gpt-4", "openai/gpt", { priority: 1 }),
    mapping("pattern", "claude-.*", "openai/gpt", { priority: 2, isPattern: true }),
    mapping("off", "gpt-4o", "openai/gpt", { priority: 3, enabled: false }),
    mapping("off other", "gpt-3", "openai/gpt", { priority: 3, enabled: false }),
    mapping("off pattern", "gpt.*", "openai/gpt", { priority: 3, enabled: false, isPattern: true }),
    mapping("ahead", "(?=gpt).*", "openai/gpt", { priority: 5, isPattern: true }),
    mapping("taker", "gpt-4o", "openai/gpt", { priority: 6 }),
    mapping("late", "gpt-.*", "openai/gpt", { priority: 7, isPattern: true }),
    mapping("never", "gpt-5", "openai/gpt", { priority: 8 }),
    unknown,
  ]);
  const { asked, later, after } = explain(now, "w", "gpt-4o");
  expect(asked.map((each) => `${each.mapping.name}: ${each.said}`)).toEqual([
    "exact: other-name",
    "pattern: no-match",
    "off: off-taker",
    "off other: off",
    "off pattern: off-taker",
    "unknown: not-known",
    "ahead: unreadable",
    "taker: takes",
  ]);
  expect([later.map(({ name }) => name), after]).toEqual([["late"], 2]);
});

test("an answer in words has the end, every mapping that was tried, the model, and what is open", () => {
  const now = setup(models, [
    mapping("old", "gpt-3", "openai/mini"),
    mapping("wild", "gpt-4?", "openai/mini", { isPattern: true }),
    mapping("four", "gpt-4", "openai/gpt", { priority: 2 }),
    mapping("all", ".*", "openai/mini", { isPattern: true, priority: 3 }),
    mapping("last", "gpt-5", "openai/mini", { priority: 3 }),
  ]);
  const answer = answerFor({ after: now }, "w", "gpt-4");
  expect(answer.after.model).toEqual(gpt);
  expect(answerWords(answer)).toEqual([
    {
      lead: "`gpt-4` in the workspace `Support` resolves to `openai/gpt`, by the mapping `four`.",
      rows: [
        ["1", "`old`", "`gpt-3`", "1", "takes another name"],
        ["2", "`wild`", "`gpt-4?` (pattern)", "1", "does not match"],
        ["3", "`four`", "`gpt-4`", "2", "takes it"],
      ],
      notes: [
        "`openai/gpt`: provider `openai`, host `api.openai.com`, input cost 0.5, output cost 1,200.",
        "Later in the order, and so without effect: `all` would match it, too.",
        "1 more mapping after that does not match it.",
        `The API leaves open ${openSigns}: it may also resolve to \`openai/mini\`, by the mapping \`wild\`.`,
      ],
    },
  ]);
});
