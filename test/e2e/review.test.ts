import { describe, expect, test } from "vitest";
import { reviewOf } from "../../cli/review/facts/review-of.ts";
import { readPlan } from "../../cli/review/plan/read-plan.ts";
import { kinds } from "../../provider/every-kind.ts";
import { mapping, model, shop } from "../cli/review/previews/shop.ts";
import { adapters } from "../harness/adapter.ts";
import { Console } from "./support/console.ts";
import { type Declared, ref, renamed, withArgs, without } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import type { World } from "./support/world.ts";

const secrets = { openaiApiKey: "sk-canary-openai", deepseekApiKey: "sk-canary-deepseek" };
const read = (id: string): Declared => ({ kind: "Workspace", name: "other", get: id });

const before: readonly Declared[] = [
  ...without(shop, "ci", "handbook", "ada", "ben", "burst"),
  model("nano", "openai", { name: "gpt-nano", displayName: "GPT, nano", inputCost: 0.1, outputCost: 0.2 }),
  mapping("tiny", "nano", { sourceName: "tiny" }),
];

describe.each(adapters)("with the %s adapter", (adapter) => {
  let after: readonly Declared[];
  const w = life({ objects: before, secrets, adapter }, async () => {
    const clicks = new Console(w.gateway);
    const [first, second] = [await clicks.workspace("First"), await clicks.workspace("Second")];
    await up(w, [...before, read(first.id)]);
    // Replaced in both orders, renamed with and without another change, read from elsewhere, and deleted, in one preview.
    after = [
      ...renamed(
        renamed(
          withArgs(without(before, "tiny", "nano"), {
            small: { providerId: ref("deepseek") },
            welcome: { maxUses: 3 },
            "any-gpt": { targetModel: ref("reasoner", "gatewayName") },
            cap: { budget: 900 },
          }),
          "any-gpt",
          "every-gpt",
          { aliases: [{ name: "any-gpt" }] },
        ),
        "tone",
        "voice",
        { aliases: [{ name: "tone" }] },
      ),
      read(second.id),
    ];
  });

  const preview = async (refresh: boolean) =>
    readPlan(await stdout(w.project.preview({ json: true, refresh, args: ["--show-sames"] })), kinds);

  test("a review is the same with and without a refresh", async () => {
    await w.declare(after);
    const unread = reviewOf({ plan: await preview(false), kinds });
    const { isRefreshed, ...refreshed } = await preview(true);
    expect(isRefreshed).toBe(true);
    expect(reviewOf({ plan: { ...refreshed, isRefreshed: false }, kinds })).toEqual(unread);
    expect(unread.changes.map(({ operation, name }) => `${operation} ${name}`).sort()).toEqual([
      "delete nano",
      "delete tiny",
      "replace small",
      "replace welcome",
      "update cap",
      "update every-gpt",
      "update greeting",
      "update support-bot",
    ]);
    const managed = after.filter(({ get }) => get === undefined);
    expect(unread.size.after).toBe(managed.length);
  });

  test("a resource that is gone and no longer declared has no object before or after", async () => {
    const [tiny, team] = [w.calls.id("mappings", "tiny"), w.calls.id("workspaces", "Support assistant")];
    expect(await w.gateway.console("DELETE", `/mappings/${tiny}`, { workspace_id: team })).toMatchObject({
      status: 200,
    });
    const { steps } = await preview(true);
    const gone = steps.find(({ name }) => name === "tiny");
    expect([gone?.before, gone?.after, gone?.recorded?.id]).toEqual([undefined, undefined, tiny]);
  });

  test("reference marks are not in the state, and a saved plan does not require them", async () => {
    const next = model("next", "openai", { name: "next", displayName: "Next", inputCost: 1, outputCost: 2 });
    await w.declare([...after, next, mapping("upcoming", "next", { sourceName: "upcoming" })]);
    const stack = ["--stack", w.project.stack];
    expect(await stdout(w.project.preview({ json: true }))).toContain("__reference");
    await stdout(w.project.run(["preview", "--save-plan", "plan.json", ...stack]));
    await stdout(w.project.run(["up", "--yes", "--skip-preview", "--plan", "plan.json", ...stack]));
    expect(JSON.stringify(await w.project.exportState())).not.toContain("__reference");
    await hasNoChanges(w);
  });
});

async function stdout(run: ReturnType<World["project"]["preview"]>): Promise<string> {
  const result = await run;
  expect(result.code, result.output).toBe(0);
  return result.stdout;
}
