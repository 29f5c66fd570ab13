import fc from "fast-check";
import { expect } from "vitest";
import type { ExportInput } from "../../../../cli/export/exported-program.js";
import type { Declarable, LiveObject } from "../../../../cli/live/live-account.js";
import { kinds } from "../../../../provider/every-kind.js";
import { Session } from "../../../../provider/lifecycle/session.js";
import { type Field, snakeCase } from "../../../../provider/spec/field.js";
import type { Kind } from "../../../../provider/spec/kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { awkwardText, awkwardValues } from "./awkward.ts";

const session = new Session(kinds, {
  WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:9/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "t",
});

/** An object as `declarable` gives it, without a gateway. */
export function anObject(name: string, id: string, declared: Values, holder?: LiveObject): Declarable {
  const kind: Kind =
    kinds.find((each) => each.name === name) ?? expect.unreachable(`there is no kind ${name}`);
  const { parent } = kind.endpoints;
  const values = parent === undefined || holder === undefined ? {} : { [parent.field]: holder.id };
  const all = { ...values, ...declared };
  const row = Object.fromEntries(Object.entries(all).map(([key, value]) => [snakeCase(key), value]));
  const outputs = kind.outputFields.has("gatewayName")
    ? { gatewayName: `route/${String(declared.apiName ?? declared.name)}` }
    : {};
  const unread = [...kind.fields.values()].filter((field: Field) => field.writeOnly);
  const object = { kind, id, row, context: session.context(kind, values) };
  return {
    object: holder === undefined ? object : { ...object, holder },
    imported: { declared: all, outputs: { ...all, ...outputs }, unread, strange: [] },
  };
}

/** Names that clash, and names that nobody wants. */
const clashing =
  "openai OpenAI gpt-4.1 gpt\u00a041 GPT_4.1 default config gateway con 日本 🎉 tone Tone index account";
const names = clashing.split(" ").map((text) => text.replace("\u00a0", " "));
const name = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: awkwardText },
);
const title = name.map((text) => text.slice(0, 128).toWellFormed() || "x");

const long = fc.array(awkwardText, { minLength: 4, maxLength: 7 }).map((lines) => lines.join("\n"));

const few = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) => fc.array(arbitrary, { maxLength });

const workspace = fc.record({
  title,
  providers: few(fc.record({ name, models: few(name, 4) }), 3),
  prompts: few(fc.record({ name, content: fc.oneof(awkwardText, long), model: fc.nat(9) }), 4),
  mappings: few(fc.record({ name, model: fc.nat(9) }), 4),
  configs: few(fc.record({ name, workflow: awkwardValues }), 2),
  sites: few(
    name.map((text) => text || "x"),
    2,
  ),
});
type Drawn = typeof workspace extends fc.Arbitrary<infer Value> ? Value : never;

function objectsOf({ title, providers, prompts, mappings, configs, sites }: Drawn, ws: string): Declarable[] {
  const holding = anObject("Workspace", ws, { name: title });
  const held = (kind: string, id: string, declared: Values) => anObject(kind, id, declared, holding.object);
  const costs = { type: "chat", inputCost: 0.5, outputCost: 1, contextWindow: 128_000 };
  const upstream = { baseUrl: "https://up.example", priority: 1, compatibility: "OPENAI_SDK" };
  const models = providers.flatMap((provider, p) =>
    provider.models.map((model, m) =>
      held("Model", `${ws}m${p}${m}`, {
        providerId: `${ws}p${p}`,
        name: model,
        displayName: model,
        ...costs,
      }),
    ),
  );
  const idOfModel = (index: number) => models[index]?.object.id ?? "gone";
  const nameOfModel = (index: number) => {
    const model = models[index];
    return model !== undefined && "imported" in model ? String(model.imported.outputs.gatewayName) : "gone";
  };
  return [
    holding,
    held("Budget", ws, { budget: 10 }),
    ...providers.map((each, p) => held("ModelProvider", `${ws}p${p}`, { name: each.name, ...upstream })),
    ...models,
    ...prompts.map(({ model, ...each }, at) =>
      held("Prompt", `${ws}t${at}`, { ...each, modelId: idOfModel(model) }),
    ),
    ...mappings.map((each, at) =>
      held("Mapping", `${ws}r${at}`, { sourceName: each.name, targetModel: nameOfModel(each.model) }),
    ),
    ...configs.map((each, at) => held("Config", `${ws}c${at}`, { ...each })),
    ...sites.map((url, at) => held("Index", `${ws}i${at}`, { url })),
  ];
}

/** The objects of an account that people have clicked together. */
export const account: fc.Arbitrary<Declarable[]> = fc
  .tuple(
    fc.array(workspace, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(
      name.filter((text) => text !== ""),
      { maxLength: 3 },
    ),
  )
  .map(([workspaces, quotas]) => [
    ...workspaces.flatMap((each, index) => objectsOf(each, `w${index}`)),
    ...quotas.map((each, index) =>
      anObject("Quota", `q${index}`, { match: { name: each }, maxRequests: 60_000 }),
    ),
  ]);

export function exportOf(objects: readonly Declarable[], more: Partial<ExportInput> = {}): ExportInput {
  return { project: "my-gateway", kinds, objects, strays: [], keys: "required", ...more };
}
