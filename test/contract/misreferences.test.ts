import { expect } from "vitest";
import { model } from "../../provider/kinds/model.js";
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
    `^Mapping ("chat"|resource "it"): targetModel is the ${what} of a Model, and not its gatewayName. Set it to the gatewayName of that Model.$`,
  ),
];

test("a target that is the id or the name of a model is a warning if the list of models was read", async ({
  at,
}) => {
  await at.made(model);
  const { id, outputs } = at.stack.resource("it");
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

test("an id that this program declares a model of needs no list", async ({ at }) => {
  const inputs = await at.made(model);
  at.stack.operation();
  await at.stack.preview("it", "Model", inputs);
  const { id } = at.stack.resource("it");
  await at.stack.preview("chat", "Mapping", {
    workspaceId: at.refs.workspaceId,
    sourceName: "chat",
    targetModel: id,
  });
  expect(at.stack.warnings).toEqual(said("id"));
});

test("a name that is a gateway name as well is none", async ({ at }) => {
  at.gateway.variants.gatewayName = "name";
  await at.made(model);
  expect(await previewed(at, String(at.row(model, "it").name), true)).toEqual({ said: [], requests: 0 });
});
