import { describe, expect, test } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { allKinds, secondValue } from "../contract/support/samples.ts";
import { Stack } from "../contract/support/stack.ts";
import { type World, world } from "../contract/support/world.ts";
import { documentedScopes } from "./support/documented-scopes.ts";

/** Creates, refreshes, changes and destroys an object, in operations of their own, by a token with these scopes alone. */
async function life({ gateway, env, refs, full }: World, kind: Kind, scopes: string[]): Promise<void> {
  const token = gateway.token({ user: "owner", scopes });
  const stack = new Stack({ ...env, WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
  const inputs: Values = { ...full(kind), ...strongestDestroy(kind) };
  await stack.up("it", kind.name, inputs);
  expect(await stack.operation().refresh()).toEqual([]);
  const change = [...kind.fields.values()].find(({ local, replace }) => !local && !replace);
  if (change !== undefined && kind.endpoints.patch !== undefined) {
    const changed = { ...inputs, [change.name]: secondValue(kind, refs, change) };
    expect(await stack.operation().up("it", kind.name, changed)).toBe("update");
  }
  await stack.operation().destroy("it");
}

/** What takes an object away, or at least writes to it, where destroying may do less. */
function strongestDestroy({ fields }: Kind): Values {
  const ways = fields.get("onDestroy")?.expected ?? "";
  const strongest = ["delete", "restore"].find((way) => ways.includes(`"${way}"`));
  return strongest === undefined ? {} : { onDestroy: strongest };
}

describe.each(allKinds)("the scopes in the comment of $name", ({ name, kind }) => {
  test("are enough for all of its life", async () => {
    await using gateway = await world();
    await life(gateway, kind, documentedScopes(name));
  });

  test.each(documentedScopes(name))("are not enough without %s", async (scope) => {
    await using gateway = await world();
    const others = documentedScopes(name).filter((each) => each !== scope);
    await expect(life(gateway, kind, others)).rejects.toThrow(scope);
  });
});
