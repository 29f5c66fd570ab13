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
  const { gateway, clicks } = desk;
  const team = await clicks.workspace("Team");
  const other = await clicks.workspace("Other");
  await clicks.provider(other, "elsewhere");
  const provider = await clicks.provider(team, "openai", { api_key: "sk-very-secret" });
  const model = await clicks.model(team, provider, "gpt");
  await clicks.prompt(team, "tone", "Be brief.", { model_id: model.id, position: 2 });
  await clicks.prompt(team, "rules", "Be kind.", { is_global: true, enabled: false });
  await clicks.mapping(team, "gpt-*", model.gateway_name, { is_pattern: true, priority: 7 });
  await clicks.mapping(team, "lost", "openai/none", { priority: 8 });
  Object.assign(gateway.variants, variants);
  gateway.log.clear();
  const draw = async (options: GraphOptions = {}, file?: string) => {
    desk.out.length = 0;
    await drawGraph(file, options, desk.terminal);
    return desk.out.join("\n");
  };
  return { ...desk, draw, team };
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

test.each<Partial<Variants>>([{}, { numbers: "string" }, { sparse: true }, { total: false }])(
  "the gateway is drawn by lists alone, of what is drawn, whatever form it gives its answers: %j",
  async (variants) => {
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
  },
);

test("workspaces stand by name, and the source is said", async () => {
  const { draw } = await routed();
  const { source, workspaces } = JSON.parse(await draw({ json: true }));
  expect([source, workspaces.map(({ name }: { name: string }) => name)]).toEqual([
    "gateway",
    ["Other", "Team"],
  ]);
});

test("one workspace is asked for by its name or its id, and only that is read", async () => {
  const { draw, gateway, team } = await routed();
  const byName = await draw({ json: true, workspace: "Team" });
  expect(arrows(byName).toSorted()).toEqual(ofTeam.toSorted());
  expect(gateway.log.entries()).toHaveLength(5);
  expect(await draw({ json: true, workspace: team.id })).toBe(byName);
});

test("a workspace that is not there is an error that names what may be meant", async () => {
  const { draw, out } = await routed();
  await expect(draw({ workspace: "Taem" })).rejects.toThrow("no workspace has the name or id `Taem`");
  await expect(draw({ workspace: "team" })).rejects.toThrow("Is `Team` meant?");
  expect(out).toEqual([]);
});

test("each format goes to standard output or to a file, and shows no key", async () => {
  const { draw, terminal } = await routed();
  const begins = {
    mermaid: "flowchart LR\n",
    dot: "digraph routing {\n",
    svg: '<svg role="img" aria-label="Routing of 2 workspaces"',
  } as const;
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
const named = { gatewayName: "openai/gpt" };
const sealed = (text: string) => ({ ...secretEnvelope("x"), plaintext: JSON.stringify(text) });
const routeOf = (name: string, inputs: Values) => resource("Mapping", name, { workspaceId, ...inputs });
const stack = [
  resource("Workspace", "team", { name: "Team" }),
  resource("ModelProvider", "openai", { workspaceId, name: "openai", priority: 1 }),
  resource("Model", "gpt", { workspaceId, providerId: "id of openai", name: "gpt" }, { outputs: named }),
  routeOf("default", { sourceName: "gpt-*", targetModel: "openai/gpt", isPattern: true }),
  routeOf("shared", { sourceName: "shared", targetModel: "other/stack" }),
  routeOf("hidden", { sourceName: sealed("very-secret-name"), targetModel: sealed("openai/gpt") }),
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
