import { expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import { loader } from "../../provider/spec/token.js";
import { hidden, type Values } from "../../provider/spec/values.js";
import { calling } from "../contract/support/calling.ts";
import { allKinds } from "../contract/support/samples.ts";
import { test, type World } from "../contract/support/world.ts";

const traces = [hidden.provider, hidden.retained, hidden.urn];

/** What a program passes to a dynamic provider besides. */
function asDynamic(kind: Kind, inputs: Values): Values {
  return {
    ...inputs,
    [hidden.provider]: loader(kind.name),
    ...calling("it"),
    [hidden.urn]: `urn:pulumi:laws::contract::pulumi-nodejs:dynamic/workspace-gateway:${kind.name}::it`,
  };
}

/** Runs a program with the dynamic provider: the SDK's part of it stores the text that loads the package, too. */
async function upDynamically(at: World, kind: Kind, inputs: Values) {
  at.stack.adapter = "dynamic";
  const step = await at.stack.operation().up("it", kind.name, asDynamic(kind, inputs));
  const known = at.stack.resource("it");
  const outputs = { ...known.outputs, [hidden.provider]: loader(kind.name) };
  at.stack.resources.set("it", { ...known, outputs });
  return step;
}

function tracesOf(values: Values): string[] {
  return traces.filter((name) => name in values);
}

test.for(allKinds)("$name: the plugin sees no change in a dynamic state", async ({ kind }, { at }) => {
  const { stack, gateway } = at;
  const inputs = at.full(kind);
  await upDynamically(at, kind, inputs);
  await upDynamically(at, kind, { ...inputs, connection: "eu" });
  await upDynamically(at, kind, inputs);
  expect(tracesOf(stack.resource("it").outputs)).toContain(hidden.provider);
  gateway.log.clear();
  stack.adapter = "native";
  expect(await stack.operation().up("it", kind.name, inputs)).toBe("same");
  expect(gateway.log.entries()).toEqual([]);
  expect(tracesOf(stack.resource("it").inputs)).toEqual([]);
});

test.for(allKinds)("$name: the plugin removes dynamic entries from state", async ({ kind }, { at }) => {
  const { stack } = at;
  const inputs = at.full(kind);
  await upDynamically(at, kind, inputs);
  stack.adapter = "native";
  await stack.operation().refresh();
  const { outputs } = stack.resource("it");
  expect(tracesOf(outputs)).toEqual([]);
  expect(outputs).toMatchObject(inputs);
  expect(await stack.operation().preview("it", kind.name, inputs)).toBe("same");

  await upDynamically(at, kind, inputs);
  stack.adapter = "native";
  expect(await stack.operation().up("it", kind.name, { ...inputs, connection: "eu" })).toBe("update");
  expect(tracesOf(stack.resource("it").outputs)).toEqual([]);
});

test.for(allKinds)("$name: the dynamic provider takes over the plugin's state", async ({ kind }, { at }) => {
  const { stack, gateway } = at;
  const inputs = at.full(kind);
  stack.adapter = "native";
  await stack.operation().up("it", kind.name, inputs);
  const { id, outputs } = stack.resource("it");
  expect(tracesOf(outputs)).toEqual([]);
  gateway.log.clear();
  expect(await upDynamically(at, kind, inputs)).toBe("update");
  expect(stack.resource("it")).toMatchObject({ id, outputs });
  expect(await upDynamically(at, kind, inputs)).toBe("same");
  expect(gateway.log.entries()).toEqual([]);
});
