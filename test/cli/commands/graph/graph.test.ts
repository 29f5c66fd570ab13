import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { drawGraph, type GraphOptions } from "../../../../cli/commands/graph/graph.js";
import { typeToken } from "../../../../provider/spec/token.js";
import { secretEnvelope, type Values } from "../../../../provider/spec/values.js";
import type { Variants } from "../../../gateway/index.ts";
import { openDesk } from "../support/desk.ts";

/** A gateway with the workspaces Team, which has something of everything, and Other, which has a provider. */
async function routed(variants: Partial<Variants> = {}) {
  const desk = await openDesk();
  const { gateway } = desk;
  const make = async (where: string, body: Record<string, unknown>) => {
    const made = await gateway.console("POST", where, body);
    return (made.body as { data: { id: string; gateway_name: string } }).data;
  };
  const upstream = { base_url: "https://up.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const { id: workspace_id } = await make("/workspaces", { name: "Team" });
  const other = await make("/workspaces", { name: "Other" });
  await make("/providers", { ...upstream, workspace_id: other.id, name: "elsewhere" });
  const provider = await make("/providers", {
    ...upstream,
    workspace_id,
    name: "openai",
    api_key: "sk-very-secret",
  });
  const sizes = { type: "chat", input_cost: 1, output_cost: 2, context_window: 1000 };
  const model = await make("/models", {
    ...sizes,
    workspace_id,
    provider_id: provider.id,
    name: "gpt",
    display_name: "GPT",
  });
  await make("/prompts", {
    workspace_id,
    name: "tone",
    content: "Be brief.",
    model_id: model.id,
    position: 2,
  });
  await make("/prompts", {
    workspace_id,
    name: "rules",
    content: "Be kind.",
    is_global: true,
    enabled: false,
  });
  await make("/mappings", {
    workspace_id,
    source_name: "gpt-*",
    target_model: model.gateway_name,
    is_pattern: true,
    priority: 7,
  });
  await make("/mappings", { workspace_id, source_name: "lost", target_model: "openai/none", priority: 8 });
  Object.assign(gateway.variants, variants);
  gateway.log.clear();
  const draw = async (options: GraphOptions = {}, file?: string) => {
    desk.out.length = 0;
    await drawGraph(file, options, desk.terminal);
    return desk.out.join("\n");
  };
  return { ...desk, draw, ids: { workspace_id, other: other.id } };
}

/** The arrows of a drawing as JSON, in words. */
function arrows(json: string): string[] {
  const { workspaces } = JSON.parse(json);
  return workspaces.flatMap(({ nodes, edges }: Record<string, Record<string, string>[]>) => {
    const label = (id: string | undefined) => nodes?.find((node) => node.id === id)?.label;
    return edges?.map((edge) => `${label(edge.from)} ${edge.isBroken ? "x" : ">"} ${label(edge.to)}`) ?? [];
  });
}

const ofTeam = [
  "openai/gpt > openai",
  "gpt-* > openai/gpt",
  "lost x openai/none",
  "rules > Team",
  "tone > openai/gpt",
];

test.each<[string, Partial<Variants>]>([
  ["as documented", {}],
  ["numbers as strings", { numbers: "string" }],
  ["nulls and times left out", { sparse: true }],
  ["no total", { total: false }],
])("the gateway is drawn by lists alone, of what is drawn: %s", async (_name, variants) => {
  const { draw, gateway } = await routed(variants);
  const drawn = await draw({ json: true });
  expect(arrows(drawn).toSorted()).toEqual(ofTeam.toSorted());
  expect(drawn).toContain('"label": "priority 7"');
  const asked = gateway.log.entries();
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(asked.map(({ path: where }) => where).toSorted()).toEqual(
    [
      "/workspaces",
      ...["/mappings", "/models", "/prompts", "/providers"].flatMap((each) => [each, each]),
    ].toSorted(),
  );
});

test("workspaces stand by name, and the source is said", async () => {
  const { draw } = await routed();
  const { source, workspaces } = JSON.parse(await draw({ json: true }));
  expect([source, workspaces.map(({ name }: { name: string }) => name)]).toEqual([
    "gateway",
    ["Other", "Team"],
  ]);
});

test("one workspace is asked for by its name or its id, and only that is read", async () => {
  const { draw, gateway, ids } = await routed();
  const byName = await draw({ json: true, workspace: "Team" });
  expect(arrows(byName).toSorted()).toEqual(ofTeam.toSorted());
  expect(gateway.log.entries()).toHaveLength(5);
  expect(await draw({ json: true, workspace: ids.workspace_id })).toBe(byName);
});

test("a workspace that is not there is an error that names what may be meant", async () => {
  const { draw, out } = await routed();
  await expect(draw({ workspace: "Taem" })).rejects.toThrow("no workspace has the name or id `Taem`");
  await expect(draw({ workspace: "team" })).rejects.toThrow("Is `Team` meant?");
  expect(out).toEqual([]);
});

test("each format goes to standard output or to a file, and shows no key", async () => {
  const { draw, terminal } = await routed();
  const begins = { mermaid: "flowchart LR\n", dot: "digraph routing {\n", svg: "<svg xmlns=" } as const;
  const file = path.join(terminal.env.HOME ?? "", "routing");
  for (const format of ["mermaid", "dot", "svg"] as const) {
    const drawn = await draw({ format });
    expect(drawn.startsWith(begins[format])).toBe(true);
    expect(drawn).not.toContain("very-secret");
    expect(await draw({ format, out: file })).toBe("");
    expect(await readFile(file, "utf8")).toBe(`${drawn}\n`);
  }
  expect((await draw()).startsWith(begins.mermaid)).toBe(true);
});

test("a list that the gateway cut or refuses is an error, and nothing is drawn", async () => {
  const cut = await routed({ cut: 1 });
  await expect(cut.draw()).rejects.toThrow("the gateway cut the list of Workspaces");
  const refused = await routed();
  refused.gateway.faults.add({ method: "GET", path: "/prompts", kind: "status", status: 403 });
  await expect(refused.draw()).rejects.toThrow("prompts:read");
  expect([cut.out, refused.out]).toEqual([[], []]);
});

/** A resource as `pulumi stack export` prints it. */
function resource(kind: string, name: string, inputs: Values, over: object = {}) {
  const urn = `urn:pulumi:prod::shop::${typeToken(kind)}::${name}`;
  return { urn, type: typeToken(kind), custom: true, id: `id of ${name}`, inputs, outputs: {}, ...over };
}

const workspaceId = "id of team";
const stack = [
  resource("Workspace", "team", { name: "Team" }),
  resource("ModelProvider", "openai", { workspaceId, name: "openai", priority: 1 }),
  resource(
    "Model",
    "gpt",
    { workspaceId, providerId: "id of openai", name: "gpt" },
    { outputs: { gatewayName: "openai/gpt" } },
  ),
  resource("Mapping", "default", {
    workspaceId,
    sourceName: "gpt-*",
    targetModel: "openai/gpt",
    isPattern: true,
  }),
  resource("Mapping", "shared", { workspaceId, sourceName: "shared", targetModel: "other/stack" }),
  resource("Mapping", "hidden", {
    workspaceId,
    sourceName: { ...secretEnvelope("x"), plaintext: '"very-secret-name"' },
    targetModel: { ...secretEnvelope("x"), plaintext: '"openai/gpt"' },
  }),
  resource("Prompt", "replaced", { workspaceId, name: "replaced", modelId: "id of gpt" }, { delete: true }),
];

test("a stack's export is drawn without the gateway, its secrets and what is about to be deleted", async () => {
  const { draw, gateway, terminal } = await routed();
  const file = path.join(terminal.env.HOME ?? "", "stack.json");
  await writeFile(file, JSON.stringify({ version: 3, deployment: { resources: stack } }));
  const drawn = await draw({ json: true }, file);
  expect(arrows(drawn)).toEqual([
    "openai/gpt > openai",
    "hidden x ?",
    "shared x other/stack",
    "gpt-* > openai/gpt",
  ]);
  expect(drawn).toContain("no model of this stack");
  expect(drawn).not.toContain("very-secret");
  expect(await draw({ json: true, workspace: "Team" }, file)).toBe(drawn);
  await expect(draw({ workspace: "Other" }, file)).rejects.toThrow("no workspace has the name or id `Other`");
  expect(gateway.log.entries()).toEqual([]);
});

test.each<[string | undefined, GraphOptions, string]>([
  ["stack.json", { stack: "prod" }, "give a file or --stack, not both"],
  [undefined, { json: true, format: "svg" }, "--json cannot be used with --format"],
  ["/nowhere/stack.json", {}, "/nowhere/stack.json cannot be read"],
])("%j with %j makes no sense, so nothing is asked", async (file, options, reason) => {
  const { draw, gateway } = await routed();
  const wrong = { name: "UsageError", message: expect.stringContaining(reason) };
  await expect(draw(options, file)).rejects.toMatchObject(wrong);
  expect(gateway.log.entries()).toEqual([]);
});
