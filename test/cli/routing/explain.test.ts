import { expect, test } from "vitest";
import { answerFor, answerWords } from "../../../cli/routing/explain.js";
import { expectPage } from "../support/pages.ts";
import { mapping, model, setup } from "./support.ts";

const costs = { inputCost: 0.5, outputCost: 1_200 };
const gpt = model("openai/gpt", { provider: "openai", host: "api.openai.com", ...costs });
const models = [gpt, model("openai/mini")];
const off = { priority: 3, enabled: false };
const open = { urn: "urn:open", name: "open", workspace: "w", priority: 4, mayTake: "any" } as const;

const answers = {
  "each mapping says why it does not match a name": answerFor(
    {
      after: setup(models, [
        mapping("exact", "gpt-4", "openai/gpt", { priority: 1 }),
        mapping("pattern", "claude-.*", "openai/gpt", { priority: 2, isPattern: true }),
        mapping("off", "gpt-4o", "openai/gpt", off),
        mapping("off other", "gpt-3", "openai/gpt", off),
        mapping("off pattern", "gpt.*", "openai/gpt", { ...off, isPattern: true }),
        mapping("ahead", "(?=gpt).*", "openai/gpt", { priority: 5, isPattern: true }),
        mapping("taker", "gpt-4o", "openai/gpt", { priority: 6 }),
        mapping("late", "gpt-.*", "openai/gpt", { priority: 7, isPattern: true }),
        ...[mapping("never", "gpt-5", "openai/gpt", { priority: 8 }), open],
      ]),
    },
    "w",
    "gpt-4o",
  ),
  "an answer has the end, every mapping that was tried, the model, and what is open": answerFor(
    {
      after: setup(models, [
        mapping("old", "gpt-3", "openai/mini"),
        mapping("wild", "gpt-4?", "openai/mini", { isPattern: true }),
        mapping("four", "gpt-4", "openai/gpt", { priority: 2 }),
        mapping("all", ".*", "openai/mini", { isPattern: true, priority: 3 }),
        mapping("last", "gpt-5", "openai/mini", { priority: 3 }),
      ]),
    },
    "w",
    "gpt-4",
  ),
};

test("the explanations of routes match the snapshot", async () => {
  await expectPage("explain.md", answers, (answer) => {
    expect(answer.after.model).toEqual(gpt);
    const parts = answerWords(answer).map(({ lead, rows, notes }) =>
      [lead, ...rows.map((row) => `- ${row.join(" | ")}`), ...notes].join("\n"),
    );
    return parts.join("\n");
  });
});
