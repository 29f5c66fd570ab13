import { describe, expect } from "vitest";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { eachField, requiredInputs, secondValue, sentFields } from "./support/samples.ts";
import { variants } from "./support/variants.ts";
import { bareRow, expectSteady, test, type World, world } from "./support/world.ts";

const echoed = (field: Field) => field.replace === undefined && field.writeOnly === undefined;
const readable = ({ endpoints }: Kind) => endpoints.list !== undefined || endpoints.get !== undefined;
const patchable = eachField((field, kind) => echoed(field) && kind.endpoints.patch !== undefined);
const fixed = eachField(
  (field, kind) => echoed(field) && readable(kind) && kind.endpoints.patch === undefined,
);

describe.each(["as documented", "tidying what it stores", "empty answers to writes"])(
  "on a gateway variant: %s",
  (variant) => {
    test.each(patchable)("$title: up repairs a console edit", async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      const inputs = await at.made(kind);
      const edited = secondValue(kind, at.refs, field);
      expect(await at.console("PATCH", kind, "it", { [field.sendAs]: edited })).toBeLessThan(300);

      expect(await at.refresh()).toEqual(["it"]);
      expect(at.it.inputs[field.name]).not.toEqual(inputs[field.name]);
      expect(await at.up(kind, inputs)).toBe("update");
      await expectSteady(at, kind, inputs);
    });

    test.each(patchable)("$title: an update sends only what changed", async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      const inputs = await at.made(kind);
      const changed = at.changed(kind, field, inputs);
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
  "$title: an edit of a field that cannot be updated causes a replacement",
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

const optional = eachField((field, kind) => field.optional && updatable(kind));

test.for(optional)(
  "$title: a value that is no longer declared is reset unless write-only",
  async ({ kind, field }, { at }) => {
    const bare = await bareRow(at, kind);
    const first = at.full(kind);
    const atDefault = first[field.name] === bare[field.sendAs];
    const inputs = atDefault ? at.changed(kind, field, first) : first;
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

test.for(clearable)("$title: null clears the value", async ({ kind, field }, { at }) => {
  const inputs = await at.made(kind);
  expect(at.row(kind, "it")[field.sendAs]).not.toBeNull();
  const cleared = { ...inputs, [field.name]: null };
  expect(await at.up(kind, cleared)).toBe("update");
  expect(at.row(kind, "it")[field.sendAs]).toBeNull();
  await expectSteady(at, kind, cleared);
});

const replaced = eachField((field, kind) => field.optional && kind.endpoints.patch === undefined);

test.for(replaced)(
  "$title: removing an input that cannot be updated causes a replacement",
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
  "$title: a value removed from an adopted object is kept",
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

const respelling = { words: "other-case" } as const;

const chosen = eachField((field) => field.expected.startsWith("one of") && !field.local);

describe.each(chosen)("a gateway that returns $title in another letter case", ({ kind, field }) => {
  test("causes no difference: an existing object is identical, and the value is not sent", async () => {
    await using at = await world(respelling);
    const inputs = { ...requiredInputs(kind, at.refs), [field.name]: at.full(kind)[field.name] ?? null };
    await at.stack.operation().up("first", kind.name, inputs);
    at.stack.resources.clear();
    const existing = kind.source.how === "created" ? { ...inputs, adopt: true } : inputs;
    at.gateway.log.clear();
    await at.stack.operation().up("second", kind.name, existing);
    const sent = at.gateway.log.entries().flatMap(({ method, body }) => (method === "PATCH" ? [body] : []));
    expect(sent.filter((body) => JSON.stringify(body).includes(field.sendAs))).toEqual([]);
    expect(await at.stack.operation().preview("second", kind.name, existing)).toBe("same");
    expect(await at.refresh()).toEqual([]);
  });
});
