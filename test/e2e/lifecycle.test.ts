import { describe, expect, test } from "vitest";
import { reviewOf } from "../../cli/review/facts/review-of.js";
import { readPlan } from "../../cli/review/plan/read-plan.js";
import { kinds } from "../../provider/every-kind.js";
import { snakeCase } from "../../provider/spec/field.js";
import { adapters } from "../harness/adapter.ts";
import { data, inWorkspaces } from "../kinds/data.ts";
import { ref, renamed, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { whole } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";

/** Where the API has the objects of a kind, what the declared one is called there, and the names of its values. */
const collections = data.flatMap(({ kind, collection, declared: { args = {} } }) => {
  const path = collection?.path.replace("{ws}", "Support");
  const called = args.name ?? args.sourceName ?? args.title;
  return path === undefined ? [] : [{ kind, path, called, keys: Object.keys(args).map(snakeCase).sort() }];
});
const lists = [...collections.map(({ path }) => `GET ${path}`), "GET /workspaces/Support/budget"].sort();
/** Those whose objects move with their workspace. */
const moving = collections.filter(({ path }) => inWorkspaces.includes(path));
/** What comes into being anew in a workspace that objects move to. */
const creations = [
  ...moving.map(({ path, keys }) => ["POST", path, ...keys].join(" ")),
  "POST /workspaces name",
].sort();
const changes = [
  "PATCH /quotas/burst max_requests period window_minutes",
  "PATCH /workspaces/Support/budget budget",
];
const issuing = ["POST /workspaces/Support/gate-token", "POST /workspaces/Support/members"];

const updated = withArgs(whole, {
  team: { name: "Customer support" },
  openai: { priority: 2, apiKey: "sk-canary-rotated" },
  gpt: { displayName: "GPT, large", inputCost: 3 },
  tone: { content: "Be polite.", environment: null },
  default: { enabled: false },
  cap: { budget: 0 },
  ada: { role: "MEMBER" },
  burst: { maxRequests: 10 },
});
const replaced = withArgs(updated, { standard: { enabled: false }, key: { triggers: { release: 2 } } });
const aliased = renamed(replaced, "default", "fallback", { aliases: [{ name: "default" }] });

/** What the state has of the place of a resource: that text of the program, and no other frame. */
function placeOf(text: string) {
  const lines = program.slice(0, program.indexOf(text)).split("\n");
  const sourcePosition = `project:///index.ts#${lines.length},${(lines.at(-1) ?? "").length + 1}`;
  return { sourcePosition, stackTrace: [{ sourcePosition }] };
}

// The tests are the stations of one stack's life, in this order.
describe.each(adapters)("%s", (adapter) => {
  const w = life({ objects: everything, adapter });

  test("up sends one POST for each object that it creates, and only differences for existing objects", async () => {
    await ok(w.project.up());
    const writes = w.calls.writes().sort();
    const issued = (line: string) => issuing.some((start) => line.startsWith(start));
    expect(writes.filter((line) => !issued(line))).toEqual([...changes, ...creations].sort());
    expect(writes.filter(issued)).toHaveLength(issuing.length);
  });

  test("a person who has joined is managed from then on", async () => {
    w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
    await up(w, whole);
    expect(w.calls.writes()).toEqual(["PATCH /workspaces/Support/members/member role"]);
  });

  test("after up, a preview is empty and sends no requests, and an empty refresh reads one list per kind", async () => {
    await ok(w.project.preview({ expectNoChanges: true }));
    expect(w.calls.take()).toEqual([]);
    await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
    expect(w.calls.take().sort()).toEqual(lists);
    await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
    expect(w.calls.take().sort()).toEqual(lists);
  });

  test("an update sends only changed fields, as many requests as its review says, and its diff hides retained outputs", async () => {
    await w.declare(updated);
    const { stdout } = await w.project.preview({ json: true });
    expect(reviewOf({ plan: readPlan(stdout, kinds), kinds }).needs.writes).toBe(8);
    w.calls.take();
    expect(await up(w, undefined, { diff: true })).not.toMatch(/carried|[+-] gatewayName|createdAt/);
    expect(w.calls.writes().sort()).toEqual([
      "PATCH /mappings/gpt-.* enabled workspace_id",
      "PATCH /models/gpt display_name input_cost workspace_id",
      "PATCH /prompts/tone content environment workspace_id",
      "PATCH /providers/openai api_key priority workspace_id",
      "PATCH /quotas/burst max_requests",
      "PATCH /workspaces/Customer support name",
      "PATCH /workspaces/Customer support/budget budget",
      "PATCH /workspaces/Customer support/members/member role",
    ]);
    await ok(w.project.preview({ expectNoChanges: true }));
  });

  test("values that change on their own do not appear in a refresh", async () => {
    w.gateway.seed.spend(w.calls.id("workspaces", "Customer support"), 12.5);
    const quota = w.calls.id("quotas", "burst");
    w.gateway.db.prepare("UPDATE quotas SET current_usage = 7 WHERE id = ?").run(quota);
    await ok(w.project.refresh({ skipPreview: true, expectNoChanges: true }));
    await ok(w.project.preview({ expectNoChanges: true }));
  });

  test("a changed config is replaced, the old one deleted first, and a new trigger issues another key", async () => {
    w.calls.take();
    await up(w, replaced);
    const writes = w.calls.writes();
    expect(writes.filter((line) => line.includes("/configs"))).toEqual([
      "DELETE /configs/standard workspace_id",
      "POST /configs description enabled is_default name workflow workspace_id",
    ]);
    expect(writes.filter((line) => !line.includes("/configs"))).toEqual([
      expect.stringMatching(/^POST \/workspaces\/Customer support\/gate-token/),
    ]);
    await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
  });

  test("a refresh counts a console edit of each kind", async () => {
    const workspace_id = w.calls.id("workspaces", "Customer support");
    const edit = (path: string, body: object) => w.gateway.console("PATCH", path, { workspace_id, ...body });
    await edit(`/workspaces/${workspace_id}`, { name: "Sales" });
    await edit(`/providers/${w.calls.id("providers", "openai")}`, { model_options: ["omega"] });
    await edit(`/models/${w.calls.id("models", "gpt")}`, { context_window: 64_000 });
    await edit(`/prompts/${w.calls.id("prompts", "tone")}`, { type: "USER" });
    await edit(`/mappings/${w.calls.id("mappings", "gpt-.*")}`, { priority: 20 });
    await edit(`/workspaces/${workspace_id}/budget`, { budget: 99 });
    await edit(`/workspaces/${workspace_id}/members/${w.calls.id("members", "member")}`, { role: "ADMIN" });
    await edit(`/quotas/${w.calls.id("quotas", "burst")}`, { window_minutes: 5 });

    expect(await ok(w.project.refresh({ previewOnly: true }))).toContain("~ 8 to update");
  });

  test("a refresh with --diff shows the old and new value of each console edit", async () => {
    const shown = await ok(w.project.refresh({ previewOnly: true, diff: true }));
    expect(shown).toMatch(/~ name *: "Customer support" => "Sales"/);
    expect(shown).toMatch(/~ modelOptions *: \[\s+~ \[0\]: "zeta" => "omega"\s+- \[1\]: "alpha"/);
    expect(shown).toMatch(/~ contextWindow *: 128000 => 64000/);
    expect(shown).toMatch(/~ type *: "SYSTEM" => "USER"/);
    expect(shown).toMatch(/~ priority *: 10 => 20/);
    expect(shown).toMatch(/~ budget *: 0 => 99/);
    expect(shown).toMatch(/~ role *: "MEMBER" => "ADMIN"/);
    expect(shown).toMatch(/~ windowMinutes *: 60 => 5/);
    w.calls.take();
  });

  test("up reverts console edits, and recreates objects that were deleted in the console", async () => {
    const workspace_id = w.calls.id("workspaces", "Sales");
    const deleted = [
      `/mappings/${w.calls.id("mappings", "gpt-.*")}`,
      `/configs/${w.calls.id("configs", "standard")}`,
      `/indexes/${w.calls.id("indexes", "Docs")}`,
    ];
    for (const path of deleted) await w.gateway.console("DELETE", path, { workspace_id });
    w.calls.take();
    await ok(w.project.up({ refresh: true, skipPreview: true }));
    expect(w.calls.writes().sort()).toEqual([
      "PATCH /models/gpt context_window workspace_id",
      "PATCH /prompts/tone type workspace_id",
      "PATCH /providers/openai model_options workspace_id",
      "PATCH /quotas/burst window_minutes",
      "PATCH /workspaces/Customer support name",
      "PATCH /workspaces/Customer support/budget budget",
      "PATCH /workspaces/Customer support/members/member role",
      "POST /configs description enabled is_default name workflow workspace_id",
      "POST /indexes max_pages title url workspace_id",
      "POST /mappings enabled is_pattern priority source_name target_model workspace_id",
    ]);
    await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
  });

  test("renaming a resource with an alias sends no requests", async () => {
    await w.declare(aliased);
    w.calls.take();
    await up(w);
    expect(w.calls.take()).toEqual([]);
  });

  test("renaming a resource without an alias fails with the id and possible fixes, and deletes nothing", async () => {
    const id = w.calls.id("mappings", "gpt-.*");
    await w.declare(renamed(replaced, "default", "lost"));
    const said = await fails(w.project.up({ skipPreview: true }));
    expect(said).toContain(`Mapping "gpt-.*" already exists, with id ${id}`);
    expect(said).toContain('aliases: [{ name: "<old name>" }]');
    expect(said).toContain("adopt: true");
    expect(w.calls.writes()).toEqual([]);
    expect(w.calls.id("mappings", "gpt-.*")).toBe(id);
  });

  test("get reads an unmanaged object, fails in the preview if it is missing, and the state records source positions", async () => {
    const read = { kind: "Prompt", name: "existing", args: { workspaceId: ref("team") } } as const;
    await up(w, [...aliased, { ...read, get: w.calls.id("prompts", "tone") }]);
    expect(await w.project.outputs()).toMatchObject({ found: { existing: "tone" } });
    const { resources = [] } = (await w.project.exportState()).deployment;
    const ours = resources.filter(({ type }) => /^(?!pulumi:).*workspace-gateway/.test(type));
    for (const { urn, sourcePosition, stackTrace } of ours) {
      const text = urn.endsWith("::existing") ? "get(name, object.get" : "new gateway[kind](";
      expect({ urn, sourcePosition, stackTrace }).toEqual({ urn, ...placeOf(text) });
    }

    await w.declare([...aliased, { ...read, get: "nowhere" }]);
    expect(await fails(w.project.preview())).toContain(
      "Prompt.get: no object on the gateway has the id nowhere",
    );
    expect(w.calls.writes()).toEqual([]);
  });

  test("a move to another workspace creates new objects before it deletes the old ones", async () => {
    const names = aliased.flatMap(({ kind, name }) =>
      moving.some((each) => each.kind === kind) ? name : [],
    );
    const moved = withArgs(
      aliased,
      Object.fromEntries(names.map((name) => [name, { workspaceId: ref("other") }])),
    );
    await up(w, [{ kind: "Workspace", name: "other", args: { name: "Sales" } }, ...moved]);
    const writes = w.calls.writes();
    expect(writes.slice(0, creations.length).sort()).toEqual(creations);
    expect(writes.slice(creations.length).sort()).toEqual(
      moving.map(({ path, called }) => `DELETE ${path}/${called} workspace_id`).sort(),
    );
    await ok(w.project.refresh({ previewOnly: true, expectNoChanges: true }));
  });

  test("destroy leaves only objects that existed before, and says which keys and links remain valid", async () => {
    const said = await ok(w.project.destroy({ skipPreview: true }));
    expect(w.calls.remaining()).toEqual([]);
    expect(w.gateway.rows("quotas")).toMatchObject([{ name: "burst", max_requests: 10, window_minutes: 60 }]);
    expect(said).toContain("GatewayKey: the key works until it expires");
    expect(said).toContain("Invitation: its link can be redeemed until it expires");
  });
});
