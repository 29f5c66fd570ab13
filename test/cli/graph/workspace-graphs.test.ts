import fc from "fast-check";
import { expect, test } from "vitest";
import { type WorkspaceGraph, workspaceGraphs } from "../../../cli/graph/workspace-graphs.js";
import { compareRoutes } from "../../../cli/routing/compare-routes.js";
import { routedSetup } from "../../../cli/routing/setup.js";
import { large, mapping, model, object, prompt, provider, shop, workspace } from "./some-objects.ts";

/** A graph in words: `chat > openai/gpt (priority 1)`. */
function words(graph: WorkspaceGraph | undefined): string[] {
  const labels = new Map(graph?.nodes.map(({ id, is, label }) => [id, `${is} ${label}`]));
  return (graph?.edges ?? []).map(({ from, to, label, isOff, isBroken }) =>
    [labels.get(from), isBroken ? "x" : ">", labels.get(to), label, isOff && "off"].filter(Boolean).join(" "),
  );
}

test("mappings lead to models, models to providers, and prompts to models or to the workspace", () => {
  const [graph, ...others] = workspaceGraphs(shop, "gateway");
  expect(others).toEqual([]);
  expect(graph).toMatchObject({ workspace: "w", name: "Shop" });
  expect(words(graph)).toEqual([
    "model mistral/medium > provider mistral",
    "model openai/gpt > provider openai",
    "model openai/small > provider openai",
    "model gone-provider/lost x missing provider gone-provider",
    "mapping eu > model mistral/medium",
    "mapping chat > model openai/gpt priority 1",
    "mapping nowhere x missing model openai/none priority 3",
    "mapping old-chat > model openai/small priority 5 off",
    "mapping gpt-.* > model openai/gpt priority 10",
    "prompt draft > model openai/small off",
    "prompt house rules > workspace Shop position 0",
    "prompt orphan x missing model gone-model",
    "prompt tone > model openai/gpt position 1",
  ]);
});

test("what is a pattern, off, missing or for nothing is marked, and objects have their ids", () => {
  const [graph] = workspaceGraphs(shop, "gateway");
  const noted = graph?.nodes.filter(({ note }) => note !== undefined) ?? [];
  expect(noted.map(({ label, note }) => `${label}: ${note}`)).toEqual([
    "openai: priority 1",
    "mistral: priority 2",
    "gone-provider: no provider of this workspace",
    "openai/none: no model of this workspace",
    "old-chat: off",
    "gpt-.*: pattern",
    "draft: off",
    "Shop: all models",
    "loose: for no model",
    "gone-model: no model of this workspace",
  ]);
  const named = graph?.nodes.filter(({ objectId }) => objectId !== undefined);
  expect(named).toHaveLength(shop.length - 1);
});

test("a stack says that it does not have something, not that it is not there", () => {
  const [graph] = workspaceGraphs(shop, "stack");
  expect(graph?.nodes.find(({ label }) => label === "openai/none")?.note).toBe("no model of this stack");
});

test("a mapping that does not say whether it is enabled counts, as the review takes it", () => {
  const [graph] = workspaceGraphs([mapping("a", "x"), mapping("b", "x", { enabled: false })], "gateway");
  expect(graph?.nodes.map(({ label, isOff = false }) => [label, isOff])).toEqual([
    ["a", false],
    ["x", false],
    ["b", true],
  ]);
});

test("what the gateway shows of undeclared properties is drawn as what is declared", () => {
  const outputs = { __shown: { enabled: false, priority: 4, isPattern: true } };
  const [graph] = workspaceGraphs([{ ...mapping("a.*", "x"), outputs }], "stack");
  expect(words(graph)).toEqual(["mapping a.* x missing model x priority 4 off"]);
  expect(graph?.nodes[0]).toMatchObject({ isPattern: true, isOff: true });
});

test("upper and lower case of a target differ, and a model's own name is no target", () => {
  const mappings = [mapping("a", "P/m"), mapping("b", "m"), mapping("c", "p/m")];
  const [graph] = workspaceGraphs([provider("p"), model("m", "p"), ...mappings], "gateway");
  expect(words(graph).slice(1)).toEqual([
    "mapping a x missing model P/m",
    "mapping b x missing model m",
    "mapping c > model p/m",
  ]);
});

test("what is not known, as a secret, is not shown and leads to nothing that is named", () => {
  const objects = [
    provider("p", { name: "[secret]" }),
    model("m", "p", { gatewayName: "[secret]" }),
    mapping("[secret]", "[secret]"),
  ];
  const [graph] = workspaceGraphs(objects, "stack");
  expect(words(graph)).toEqual(["model m > provider p", "mapping to [secret] of [secret] x missing model ?"]);
});

test("workspaces stand by name, an empty one too, and one that is not known has its id", () => {
  const elsewhere = object("ModelProvider", "q", { name: "q", workspaceId: "unknown-id" });
  const objects = [workspace("Zebra", "z"), provider("p"), workspace("Alpha"), elsewhere];
  const graphs = workspaceGraphs(objects, "gateway");
  expect(graphs.map(({ name, nodes }) => [name, nodes.map(({ label }) => label)])).toEqual([
    ["Alpha", ["p"]],
    ["Zebra", ["Zebra"]],
    ["unknown-id", ["q"]],
  ]);
});

test("two models of one gateway name are both drawn as the end of a mapping", () => {
  const models = [model("m", "p"), model("n", "p", { gatewayName: "p/m" })];
  const [graph] = workspaceGraphs([provider("p"), ...models, mapping("a", "p/m")], "gateway");
  expect(words(graph).filter((line) => line.startsWith("mapping"))).toHaveLength(2);
});

test("the order of the lists does not matter", () => {
  const all = [...shop, prompt("tone", { modelId: "gpt" }), workspace("Shop", "x"), ...large(5)];
  const unique = [...new Map(all.map((each) => [each.urn, each])).values()];
  const expected = workspaceGraphs(unique, "gateway");
  fc.assert(
    fc.property(fc.shuffledSubarray(unique, { minLength: unique.length }), (shuffled) => {
      expect(workspaceGraphs(shuffled, "gateway")).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test("what decides is drawn before what it shadows, as a review says it", () => {
  const objects = [
    workspace("Shop"),
    provider("openai"),
    model("a", "openai"),
    model("b", "openai"),
    mapping("gpt-4", "openai/a", { priority: 5 }),
    mapping("gpt-.*", "openai/b", { priority: 1, isPattern: true }),
  ];
  const [graph] = workspaceGraphs(objects, "gateway");
  const [names, notes] = [
    ["gpt-.*", "gpt-4"],
    ["pattern", "never decides"],
  ];
  const drawn = graph?.nodes.filter(({ is }) => is === "mapping") ?? [];
  expect(drawn.map(({ label }) => label)).toEqual(names);
  expect(drawn.map(({ note }) => note)).toEqual(notes);
  const routes = compareRoutes(routedSetup([]), routedSetup(objects));
  expect(routes.find(({ incoming }) => incoming === "gpt-4")?.after).toMatchObject({ model: "openai/b" });
});
