import { expect, test } from "vitest";
import { endWords } from "../../../cli/routing/explained/end-words.js";
import { explainerOf } from "../../../cli/routing/explained/explain.js";
import { toldExplanation } from "../../../cli/routing/explained/explanation-words.js";
import { mapping, model, setup } from "./support.js";

test.each([
  [{ is: "model", model: "p/a", by: "m" }, "at `p/a`, by the mapping `m`"],
  [{ is: "model", model: "p/a" }, "at `p/a`, which has it as its gateway name"],
  [
    { is: "outside", model: "p/b", by: "m" },
    "at `p/b`, the name of no model that is known here, by the mapping `m`",
  ],
  [{ is: "nowhere" }, "nowhere: no mapping takes it, and no model has it as its gateway name"],
  [{ is: "nowhere", model: "p/a", by: "m" }, "nowhere: `p/a` goes away, by the mapping `m`"],
  [{ is: "nowhere", model: "p/a" }, "nowhere: `p/a` goes away"],
  [{ is: "unknown", by: "m" }, "at a model that is known only during the `up`, by the mapping `m`"],
  [{ is: "unknown", model: "p/a" }, "at `p/a`, which may be a model's name only after the `up`"],
] as const)("the end %j has its words", (end, words) => {
  expect(endWords(end)).toBe(words);
});

test("an explanation in words has the end, every mapping that was asked, the model, and what is open", () => {
  const models = [
    model("openai/gpt", { provider: "openai", host: "api.openai.com", inputCost: 0.5, outputCost: 1_200 }),
    model("openai/mini"),
  ];
  const now = setup(models, [
    mapping("old", "gpt-3", "openai/mini"),
    mapping("wild", "gpt-4?", "openai/mini", { isPattern: true }),
    mapping("four", "gpt-4", "openai/gpt", { priority: 2 }),
    mapping("all", ".*", "openai/mini", { isPattern: true, priority: 3 }),
    mapping("last", "gpt-5", "openai/mini", { priority: 3 }),
  ]);
  const open = "whether `*` and `?` in a pattern stand for any text, or are signs of a regular expression";
  expect(toldExplanation(explainerOf(now)("w", "gpt-4"))).toEqual({
    ends: "ends at `openai/gpt`, by the mapping `four`.",
    rows: [
      ["1", "`old`", "`gpt-3`", "1", "takes another name"],
      ["2", "`wild`", "`gpt-4?` (pattern)", "1", `does not match; open: ${open}`],
      ["3", "`four`", "`gpt-4`", "2", "takes it"],
    ],
    notes: [
      "`openai/gpt`: provider `openai`, host `api.openai.com`, input cost 0.5, output cost 1,200.",
      "Later in the order, and so without effect, it is also taken by `all`.",
      "1 more mapping after that does not take it.",
      `The API leaves open ${open}: it may also end at \`openai/mini\`, by the mapping \`wild\`.`,
    ],
  });
});
