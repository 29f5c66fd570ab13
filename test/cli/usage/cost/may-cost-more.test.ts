import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { kinds } from "../../../../provider/every-kind.js";
import { type PreviewStep, planOf, unknown } from "../../review/facts/support/preview.ts";
import { gpt, openai, resource, route } from "../../review/facts/support/stack.ts";
import { askedUsage } from "./some-usage.ts";

const mini = resource("Model", "mini", { name: "mini", inputCost: 1, outputCost: 2 });
const models = [
  openai.same(),
  gpt.same({ gatewayName: "openai/gpt" }),
  mini.same({ gatewayName: "openai/mini" }),
];
const [toGpt, toMini] = [{ targetModel: "openai/gpt" }, { targetModel: "openai/mini" }];
const leads = route.with(toGpt);
const chat = resource("Mapping", "chat", { sourceName: "chat", ...toMini });

/** Whether a review that knows no requests leaves open what the change costs. */
function isOpen(steps: readonly PreviewStep[]): boolean {
  const asked = askedUsage(undefined, { isRequired: true });
  const { findings } = reviewOf(planOf(...steps), kinds, undefined, undefined, asked);
  return findings.some(({ rule }) => rule === "cost-up-money");
}

test.each<[string, PreviewStep[]]>([
  ["the price of input rises", [gpt.updated({ inputCost: 3 }), mini.same()]],
  ["the price of output rises", [mini.same(), gpt.updated({ outputCost: 9, inputCost: 1 })]],
  ["a price is known only after the `up`", [gpt.updated({ inputCost: unknown })]],
  ["a route moves to a dearer model", [...models, route.with(toMini).updated(toGpt)]],
  ["one of two routes does", [...models, leads.same(), chat.updated(toGpt)]],
  ["a route moves to a name that nobody knows", [...models, leads.updated({ targetModel: "elsewhere/x" })]],
])("without usage, requests may cost more if %s", (_what, steps) => {
  expect(isOpen([openai.same(), ...steps])).toBe(true);
});

test.each<[string, PreviewStep[]]>([
  ["nothing changes", [...models, leads.same()]],
  ["both prices fall", [gpt.updated({ inputCost: 1, outputCost: 7 })]],
  ["only a name changes", [gpt.updated({ displayName: "X" })]],
  ["a model is deleted", [gpt.deleted(), mini.same()]],
  ["a model is made", [gpt.same(), mini.created()]],
  ["a route moves to a cheaper model", [...models, leads.updated(toMini)]],
  ["a route ends nowhere", [...models, leads.deleted()]],
])("and not if %s", (_what, steps) => {
  expect(isOpen([openai.same(), ...steps])).toBe(false);
});
