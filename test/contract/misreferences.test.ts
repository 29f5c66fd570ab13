import { expect } from "vitest";
import { model } from "../../provider/kinds/model.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { unknownValue, type Values } from "../../provider/spec/values.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { calling } from "./support/calling.ts";
import { Engine } from "./support/engine/engine.ts";
import type { Declared } from "./support/engine/program.ts";
import { requiredInputs } from "./support/samples.ts";
import { test, type World } from "./support/world.ts";

/** Previews a mapping to a target, or a change of one that is there, and returns what is said of it and the number of requests. */
async function previewed({ stack, refs, gateway }: World, targetModel: string, isRefreshed: boolean) {
  const inputs = { workspaceId: refs.workspaceId, sourceName: "chat", targetModel };
  stack.operation();
  if (isRefreshed) await stack.refresh();
  gateway.log.clear();
  stack.warnings.length = 0;
  await stack.preview("chat", "Mapping", inputs);
  return { said: stack.warnings.splice(0), requests: gateway.log.entries().length };
}

const said = (what: string) => [
  // Only the plugin knows the resource here.
  expect.stringMatching(
    `^Mapping ("chat"|resource "it"): targetModel is the ${what} of a Model, not its gatewayName. Set it to the gatewayName of that Model.$`,
  ),
];

test("a target that is the id or name of a known model causes a warning", async ({ at }) => {
  await at.made(model);
  const { id, outputs } = at.it;
  const gatewayName = String(outputs.gatewayName);
  const name = String(at.row(model, "it").name);
  for (const isThere of [false, true]) {
    if (isThere) {
      const inputs = { workspaceId: at.refs.workspaceId, sourceName: "chat", targetModel: gatewayName };
      await at.stack.operation().up("chat", "Mapping", inputs);
    }
    expect(await previewed(at, id, true)).toEqual({ said: said("id"), requests: 0 });
    expect(await previewed(at, name, true)).toEqual({ said: said("name"), requests: 0 });
    expect(await previewed(at, gatewayName, true)).toEqual({ said: [], requests: 0 });
    expect((await previewed(at, name, false)).said).toEqual([]);
  }
});

test("a target that is the id of a model in this program causes a warning without reading a list", async ({
  at,
}) => {
  const inputs = await at.made(model);
  at.stack.operation();
  await at.stack.preview("it", "Model", inputs);
  const { id } = at.it;
  const { workspaceId } = at.refs;
  await at.stack.preview("chat", "Mapping", { workspaceId, sourceName: "chat", targetModel: id });
  expect(at.stack.warnings).toEqual(said("id"));
});

test("a model name that is also a gateway name causes no warning", async ({ at }) => {
  at.gateway.variants.gatewayName = "name";
  await at.made(model);
  expect(await previewed(at, String(at.row(model, "it").name), true)).toEqual({ said: [], requests: 0 });
});

/** What one run makes in a new workspace: `openai/gpt`, and a mapping, before or after it. */
interface Run {
  readonly target: string;
  readonly mapping?: Values;
  readonly provider?: Values;
  readonly isFirst?: boolean;
}

const nothing = "not the gatewayName of any Model in its workspace.";

