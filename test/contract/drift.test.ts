import { describe, expect } from "vitest";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { eachField, secondValue } from "./support/samples.ts";
import { variants } from "./support/variants.ts";
import { expectSteady, test, type World, world } from "./support/world.ts";

const echoed = (field: Field) => field.replace === undefined && field.writeOnly === undefined;
const readable = ({ endpoints }: Kind) => endpoints.list !== undefined || endpoints.get !== undefined;
const patchable = eachField((field, kind) => echoed(field) && kind.endpoints.patch !== undefined);
const fixed = eachField(
  (field, kind) => echoed(field) && readable(kind) && kind.endpoints.patch === undefined,
);

describe.each(["as documented", "tidying what it stores", "empty answers to writes"])(
  "on a gateway with %s",
  (variant) => {
    test.each(patchable)(
      "$title: a console edit shows in refresh, and up repairs it",
      async ({ kind, field }) => {
        await using at = await world(variants[variant]);
        const inputs = await at.made(kind);
        const edited = secondValue(kind, at.refs, field);
        expect(await at.console("PATCH", kind, "it", { [field.sendAs]: edited })).toBeLessThan(300);

        expect(await at.refresh()).toEqual(["it"]);
        expect(at.it.inputs[field.name]).not.toEqual(inputs[field.name]);
        expect(await at.up(kind, inputs)).toBe("update");
        await expectSteady(at, kind, inputs);
      },
    );

    test.each(patchable)("$title: an update sends only what changed", async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      const inputs = await at.made(kind);
      const changed = { ...inputs, [field.name]: secondValue(kind, at.refs, field) };
      expect(await at.up(kind, changed)).toBe("update");
      const writes = at.writes();
      expect(writes.map((entry) => entry.method)).toEqual(["PATCH"]);
      const scope = kind.endpoints.scoped ? ["workspace_id"] : [];
      expect(Object.keys(writes[0]?.body ?? {}).sort()).toEqual([field.sendAs, ...scope].sort());
      expect(await at.refresh()).toEqual([]);
    });
  },
);

test.for(fixed)(
  "$title: an edit past the API shows in refresh; what cannot be updated is replaced",
  async ({ kind, field }, { at }) => {
    const inputs = await at.made(kind);
    editRow(at, kind, field);
    if (field.exclusive !== undefined) {
      expect(await at.refresh()).toEqual([]);
      expect(at.stack.warnings.join("\n")).toContain(`${field.name} was lost to another`);
      expect(await at.preview(kind, inputs)).toBe("same");
      return;
    }
    expect(await at.refresh()).toEqual(["it"]);
    expect(["replace", "delete-replace"]).toContain(await at.up(kind, inputs));
    expect(at.rows(kind)).toHaveLength(1);
    await expectSteady(at, kind, inputs);
  },
);

/** The API has no call for it, so the row is changed in the gateway's database. */
function editRow(at: World, kind: Kind, field: Field): void {
  const value = secondValue(kind, at.refs, field);
  const stored = typeof value === "boolean" ? Number(value) : value;
  const table = kind.endpoints.list?.slice(1);
  const sql = `UPDATE "${table}" SET "${field.readFrom}" = ? WHERE id = ?`;
  const text = typeof stored === "object" && stored !== null ? JSON.stringify(stored) : stored;
  at.gateway.db.prepare(sql).run(text, at.it.id);
}
