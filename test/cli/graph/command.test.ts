import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { typeToken } from "../../../provider/spec/token.js";
import { secretEnvelope, type Values } from "../../../provider/spec/values.js";
import { openDesk } from "../support/desk.ts";

/** A gateway with the workspaces Team, which has something of everything, and Other, which has a provider. */
async function routed() {
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
  gateway.log.clear();
  const run = (...args: string[]) => desk.run("graph", ...args);
  return { ...desk, run, draw: async (...args: string[]) => (await run(...args)).stdout, team };
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

test("the gateway is drawn from lists alone, and only the lists it needs are read", async () => {
  const { draw, gateway } = await routed();
  const drawn = await draw("--json");
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

test("--workspace selects a workspace by name or id, and no other workspace is read", async () => {
  const { run, draw, gateway, team } = await routed();
  const byName = await draw("--json", "--workspace", "Team");
  expect(arrows(byName).toSorted()).toEqual(ofTeam.toSorted());
  expect(gateway.log.entries()).toHaveLength(5);
  expect(await draw("--json", "--workspace", String(team.id))).toBe(byName);
  const wrong = { code: 1, stdout: "" };
  const stderr = expect.stringMatching(/no workspace has the name or id `team`. Did you mean `Team`\?/);
  expect(await run("--workspace", "team")).toEqual({ ...wrong, stderr });
});

test.each([
  ["mermaid", /^flowchart LR\n/],
  ["dot", /^digraph routing \{\n/],
  ["svg", /^<svg role="img" aria-label="Routing of 2 workspaces"/],
])("%s goes to stdout or to a file, and shows no key", async (format, begin) => {
  const { draw, terminal } = await routed();
  const file = path.join(terminal.env.HOME ?? "", "routing");
  const drawn = await draw("--output", format);
  expect(drawn).toMatch(begin);
  expect(drawn).not.toContain("very-secret");
  expect(await draw("--output", format, "--out", file)).toBe("");
  expect(await readFile(file, "utf8")).toBe(`${drawn}\n`);
  expect((await draw()) === drawn).toBe(format === "mermaid");
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
  routeOf("hidden", { sourceName: sealed("very-secret-name"), targetModel: sealed("openai/other") }),
  resource("Prompt", "replaced", { workspaceId, name: "replaced", modelId: "id of gpt" }, { delete: true }),
];

test("an exported stack is drawn without requests, secrets, or resources pending deletion", async () => {
  const { run, draw, gateway, terminal } = await routed();
  const file = path.join(terminal.env.HOME ?? "", "stack.json");
  await writeFile(file, JSON.stringify({ version: 3, deployment: { resources: stack } }));
  const drawn = await draw(file, "--json");
  expect(arrows(drawn)).toEqual([
    "openai/gpt > openai",
    "hidden x ?",
    "shared x other/stack",
    "gpt-* > openai/gpt",
  ]);
  expect(drawn).toContain("no model in this stack");
  expect(drawn).not.toContain("very-secret");
  expect(await draw(file, "--json", "--workspace", "Team")).toBe(drawn);
  expect((await run(file, "--workspace", "Other")).stderr).toContain(
    "no workspace has the name or id `Other`",
  );
  expect(gateway.log.entries()).toEqual([]);
});
