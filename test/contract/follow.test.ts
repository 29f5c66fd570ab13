import { expect } from "vitest";
import { kinds as specs } from "../../provider/every-kind.js";
import { model } from "../../provider/kinds/model.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { listsOfCheck } from "./support/adapter.ts";
import { test, type World } from "./support/world.ts";

const kinds: readonly Kind[] = specs;

test("only the gateway name of a model follows another object", () => {
  const following = kinds.flatMap(({ name, outputFields }) =>
    [...outputFields.values()].flatMap(({ follows, ...output }) =>
      follows === undefined ? [] : [{ kind: name, output: output.name, follows }],
    ),
  );
  const follows = { input: "providerId", list: "/providers", fields: ["name"] };
  expect(following).toEqual([{ kind: "Model", output: "gatewayName", follows }]);
});

/** A stack with a provider and its model, how each is declared, and the provider with another name. */
async function standing(at: World) {
  const { stack } = at;
  const steps = (how: "up" | "preview") => ({
    provider: (inputs: Values) => stack[how]("provider", "ModelProvider", inputs),
    model: (inputs: Values) => stack[how]("model", "Model", inputs),
  });
  const provider = at.full(modelProvider);
  stack.operation();
  await steps("up").provider(provider);
  const declared: Values = { ...at.full(model), providerId: stack.resource("provider").id };
  await steps("up").model(declared);
  at.gateway.log.clear();
  stack.operation();
  stack.warnings.length = 0;
  const renamed = { ...provider, name: "renamed" };
  return { stack, provider, model: declared, renamed, up: steps("up"), preview: steps("preview") };
}

const liveName = (at: World) => at.row(model, "model").gateway_name;

function expectKnown(at: World): void {
  expect(at.stack.resource("model").outputs.gatewayName).toEqual(liveName(at));
}

test("the gateway name follows in the same up, with a read and no write", async ({ at }) => {
  const on = await standing(at);
  const before = liveName(at);
  expect(await on.preview.provider(on.renamed)).toBe("update");
  expect(await on.preview.model(on.model)).toBe("update");
  expect(at.requests()).toEqual(listsOfCheck("GET /providers", "GET /models"));

  at.stack.operation();
  await on.up.provider(on.renamed);
  at.gateway.log.clear();
  expect(await on.up.model(on.model)).toBe("update");
  const { id } = at.stack.resource("model");
  expect(at.requests()).toEqual([...listsOfCheck("GET /models"), `GET /models/${id}`]);
  expect(liveName(at)).not.toEqual(before);
  expectKnown(at);

  at.stack.operation();
  expect(await on.preview.model(on.model)).toBe("same");
  const { outputs } = at.stack.resource("model");
  expect(await at.refresh()).toEqual([]);
  expect(at.stack.resource("model").outputs).toEqual(outputs);
});

test("the gateway name follows even if the first read is stale", async ({ at }) => {
  const on = await standing(at);
  await on.up.provider(on.renamed);
  const stale = at.gateway.faults.add({ method: "GET", kind: "stale", count: 1 });
  await on.up.model(on.model);
  expect(stale.hits).toBe(1);
  expectKnown(at);
});

test("preview and up warn once about the gateway name that a run with --target omits", async ({ at }) => {
  const on = await standing(at);
  for (const run of [on.preview, on.up]) {
    at.stack.operation();
    at.stack.warnings.length = 0;
    await run.provider(on.renamed);
    expect(at.stack.warnings).toEqual([expect.stringMatching("gatewayName.*--target.*pulumi refresh")]);
  }
  expect(await at.refresh()).toEqual([]);
  at.stack.operation();
  expect(await on.preview.model(at.stack.resource("model").inputs)).toBe("same");
});

test("the gateway name does not follow a change that only a refresh finds", async ({ at }) => {
  const on = await standing(at);
  await at.console("PATCH", modelProvider, "provider", { name: "by hand" });
  at.stack.operation();
  expect(await at.stack.refresh()).toEqual(["provider"]);
  expect(at.stack.warnings).toEqual([]);
  expect(await on.preview.model(on.model)).toBe("same");
  expect(await on.preview.provider(on.provider)).toBe("update");
  expect(await on.preview.model(on.model)).toBe("update");
});

test("other changes to the provider do not affect the gateway name", async ({ at }) => {
  const on = await standing(at);
  expect(await on.up.provider({ ...on.provider, baseUrl: "https://other.example/v1" })).toBe("update");
  expect(await on.preview.model(on.model)).toBe("same");
  expect(at.stack.warnings).toEqual([]);
});

test("the gateway name follows in a later run if the run with the rename failed", async ({ at }) => {
  const on = await standing(at);
  await on.up.provider(on.renamed); // and the run fails
  at.stack.operation();
  expect(await on.up.provider(on.renamed)).toBe("same");
  expect(await on.up.model(on.model)).toBe("update");
  expectKnown(at);
  at.stack.operation();
  expect(await on.preview.provider(on.renamed)).toBe("same");
  expect(await on.preview.model(on.model)).toBe("same");

  at.stack.operation();
  await on.up.provider(on.provider); // and fails again, but then somebody refreshes
  await at.refresh();
  at.stack.operation();
  expect(await on.preview.provider(on.provider)).toBe("same");
  expect(await on.preview.model(on.model)).toBe("same");
  expectKnown(at);
});

test("the gateway name follows in a later run if a targeted update received the old name", async ({ at }) => {
  const on = await standing(at);
  const old = at.row(model, "model");
  const changed = { ...on.model, inputCost: 7 };
  await on.up.provider(on.renamed); // and the run fails

  at.stack.operation(); // with --target: the run does not know the provider
  const late = { kind: "status-after", status: 200, body: { data: { ...old, input_cost: 7 } } } as const;
  const answer = at.gateway.faults.add({ method: "PATCH", path: "/models/", ...late, count: 1 });
  await on.up.model(changed);
  expect(answer.hits).toBe(1);
  expect(at.stack.resource("model").outputs.gatewayName).toEqual(old.gateway_name);

  at.stack.operation();
  expect(await on.up.provider(on.renamed)).toBe("same");
  expect(await on.up.model(changed)).toBe("update");
  expectKnown(at);
});
