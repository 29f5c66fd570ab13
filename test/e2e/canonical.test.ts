import { afterAll, beforeAll, expect, test } from "vitest";
import { withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

/** Values that a gateway likes to tidy: space around text, a last newline, a bare host, many digits, any order. */
const untidy = withArgs(everything, {
  team: { name: " Support " },
  openai: { name: "openai ", baseUrl: "https://upstream.example" },
  gpt: { name: " gpt", displayName: "GPT ", inputCost: 0.12345678, outputCost: 1.75e-7 },
  tone: { name: "tone ", content: "Be brief.\n\nSay so if you do not know.\n" },
  default: { sourceName: "gpt-.* " },
});

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects: untidy, variants: { canonical: true } });
});
afterAll(() => w?.dispose());

test("what the gateway tidied is no change, neither in a preview nor in a refresh", async () => {
  await ok(w.project.up({ skipPreview: true }));
  expect(w.gateway.rows("providers")).toMatchObject([
    { name: "openai", base_url: "https://upstream.example/" },
  ]);
  await ok(w.project.preview({ expectNoChanges: true }));
  await ok(w.project.refresh({ expectNoChanges: true }));
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("after the refresh, an update sends what changed and nothing that was tidied", async () => {
  w.calls.take();
  await w.declare(
    withArgs(untidy, { tone: { content: "Be polite.\n" }, openai: { modelOptions: ["c ", "b"] } }),
  );
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes().sort()).toEqual([
    "PATCH /prompts/tone content workspace_id",
    "PATCH /providers/openai model_options workspace_id",
  ]);
  await ok(w.project.refresh({ expectNoChanges: true }));
});

test("a console edit of a tidied value shows, and is repaired", async () => {
  const workspace_id = w.calls.id("workspaces", "Support");
  const prompt = `/prompts/${w.calls.id("prompts", "tone")}`;
  await w.gateway.console("PATCH", prompt, { workspace_id, content: "Be rude." });
  const shown = await ok(w.project.refresh({ previewOnly: true, diff: true }));
  expect(shown).toContain("Be rude.");
  await ok(w.project.up({ refresh: true, skipPreview: true }));
  expect(w.calls.writes()).toEqual(["PATCH /prompts/tone content workspace_id"]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("a stack of tidied objects is destroyed whole", async () => {
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
