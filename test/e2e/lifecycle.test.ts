import { afterAll, beforeAll, expect, test } from "vitest";
import { ref, renamed, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects: everything });
});
afterAll(() => w?.dispose());

const lists = ["GET /mappings", "GET /models", "GET /prompts", "GET /providers", "GET /workspaces"];
const creations = [
  "POST /mappings enabled is_pattern priority source_name target_model workspace_id",
  "POST /models api_name context_window display_name input_cost name output_cost provider_id type workspace_id",
  "POST /prompts content enabled environment is_global model_id name position type workspace_id",
  "POST /providers api_key base_url compatibility model_options name priority workspace_id",
  "POST /workspaces name",
];

const updated = withArgs(everything, {
  team: { name: "Customer support" },
  openai: { priority: 2, apiKey: "sk-canary-rotated" },
  gpt: { displayName: "GPT, large", inputCost: 3 },
  tone: { content: "Be polite.", environment: null },
  default: { enabled: false },
});
const aliased = renamed(updated, "default", "fallback", { aliases: [{ name: "default" }] });

test("up sends one POST for each object, with everything that is declared", async () => {
  await ok(w.project.up());
  expect(w.calls.writes().sort()).toEqual(creations);
});

test("after up, a preview is empty and asks nothing", async () => {
  await ok(w.project.preview({ expectNoChanges: true }));
  expect(w.calls.take()).toEqual([]);
});

test("after up, a refresh is empty, previewed or carried out, and reads one list for each kind", async () => {
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
  expect(w.calls.take().sort()).toEqual(lists);
  await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
  expect(w.calls.take().sort()).toEqual(lists);
});

test("an update sends only what changed", async () => {
  await w.declare(updated);
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes().sort()).toEqual([
    "PATCH /mappings/gpt-.* enabled workspace_id",
    "PATCH /models/gpt display_name input_cost workspace_id",
    "PATCH /prompts/tone content environment workspace_id",
    "PATCH /providers/openai api_key priority workspace_id",
    "PATCH /workspaces/Customer support name",
  ]);
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("a console edit of each kind shows in refresh with its lines", async () => {
  const workspace_id = w.calls.id("workspaces", "Customer support");
  const edit = (path: string, body: object) => w.gateway.console("PATCH", path, { workspace_id, ...body });
  await edit(`/workspaces/${workspace_id}`, { name: "Sales" });
  await edit(`/providers/${w.calls.id("providers", "openai")}`, { model_options: ["omega"] });
  await edit(`/models/${w.calls.id("models", "gpt")}`, { context_window: 64_000 });
  await edit(`/prompts/${w.calls.id("prompts", "tone")}`, { type: "USER" });
  await edit(`/mappings/${w.calls.id("mappings", "gpt-.*")}`, { priority: 20 });

  const shown = await ok(w.project.refresh({ previewOnly: true, diff: true }));
  expect(shown).toMatch(/~ name *: "Customer support" => "Sales"/);
  expect(shown).toMatch(/~ modelOptions *: \[\s+~ \[0\]: "zeta" => "omega"\s+- \[1\]: "alpha"/);
  expect(shown).toMatch(/~ contextWindow *: 128000 => 64000/);
  expect(shown).toMatch(/~ type *: "SYSTEM" => "USER"/);
  expect(shown).toMatch(/~ priority *: 10 => 20/);
  w.calls.take();
});

test("up repairs console edits, and makes anew what the console deleted", async () => {
  const mapping = `/mappings/${w.calls.id("mappings", "gpt-.*")}`;
  await w.gateway.console("DELETE", mapping, { workspace_id: w.calls.id("workspaces", "Sales") });
  await ok(w.project.up({ refresh: true, skipPreview: true }));
  expect(w.calls.writes().sort()).toEqual([
    "PATCH /models/gpt context_window workspace_id",
    "PATCH /prompts/tone type workspace_id",
    "PATCH /providers/openai model_options workspace_id",
    "PATCH /workspaces/Customer support name",
    "POST /mappings enabled is_pattern priority source_name target_model workspace_id",
  ]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("a logical rename with an alias asks nothing", async () => {
  await w.declare(aliased);
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.take()).toEqual([]);
});

test("a logical rename without an alias fails with the id and the ways on, and destroys nothing", async () => {
  const id = w.calls.id("mappings", "gpt-.*");
  await w.declare(renamed(updated, "default", "lost"));
  const said = await fails(w.project.up({ skipPreview: true }));
  expect(said).toContain(`Mapping "gpt-.*" exists already, with id ${id}`);
  expect(said).toContain('aliases: [{ name: "<old name>" }]');
  expect(said).toContain("adopt: true");
  expect(w.calls.writes()).toEqual([]);
  expect(w.calls.id("mappings", "gpt-.*")).toBe(id);
});

test("get reads an object without managing it, and fails in the preview if there is none", async () => {
  const read = { kind: "Prompt", name: "existing", args: { workspaceId: ref("team") } } as const;
  await w.declare([...aliased, { ...read, get: w.calls.id("prompts", "tone") }]);
  await ok(w.project.up({ skipPreview: true }));
  expect(await w.project.outputs()).toEqual({ found: { existing: "tone" } });

  await w.declare([...aliased, { ...read, get: "nowhere" }]);
  expect(await fails(w.project.preview())).toContain("Prompt.get: nothing on the gateway has the id nowhere");
  expect(w.calls.writes()).toEqual([]);
});

test("a move to another workspace makes new objects before it deletes the old ones", async () => {
  const moved = withArgs(
    aliased,
    Object.fromEntries(
      ["openai", "gpt", "tone", "fallback"].map((name) => [name, { workspaceId: ref("other") }]),
    ),
  );
  await w.declare([{ kind: "Workspace", name: "other", args: { name: "Sales" } }, ...moved]);
  await ok(w.project.up({ skipPreview: true }));
  const writes = w.calls.writes();
  expect(writes.slice(0, 5).sort()).toEqual(creations);
  expect(writes.slice(5).sort()).toEqual([
    "DELETE /mappings/gpt-.* workspace_id",
    "DELETE /models/gpt workspace_id",
    "DELETE /prompts/tone workspace_id",
    "DELETE /providers/openai workspace_id",
  ]);
  await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
});

test("destroy leaves nothing on the gateway", async () => {
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
