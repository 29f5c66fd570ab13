import { describe, expect, test } from "vitest";
import { type ImportForm, imported } from "../../provider/lifecycle/imported.js";
import { Session } from "../../provider/lifecycle/operation/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { eachField, readableKinds, requiredInputs, secondValue } from "./support/samples.ts";
import { variantNames, variants } from "./support/variants.ts";
import { type World, world } from "./support/world.ts";

/** Reads what the gateway has under the id of the stack's resource, and puts it in the resource's place. */
async function importAgain({ gateway, stack }: World, kind: Kind, form?: ImportForm): Promise<Values> {
  const { id, inputs } = stack.resource("it");
  const session = new Session([], {
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ user: "owner" }),
  });
  const { parent } = kind.endpoints;
  const place = parent === undefined ? {} : { [parent.field]: inputs[parent.field] ?? null };
  const object = await imported(session.target(kind, place), id, form);
  if (object === undefined) throw new Error(`there is no ${kind.name} ${id}`);
  stack.resources.set("it", { kind: kind.name, id, inputs: object.declared, outputs: object.outputs });
  return object.declared;
}

describe.each(variantNames)("on a gateway with %s", (variant) => {
  test.each(readableKinds)(
    "$name: imported and declared as it is, the preview is empty, and refresh changes nothing",
    async ({ kind }) => {
      const required = (at: World) => requiredInputs(kind, at.refs);
      const cases: [(at: World) => Values, ImportForm?][] = [
        [(at) => at.full(kind)],
        [required],
        [required, { declaresNull: true }],
      ];
      for (const [inputsAt, form] of cases) {
        await using at = await world(variants[variant]);
        await at.made(kind, inputsAt(at));
        const declared = await importAgain(at, kind, form);
        expect(await at.stack.operation().preview("it", kind.name, declared)).toBe("same");
        await at.stack.operation().refresh();
        expect(await at.stack.operation().preview("it", kind.name, declared)).toBe("same");
        expect(at.stack.resource("it").inputs).toEqual(declared);
        expect(at.writes()).toEqual([]);
      }
    },
  );
});

const clearable = eachField(({ nullable, writeOnly }) => nullable && !writeOnly);

describe.each(["as documented", "answers without null and timestamps"])("on a gateway with %s", (variant) => {
  test.each(clearable)(
    "$title: imported as null, it is managed: a value that somebody gives it is drift",
    async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      await at.made(kind, requiredInputs(kind, at.refs));
      const declared = await importAgain(at, kind, { declaresNull: true });
      expect(declared[field.name]).toBeNull();
      const table = kind.endpoints.list?.slice(1);
      const value = secondValue(kind, at.refs, field) ?? at.full(kind)[field.name];
      at.gateway.db.prepare(`UPDATE ${table} SET ${field.sendAs} = ?`).run(String(value));
      expect(await at.stack.operation().refresh()).toEqual(["it"]);
      expect(at.stack.resource("it").inputs[field.name]).toBe(value);
    },
  );
});
