import type { Review } from "../../../../cli/review/facts/review.ts";
import type { Json } from "../../../../provider/text/json.ts";
import {
  ada,
  cap,
  gpt,
  inputs,
  openai,
  production,
  resource,
  review,
  standard,
  step,
  team,
  unknown,
} from "../facts/support/preview.ts";

const rules = Array.from({ length: 12 }, (_, at) => `Rule ${at}.`).join("\n");
const content = `${rules}\nYou help customers.\nAnswer briefly, in English.\nIf you do not know, say so.`;
const exact = content.replace("briefly, in English", "in two sentences at most");
const flow = (model: string, from: string, retries: number) => ({
  nodes: [{ id: from }, { id: "answer", model }],
  edges: [{ from, to: "answer" }],
  settings: { retries },
});
const model = (name: string, more = {}) => resource("Model", name, { name, displayName: name, ...more });
const named = (name: string) => ({ gatewayName: `openai/${name}` });
const leading = (sourceName: string, targetModel: string, more = {}) =>
  resource("Mapping", sourceName, { sourceName, targetModel, enabled: true, ...more });

/** A review with something of everything. */
export const sample = review(
  team.same(),
  openai.with({ apiKey: "[secret]" }).updated(),
  resource("ModelProvider", "local", { name: "local", baseUrl: "http://10.0.0.7" }).created(),
  gpt.same(named("gpt")),
  model("embed", { inputCost: 3 }).same(named("embed")),
  model("mini").updated({ inputCost: 0.4, outputCost: 1.6 }),
  model("legacy").deleted({ outputs: named("legacy") }),
  model("free", { inputCost: 0, outputCost: 0 }).created({ sourcePosition: "project:///models.ts#40,1" }),
  leading("gpt-4", "openai/gpt").updated({ targetModel: "openai/embed" }),
  leading("gpt-4.*", "openai/gpt", { isPattern: true, priority: 9 }).updated({ targetModel: "openai/embed" }),
  leading("summarize", "openai/legacy").same(),
  leading("large", "openai/gpt").same(),
  leading("vision", "shared/vision-1").created(),
  leading("draft", unknown).created(),
  production.with({ content, position: 2 }).updated({ content: exact, position: 1 }),
  standard
    .with({ workflow: flow("openai/gpt", "start", 1) })
    .replaced({ workflow: flow("openai/mini", "classify", 3) }),
  resource("Index", "handbook").created(),
  ada.deleted(),
  step("refresh", "Budget", "cap", {
    oldState: { inputs: inputs.Budget },
    newState: { inputs: { ...inputs.Budget, budget: 900 } },
  }),
  cap.with({ budget: 900 }).updated({ budget: 500 }),
);

/** Words of the types of a review, which the page chooses by. They stay as they are. */
const fixed = new Set(
  "is operation risk rule secret sign what change urn byUrn modelUrn workspace".split(" "),
);

/** The sample with other texts in place of every text of an object in it. */
export function withTexts(other: (text: string) => string): Review {
  return JSON.parse(JSON.stringify(sample), (key: string, value: Json) =>
    typeof value === "string" && !fixed.has(key) ? other(value) : value,
  );
}
