import { describe, expect, test } from "vitest";
import { unknownWorkspace } from "../../cli/account/account-object.ts";
import type { Review } from "../../cli/review/facts/review.ts";
import { reviewOf } from "../../cli/review/facts/review-of.ts";
import { readPlan } from "../../cli/review/plan/read-plan.ts";
import { kinds } from "../../provider/every-kind.ts";
import { mapping, model, shop } from "../cli/review/previews/shop.ts";
import { adapters } from "../harness/adapter.ts";
import { Console } from "./support/console.ts";
import { type Declared, made, page, ref, renamed, withArgs, without } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import type { World } from "./support/world.ts";

const secrets = { openaiApiKey: "sk-canary-openai", deepseekApiKey: "sk-canary-deepseek" };
const read = (id: string): Declared => ({ kind: "Workspace", name: "other", get: id });

const before: readonly Declared[] = [
  ...without(shop, "ci", "handbook", "ada", "ben", "burst"),
  model("nano", "openai", { name: "gpt-nano", displayName: "GPT, nano", inputCost: 0.1, outputCost: 0.2 }),
  mapping("tiny", "nano", { sourceName: "tiny" }),
];

describe.each(adapters)("by the %s adapter", (adapter) => {
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

  const preview = async (refresh: boolean, ...args: string[]) =>
    readPlan(
      await stdout(w.project.preview({ json: true, refresh, args: ["--show-sames", ...args] })),
      kinds,
    );

  async function reviews(...args: string[]): Promise<[Review, Review]> {
    const unread = await preview(false, ...args);
    const { isRefreshed, ...refreshed } = await preview(true, ...args);
    expect(isRefreshed).toBe(true);
    return [
      reviewOf({ plan: unread, kinds }),
      reviewOf({ plan: { ...refreshed, isRefreshed: false }, kinds }),
    ];
  }

  test("a review is the same whether or not the gateway was read", async () => {
    await w.declare(after);
    const [unread, refreshed] = await reviews();
    expect(refreshed).toEqual(unread);
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

  // What is no target keeps what it depends on: the engine itself fails, now and then, if the program has that changed.
  test("so it is of one target", async () => {
    const tied = {
      "every-gpt": { targetModel: ref("large", "gatewayName") },
      small: { providerId: ref("openai") },
    };
    await w.declare(withArgs(after, tied));
    const { deployment } = await w.project.exportState();
    const welcome = deployment.resources?.find(({ urn }) => urn.endsWith("::welcome"))?.urn ?? "";
    const [unread, refreshed] = await reviews("--target", welcome);
    expect(refreshed).toEqual(unread);
    expect(unread.changes.map(({ name }) => name)).toEqual(["welcome"]);
  });

  test("what is gone and not declared any more is no object, before or after", async () => {
    const [tiny, team] = [w.calls.id("mappings", "tiny"), w.calls.id("workspaces", "Support assistant")];
    expect(await w.gateway.console("DELETE", `/mappings/${tiny}`, { workspace_id: team })).toMatchObject({
      status: 200,
    });
    const { steps } = await preview(true);
    const gone = steps.find(({ name }) => name === "tiny");
    expect([gone?.before, gone?.after, gone?.recorded?.id]).toEqual([undefined, undefined, tiny]);
  });

  const sGpt = model("s-gpt", "s-openai", { name: "gpt", displayName: "GPT", inputCost: 1, outputCost: 2 });
  /** A new workspace with an object of each kind, and a model that is named by another one's outputs. */
  const sandbox = (workspaceId: unknown): Declared[] => {
    const upstream = { priority: 1, baseUrl: "https://upstream.example/v1", compatibility: "OPENAI_SDK" };
    const route = { sourceName: "support-bot", targetModel: ref("s-gpt", "gatewayName"), enabled: true };
    const inside = (kind: Declared["kind"], name: string, args: Declared["args"]): Declared => ({
      kind,
      name,
      args: { workspaceId, ...args },
    });
    return [
      { kind: "Workspace", name: "sandbox", args: { name: "Sandbox" } },
      inside("Budget", "s-cap", { budget: 5 }),
      inside("ModelProvider", "s-openai", { name: "openai", ...upstream }),
      { ...sGpt, args: { ...sGpt.args, workspaceId: ref("s-openai", "workspaceId") } },
      inside("Prompt", "s-tone", { name: "tone", content: "Be brief.", modelId: ref("s-gpt") }),
      inside("Mapping", "s-bot", route),
      inside("Index", "s-docs", { url: page("/docs"), waitForIndexed: false }),
      inside("Config", "s-standard", { name: "standard", workflow: {} }),
      inside("Invitation", "s-guests", { maxUses: 1 }),
    ];
  };

  test("an id that is not known yet is that of a resource, and what a program makes of it is not", async () => {
    const team = w.calls.id("workspaces", "Support assistant");
    const judged = async (workspaceId: unknown) => {
      await w.declare([...after, ...sandbox(workspaceId)]);
      const { findings, changes, routes, workspaces } = reviewOf({ plan: await preview(false), kinds });
      const unplaced = findings.filter(({ reason }) => reason.includes(unknownWorkspace));
      return {
        levels: Object.fromEntries(unplaced.map(({ name, level }) => [name, level])),
        places: new Set(
          changes
            .filter(({ name }) => name.startsWith("s-"))
            .map(({ workspace }) => workspaces[workspace ?? "none"]),
        ),
        routed: routes.filter(({ after: to }) => to?.by === "s-bot").map(({ after: to }) => to?.model),
      };
    };
    expect(await judged(ref("sandbox"))).toMatchObject({
      levels: {},
      places: new Set(["Sandbox"]),
      routed: ["s-gpt"],
    });
    const open = sandbox(0).flatMap(({ kind, name }) => (kind === "Workspace" ? [] : [name]));
    const all = (level: string) => Object.fromEntries(open.map((name) => [name, level]));
    const places = new Set([unknownWorkspace]);
    expect(await judged(made("sandbox", team))).toMatchObject({ levels: all("high"), places, routed: [] });
  });

  test("the marks of references are in no state, and a saved plan does not ask for them", async () => {
    await w.declare([...after, ...sandbox(ref("sandbox"))]);
    const stack = ["--stack", w.project.stack];
    await stdout(w.project.run(["preview", "--save-plan", "plan.json", ...stack]));
    await stdout(w.project.run(["up", "--yes", "--skip-preview", "--plan", "plan.json", ...stack]));
    expect(JSON.stringify(await w.project.exportState())).not.toContain("__reference");
    await hasNoChanges(w);
  });

  test("a model that is only read keeps its routes, leaves management when it is read, and is created when it is managed", async () => {
    const rowOf = (table: "workspaces" | "providers" | "models", name: string) => {
      const place = w.calls.id("workspaces", "Sandbox");
      const row = w.gateway
        .rows(table)
        .find((each) => each.name === name && [each.id, each.workspace_id].includes(place));
      return { id: String(row?.id), gateway_name: "" };
    };
    const inSandbox = (object: Declared, more = {}): Declared => ({
      ...object,
      args: { ...object.args, workspaceId: ref("sandbox"), ...more },
    });
    const workspace = rowOf("workspaces", "Sandbox");
    const clicked = await new Console(w.gateway).model(workspace, rowOf("providers", "openai"), "theirs");
    const only = (name: string, id: string) => inSandbox({ kind: "Model", name, get: id });
    const theirs = only("theirs", clicked.id);
    const led = inSandbox(mapping("led", "theirs", { sourceName: "led" }));
    const all = [...after, ...sandbox(ref("sandbox")), theirs, led];
    await up(w, all);
    const review = async (objects: readonly Declared[]) => {
      await w.declare(objects);
      return reviewOf({ plan: await preview(false), kinds });
    };
    const kept = await review(all);
    expect(kept.changes).toEqual([]);
    expect(kept.routes.find(({ incoming }) => incoming === "led")).toMatchObject({
      moved: false,
      before: { is: "model" },
      after: { is: "model", model: "openai/theirs" },
    });
    const left = await review(
      all.map((object) => (object.name === "s-gpt" ? only("s-gpt", rowOf("models", "gpt").id) : object)),
    );
    expect(left.optionChanges).toMatchObject([
      { name: "s-gpt", words: expect.stringContaining("leaves management") },
    ]);
    expect(left.changes).toEqual([]);
    expect(left.routes.filter(({ moved, after: to }) => moved || to === undefined)).toEqual([]);
    const own = { name: "theirs", displayName: "theirs", adopt: true };
    const managed = inSandbox(model("theirs", "s-openai", { ...own, inputCost: 2.5, outputCost: 10 }));
    const { changes } = await review(all.map((object) => (object === theirs ? managed : object)));
    expect(changes.map(({ operation, name }) => `${operation} ${name}`)).toContain("create theirs");
    expect(changes.filter(({ operation }) => operation === "replace" || operation === "delete")).toEqual([]);
  });
});

async function stdout(run: ReturnType<World["project"]["preview"]>): Promise<string> {
  const result = await run;
  expect(result.code, result.output).toBe(0);
  return result.stdout;
}
