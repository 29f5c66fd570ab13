import { describe, expect, test } from "vitest";
import { importEntry } from "../../cli/export/exported-program.js";
import { kinds as specs } from "../../provider/every-kind.js";
import { systemIo } from "../../provider/io/io.js";
import { removalOf } from "../../provider/lifecycle/changes.js";
import { lookUp, readImport } from "../../provider/lifecycle/import.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Field } from "../../provider/spec/field.js";
import { isReadable, type Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { isNative } from "./support/adapter.ts";
import { eachField, readableKinds, requiredInputs, secondValue } from "./support/samples.ts";
import { variantNames, variants } from "./support/variants.ts";
import { expectSteady, test as testAt, type World, world } from "./support/world.ts";

/**
 * `read`: as the plugin answers the option `import` and `pulumi import`. `file`: as `import-file` and `export --import` write it,
 * with null for what has no value.
 */
type Way = "read" | "file";

const ways: readonly Way[] = isNative ? ["read", "file"] : ["file"];

/** Imports what the gateway has under the id of the stack's resource in the resource's place. Returns what is to be declared. */
async function importAgain(at: World, kind: Kind, way: Way): Promise<Values> {
  const { stack } = at;
  const { id, inputs } = stack.resource("it");
  const session = new Session(specs, at.env, { ...systemIo, warn: () => {} });
  const { parent, list } = kind.endpoints;
  if (way === "read") {
    const place = parent === undefined || list === undefined ? "" : `${String(inputs[parent.field])}/`;
    const seen = await lookUp(kind, session, `${place}${id}`);
    stack.resources.set("it", { kind: kind.name, id, inputs: { ...seen.inputs }, outputs: seen.outputs });
    return visible(kind, { ...seen.inputs });
  }
  const place = parent === undefined ? {} : { [parent.field]: inputs[parent.field] ?? null };
  const object = await readImport(session.context(kind, place), id, { declaresNull: true });
  if (object === undefined) throw new Error(`there is no ${kind.name} ${id}`);
  const entry = importEntry({ kind: kind.name, name: "it", id }, object, isNative);
  stack.resources.set("it", { kind: kind.name, id, inputs: entry.inputs, outputs: entry.outputs });
  return object.declared;
}

function visible(kind: Kind, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => kind.fields.has(name)));
}

describe.each(variantNames)("on a gateway with %s", (variant) => {
  test.each(readableKinds)(
    "$name: shows no differences when it is imported and declared unchanged",
    async ({ kind }) => {
      const required = (at: World) => requiredInputs(kind, at.refs);
      for (const inputsAt of [(at: World) => at.full(kind), required]) {
        for (const way of ways) {
          await using at = await world(variants[variant]);
          await at.made(kind, inputsAt(at));
          const declared = await importAgain(at, kind, way);
          expect(await at.preview(kind, declared)).toBe("same");
          await at.refresh();
          expect(await at.preview(kind, declared)).toBe("same");
          expect(visible(kind, at.it.inputs)).toEqual(declared);
          expect(at.writes()).toEqual([]);
        }
      }
    },
  );
});

const clearable = eachField(({ nullable, writeOnly }) => nullable && !writeOnly);

describe.each(["as documented", "answers without null and timestamps"])("on a gateway with %s", (variant) => {
  test.each(clearable)("$title: is managed after an import as null", async ({ kind, field }) => {
    await using at = await world(variants[variant]);
    await at.made(kind, requiredInputs(kind, at.refs));
    const declared = await importAgain(at, kind, "file");
    expect(declared[field.name]).toBeNull();
    const table = kind.endpoints.list?.slice(1);
    const value = secondValue(kind, at.refs, field) ?? at.full(kind)[field.name];
    at.gateway.db.prepare(`UPDATE ${table} SET ${field.sendAs} = ?`).run(String(value));
    expect(await at.refresh()).toEqual(["it"]);
    expect(at.it.inputs[field.name]).toBe(value);
  });
});

/** What a program may leave out and a read shows, in every way of an import, before and after a refresh. */
const leftOut = eachField(
  (field, kind) => isReadable(kind) && field.optional && !field.writeOnly && field.selects === undefined,
).flatMap((each) =>
  ways.flatMap((way) =>
    [false, true].map((refreshed) => ({
      ...each,
      way,
      refreshed,
      title: `${each.title}, by ${way}${refreshed ? ", after a refresh" : ""}`,
    })),
  ),
);

async function up(at: World, kind: Kind, declared: Values): Promise<void> {
  const step = await at.up(kind, declared);
  expect(["same", "update"]).toContain(step);
}

testAt.for(leftOut)(
  "$title: becomes unmanaged when it is imported and not declared",
  async ({ kind, field, way, refreshed }, { at }) => {
    await at.made(kind, atConsole(at, kind, field));
    const before = at.row(kind, "it");
    const { [field.name]: _value, ...rest } = await importAgain(at, kind, way);
    if (refreshed) expect(await at.refresh()).toEqual([]);
    await up(at, kind, rest);
    await expectSteady(at, kind, rest);
    expect(at.writes()).toEqual([]);
    expect(at.row(kind, "it")).toEqual(before);
    if (kind.endpoints.patch !== undefined && !field.replace) {
      await at.console("PATCH", kind, "it", { [field.sendAs]: secondValue(kind, at.refs, field) });
      expect(await at.refresh()).toEqual([]);
      expect(await at.preview(kind, rest)).toBe("same");
    }
  },
);

testAt.for(leftOut)(
  "$title: has the usual effect on removal after it was imported and declared once",
  async ({ kind, field, way, refreshed }, { at }) => {
    const inputs = atConsole(at, kind, field);
    await at.made(kind, inputs);
    const declared = { ...(await importAgain(at, kind, way)), [field.name]: inputs[field.name] ?? null };
    await up(at, kind, declared);
    if (refreshed) expect(await at.refresh()).toEqual([]);
    expect(at.writes()).toEqual([]);
    const { [field.name]: _value, ...rest } = declared;
    const removal = removalOf(kind, field, declared);
    const step = await at.up(kind, rest);
    expect(step.includes("replace")).toBe(removal === "replaces");
    expect(at.writes().length > 0).toBe(removal !== "left");
  },
);

const byKind = readableKinds.flatMap(({ kind, name }) =>
  ways.map((way) => ({ kind, way, title: `${name}, by ${way}` })),
);

testAt.for(byKind)(
  "$title: sends nothing after an import if the program declares only required inputs",
  async ({ kind, way }, { at }) => {
    await at.made(kind);
    const all = await importAgain(at, kind, way);
    const isNeeded = ({ optional, selects }: Field) => !optional || selects !== undefined;
    const needed = new Set([...kind.fields.values()].filter(isNeeded).map(({ name }) => name));
    const declared = Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name)));
    at.stack.warnings.length = 0;
    await up(at, kind, declared);
    const left = Object.keys(all).filter((name) => !needed.has(name));
    const lines = at.stack.warnings.filter((line) => line.includes("unchanged and unmanaged: "));
    expect(lines).toHaveLength(Math.min(left.length, 1));
    for (const name of left) expect(lines[0]).toContain(name);
    await expectSteady(at, kind, declared);
    expect(at.writes()).toEqual([]);
  },
);

/** Everything declared, the field with a value that an import does not take for the default. */
function atConsole(at: World, kind: Kind, field: Field): Values {
  const all = at.full(kind);
  const { [field.name]: value } = all;
  return value === field.byDefault ? { ...all, [field.name]: secondValue(kind, at.refs, field) } : all;
}