/** Makes a workspace with a provider, a model and a mapping in one run; returns what is said of the mapping when the run has ended. */
async function made(
  { stack, refs }: World,
  { target, mapping, provider, isFirst = false }: Run,
): Promise<string[]> {
  stack.operation();
  await stack.up("team", "Workspace", { name: "third" });
  const place = { workspaceId: stack.resource("team").id };
  const chat = { ...place, sourceName: "chat", targetModel: target, ...mapping, ...calling("chat") };
  if (isFirst) await stack.up("chat", "Mapping", chat);
  const upstream = { baseUrl: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  await stack.up("openai", "ModelProvider", { ...place, name: "openai", ...upstream, ...provider });
  const { id } = stack.resource("openai");
  await stack.up("gpt", "Model", { ...requiredInputs(model, refs), ...place, providerId: id, name: "gpt" });
  if (!isFirst) await stack.up("chat", "Mapping", chat);
  stack.end();
  return stack.warnings.splice(0);
}

test.for<[string, Run, string | undefined]>([
  [
    "the model's name, in place of its gateway name",
    { target: "gpt" },
    "the name of a Model, not its gatewayName. Set it to the gatewayName of that Model.",
  ],
  ["a name that no model has", { target: "no-such-model" }, nothing],
  ["a misspelt name", { target: "openai/gtp" }, `${nothing} Did you mean \`openai/gpt\`?`],
  ["a model of another workspace", { target: "first/first" }, nothing],
  ["the gateway name", { target: "openai/gpt" }, undefined],
  [
    "a name that a provider may offer besides its models",
    { target: "no-such-model", provider: { modelOptions: ["other"] } },
    undefined,
  ],
  [
    "any name, of a mapping that is switched off",
    { target: "no-such-model", mapping: { enabled: false } },
    undefined,
  ],
])("an up that creates the workspace checks a target that is %s", async ([, run, words], { at }) => {
  for (const isFirst of [false, true]) {
    expect(await made(at, { ...run, isFirst })).toEqual(
      words === undefined ? [] : [`Mapping resource "chat": targetModel is ${words}`],
    );
    for (const name of [...at.stack.resources.keys()].reverse()) await at.stack.operation().destroy(name);
  }
});

/** A stack with the provider `openai`, the model `gpt` and a mapping in a workspace that was there before. */
async function settled({ stack, refs, gateway }: World) {
  const { workspaceId } = refs;
  const openai = { ...requiredInputs(modelProvider, refs), name: "openai" };
  await stack.operation().up("openai", "ModelProvider", openai);
  const providerId = stack.resource("openai").id;
  const gpt = { ...requiredInputs(model, refs), providerId, name: "gpt" };
  await stack.up("gpt", "Model", gpt);
  const chat = (targetModel: string) =>
    Object.assign({ workspaceId, sourceName: "chat", targetModel }, calling("chat"));
  await stack.up("chat", "Mapping", chat("openai/gpt"));
  /** What a run says of the mapping at its end, and how many requests it needs for that. */
  const run = async (isRefreshed: boolean, work: () => Promise<unknown>) => {
    stack.operation();
    if (isRefreshed) await stack.refresh();
    stack.warnings.length = 0;
    await work();
    gateway.log.clear();
    stack.end();
    expect(gateway.log.entries()).toEqual([]);
    return stack.warnings.splice(0).filter((line) => line.startsWith("Mapping"));
  };
  const all = async (target: string, how: "up" | "preview" = "up") => {
    await stack[how]("openai", "ModelProvider", openai);
    await stack[how]("gpt", "Model", gpt);
    await stack[how]("chat", "Mapping", chat(target));
  };
  return { stack, openai, gpt, chat, run, all };
}

const lost = `Mapping resource "chat": targetModel is ${nothing}`;

test("a target in an existing workspace is checked only after a refresh", async ({ at }) => {
  const { run, all } = await settled(at);
  for (const how of ["preview", "up"] as const) {
    expect(await run(false, () => all("no-such-model", how))).toEqual([]);
    expect(await run(true, () => all("no-such-model", how))).toEqual([lost]);
    expect(await run(true, () => all("first/first", how))).toEqual([]);
    expect(await run(true, () => all(unknownValue, "preview"))).toEqual([]);
  }
});

test("the check uses the models as the run leaves them, not as they were read before", async ({ at }) => {
  const { stack, openai, gpt, chat, run, all } = await settled(at);
  const renamed = async () => {
    await stack.up("openai", "ModelProvider", openai);
    await stack.up("gpt", "Model", { ...gpt, name: "gpt-next" });
    await stack.up("chat", "Mapping", chat("openai/gpt"));
  };
  expect(await run(true, renamed)).toEqual([`${lost} Did you mean \`openai/gpt-next\`?`]);
  expect(await run(true, () => all("openai/gpt"))).toEqual([]);
  const gone = async () => {
    await stack.up("openai", "ModelProvider", openai);
    await stack.up("chat", "Mapping", chat("openai/gpt"));
    await stack.destroy("gpt");
  };
  expect(await run(true, gone)).toEqual([lost]);
});

test("no warning is shown at the end of a run that failed or has not yet created a model", async ({ at }) => {
  const { stack, openai, gpt, chat, run } = await settled(at);
  const failing = async () => {
    await stack.up("openai", "ModelProvider", openai);
    await stack.up("chat", "Mapping", chat("openai/next"));
    at.gateway.faults.add({ method: "POST", path: "/models", kind: "status", status: 400 });
    await expect(stack.up("next", "Model", { ...gpt, name: "next" })).rejects.toThrow();
  };
  expect(await run(true, failing)).toEqual([]);
  const planned = async () => {
    await stack.preview("openai", "ModelProvider", openai);
    await stack.preview("gpt", "Model", gpt);
    await stack.preview("next", "Model", { ...gpt, name: "next" });
    await stack.preview("chat", "Mapping", chat("openai/next"));
  };
  expect(await run(true, planned)).toEqual([]);
});

test("a model that another process of the run creates is not reported as missing", async ({ at }) => {
  const engine = new Engine(at.env);
  const { workspaceId, providerId } = at.refs;
  const by = { adapter: chosenAdapter(), process: "another" };
  const gpt = { ...requiredInputs(model, at.refs), providerId };
  const large: Declared = { name: "large", kind: "Model", inputs: gpt };
  const next: Declared = { name: "next", kind: "Model", inputs: { ...gpt, name: "next" }, by };
  const upstream = requiredInputs(modelProvider, at.refs);
  const openai: Declared = { name: "p", kind: "ModelProvider", inputs: upstream };
  const inputs = { workspaceId, sourceName: "chat", targetModel: "first/next" };
  await engine.up([openai, large]);
  await engine.up([openai, large, { name: "chat", kind: "Mapping", inputs }, next], { refreshed: true });
  expect([engine.errors, engine.warnings]).toEqual([[], []]);
});
