import { expect } from "vitest";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { eachField, secondValue, sentFields } from "./support/samples.ts";
import { bareRow, expectSteady, test } from "./support/world.ts";

const optional = eachField((field, kind) => field.optional && updatable(kind));

test.for(optional)(
  "$title: removed from the program, it is as if it had never been declared",
  async ({ kind, field }, { at }) => {
    const bare = await bareRow(at, kind);
    const first = at.full(kind);
    const atDefault = first[field.name] === bare[field.sendAs];
    const inputs = atDefault ? { ...first, [field.name]: secondValue(kind, at.refs, field) } : first;
    await at.up(kind, inputs);
    const before = at.row(kind, "it");
    const { [field.name]: _removed, ...rest } = inputs;

    expect(await at.up(kind, rest)).toBe("update");
    expect(at.it.outputs).not.toHaveProperty(field.name);
    await expectSteady(at, kind, rest);

    const after = at.row(kind, "it");
    for (const other of sentFields(kind).filter((each) => each !== field)) {
      expect(atRest(other, after), other.name).toEqual(atRest(other, before));
    }
    if (field.writeOnly) {
      expect(after[field.sendAs]).toEqual(before[field.sendAs]);
    } else {
      expect(before[field.sendAs]).not.toEqual(bare[field.sendAs]);
      expect(after[field.sendAs]).toEqual(bare[field.sendAs]);
    }
  },
);

const clearable = eachField((field, kind) => field.nullable && updatable(kind));

test.for(clearable)("$title: null clears it", async ({ kind, field }, { at }) => {
  const inputs = await at.made(kind);
  expect(at.row(kind, "it")[field.sendAs]).not.toBeNull();
  const cleared = { ...inputs, [field.name]: null };
  expect(await at.up(kind, cleared)).toBe("update");
  expect(at.row(kind, "it")[field.sendAs]).toBeNull();
  await expectSteady(at, kind, cleared);
});

const replaced = eachField((field, kind) => field.optional && kind.endpoints.patch === undefined);

test.for(replaced)(
  "$title: removed where nothing can be updated, the object is replaced",
  async ({ kind, field }, { at }) => {
    const { [field.name]: _removed, ...rest } = at.full(kind);
    await at.up(kind, at.full(kind));
    const steps = ["replace", "delete-replace"];
    expect(steps).toContain(await at.up(kind, rest));
    await expectSteady(at, kind, rest);
  },
);

const adopted = eachField(
  (field, kind) => field.optional && kind.endpoints.patch !== undefined && !updatable(kind),
);

test.for(adopted)(
  "$title: removed from an adopted object, it keeps its value and is no longer managed",
  async ({ kind, field }, { at }) => {
    const { [field.name]: _removed, ...rest } = at.full(kind);
    await at.up(kind, at.full(kind));
    const before = at.row(kind, "it")[field.sendAs];
    expect(await at.up(kind, rest)).toBe("update");
    expect(at.row(kind, "it")[field.sendAs]).toEqual(before);
    await at.console("PATCH", kind, "it", { [field.sendAs]: secondValue(kind, at.refs, field) });
    expect(await at.refresh()).toEqual([]);
  },
);

function updatable(kind: Kind): boolean {
  return kind.source === created && kind.endpoints.patch !== undefined;
}

/** A value as it lies in the database; of a sealed one, which is never the same twice, its length. */
function atRest(field: Field, row: Record<string, unknown>): unknown {
  const value = row[field.sendAs];
  return field.writeOnly && typeof value === "string" ? value.length : value;
}
