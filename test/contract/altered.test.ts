import { describe, expect } from "vitest";
import { hidden, type Values } from "../../provider/spec/values.js";
import { isJsonObject } from "../../provider/text/json.js";
import { eachField } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { bareRow, expectSteady, test, type World, world } from "./support/world.ts";

type Each = ReturnType<typeof eachField>[number];

/** The fields whose values a gateway can alter, without those that select or refer to an object. */
const alterable = eachField(
  (field, kind) =>
    !(field.replace || field.writeOnly || field.selects !== undefined || field.name.endsWith("Id")) &&
    // An invitation is not shown again, and the answer shows this field alone.
    (kind.name !== "Invitation" || field.name === "maxUses"),
);
const updatable = alterable.filter(({ kind }) => kind.endpoints.patch !== undefined);
const fixed = alterable.filter(({ kind }) => kind.endpoints.patch === undefined);
const optional = updatable.filter(({ kind, field }) => field.optional && kind.source.how === "created");
const nullable = eachField((field, kind) => field.nullable && !field.writeOnly && !!kind.endpoints.patch);
const resettable = optional.filter(({ field }) => !field.nullable);

/** A gateway that stores something else in place of this value. */
function altering({ field }: Each, value: Values[string]): Variants {
  if (typeof value === "number" && value !== 0) {
    return { largestNumber: Number.isInteger(value) ? Math.floor(value / 2) : value / 2 };
  }
  if (typeof value === "string" && field.choices.length === 0) {
    return { longestText: value.trim().length - 2 };
  }
  if (isJsonObject(value)) {
    return { droppedKey: Object.keys(value)[0] ?? null };
  }
  return { ignored: [field.sendAs] };
}

function alter(at: World, each: Each, inputs: Values): void {
  Object.assign(at.gateway.variants, altering(each, inputs[each.field.name] ?? null));
}

function obey({ gateway }: World): void {
  const none = { ignored: [], longestText: null, largestNumber: null, droppedKey: null };
  Object.assign(gateway.variants, none);
}

/** Inputs of a kind in which an optional field has not the value that the gateway takes for it by itself. */
async function inputsFor(at: World, { kind, field }: Each): Promise<Values> {
  const inputs = { ...at.full(kind), ...(kind.wait === undefined ? {} : { [kind.wait.unless]: false }) };
  if (kind.source.how !== "created" || !field.optional) return inputs;
  const bare = (await bareRow(at, kind))[field.readFrom];
  at.stack.resources.delete("bare");
  const isDefault = JSON.stringify(bare) === JSON.stringify(inputs[field.name]);
  return isDefault ? at.changed(kind, field, inputs) : inputs;
}

async function expectAltered(at: World, { kind, field }: Each, inputs: Values): Promise<void> {
  await expect(at.up(kind, inputs)).rejects.toThrow(
    new RegExp(`stored values that differ from the ones sent.*\\b${field.name}: `),
  );
  expect(at.it.outputs).toHaveProperty([hidden.altered, field.name]);
}

/** A preview shows it, and never a replacement; a refresh takes nothing away from that. */
async function expectMarked(at: World, { kind, field }: Each, inputs: Values, refreshed: boolean) {
  const { stack } = at;
  if (refreshed) await stack.operation().refresh();
  stack.warnings.length = 0;
  expect(await stack.operation().preview("it", kind.name, inputs)).toBe("update");
  expect(stack.warnings.join("\n")).toMatch(
    new RegExp(`a value for .*\\b${field.name}\\b.* that differs from the one sent`),
  );
}

describe.each([false, true])("with a refresh before each run: %s", (refreshed) => {
  test.for(updatable)(
    "$title: a create that stores a different value fails, and the value is sent again",
    async (each, { at }) => {
      const inputs = await inputsFor(at, each);
      alter(at, each, inputs);
      await expectAltered(at, each, inputs);
      await expectMarked(at, each, inputs, refreshed);
      await expectAltered(at, each, inputs);
      obey(at);
      if (refreshed) await at.refresh();
      expect(await at.up(each.kind, inputs)).toBe("update");
      await expectSteady(at, each.kind, inputs);
      expect(at.it.outputs).not.toHaveProperty(hidden.altered);
    },
  );

  test.for(updatable)("$title: a change that the gateway ignores fails", async (each, { at }) => {
    const { kind, field } = each;
    const before = await at.made(kind);
    const inputs = at.changed(kind, field, before);
    at.gateway.variants.ignored = [field.sendAs];
    await expectAltered(at, each, inputs);
    await expectMarked(at, each, inputs, refreshed);
    obey(at);
    expect(await at.up(kind, inputs)).toBe("update");
    await expectSteady(at, kind, inputs);
  });

  test.for(fixed)(
    "$title: a value that cannot be updated is marked and not replaced",
    async (each, { at }) => {
      const { kind } = each;
      const inputs = await inputsFor(at, each);
      alter(at, each, inputs);
      await expectAltered(at, each, inputs);
      const { id } = at.it;
      at.gateway.log.clear();
      await expectMarked(at, each, inputs, refreshed);
      await expectAltered(at, each, inputs);
      const { message } = await at.up(kind, inputs).then(() => expect.unreachable(), Object);
      expect(message).toContain("`pulumi up --replace`");
      expect(message.includes("`deleteBeforeReplace: true`")).toBe(kind.naturalKey.length > 0);
      expect(at.it.id).toBe(id);
      expect(at.writes()).toEqual([]);
    },
  );

  test.for(nullable)(
    "$title: a null that the gateway ignores fails and is sent again",
    async (each, { at }) => {
      const { kind, field } = each;
      const { [field.name]: value = null, ...rest } = await at.made(kind);
      for (const cleared of [{ ...rest, [field.name]: null }, rest]) {
        await at.up(kind, { ...rest, [field.name]: value });
        at.gateway.variants.nulls = "ignored";
        await expectAltered(at, each, cleared);
        await expectMarked(at, each, cleared, refreshed);
        await expectAltered(at, each, cleared);
        at.gateway.variants.nulls = "cleared";
        expect(await at.up(kind, cleared)).toBe("update");
        expect(at.row(kind, "it")[field.sendAs]).toBeNull();
        await expectSteady(at, kind, cleared);
      }
    },
  );

  test.each(alterable)("$title: an altered value is only a warning if so configured", async (each) => {
    await using at = await world({}, { WORKSPACE_GATEWAY_ON_ALTERED_VALUE: "warn" });
    const { kind, field } = each;
    const inputs = await inputsFor(at, each);
    alter(at, each, inputs);
    expect(await at.up(kind, inputs)).toBe("create");
    expect(at.stack.warnings.join("\n")).toMatch(
      new RegExp(`stored values that differ from the ones sent.*\\b${field.name}: `),
    );
    if (refreshed) expect(await at.refresh()).toEqual([]);
    await expectSteady(at, kind, inputs);
    expect(at.it.outputs).toHaveProperty([hidden.altered, field.name]);
  });
});

test.for(resettable)(
  "$title: an altered value that is no longer declared is not sent again",
  async (each, { at }) => {
    const { kind, field } = each;
    const inputs = await inputsFor(at, each);
    const { [field.name]: _value, ...rest } = inputs;
    alter(at, each, inputs);
    await expectAltered(at, each, inputs);
    obey(at);
    at.stack.warnings.length = 0;
    expect(await at.up(kind, rest)).toBe("update");
    expect(at.stack.warnings.join("\n")).not.toContain("sends it again");
    expect(at.it.outputs).not.toHaveProperty(hidden.altered);
    await expectSteady(at, kind, rest);
  },
);

test.each(resettable)("$title: a reset that the gateway may have ignored causes a warning", async (each) => {
  await using at = await world({ put: "merge" });
  const { kind, field } = each;
  const { [field.name]: value, ...rest } = await at.made(kind);
  expect(await at.up(kind, rest)).toBe("update");
  const lines = at.stack.warnings.filter((line) => line.includes(field.name));
  expect(lines.join("\n")).toMatch(new RegExp(`\`${field.name}\` is still .* ignored the reset`));
  expect(lines.join("\n")).not.toMatch(/cleared|was reset|is reset/);
  if (typeof value === "string" && field.choices.length === 0) {
    expect(lines.join("\n")).not.toContain(value);
  }
  await expectSteady(at, kind, rest);
});

test.each(updatable.filter(({ kind }) => kind.source.how === "created"))(
  "$title: a normalized object is identical, and one with a different value is not",
  async (each) => {
    await using at = await world({ canonical: true }, { WORKSPACE_GATEWAY_ADOPT: "identical" });
    const { kind, field } = each;
    const inputs = await at.made(kind);
    at.stack.resources.clear();
    await at.up(kind, inputs);
    expect(at.writes().filter(({ body }) => !JSON.stringify(body).includes("api_key"))).toEqual([]);
    if (kind.naturalKey.includes(field.name)) return;
    at.stack.resources.clear();
    const other = at.changed(kind, field, inputs);
    if (kind.distinguishedBy?.includes(field.name)) return;
    await expect(at.up(kind, other)).rejects.toThrow(`differs from the declaration in ${field.name}`);
  },
);

/** The fields whose values are any text: each may be a secret of the program. */
const texts = updatable.filter(({ field }) => field.expected === "a string");

test.for(texts)(
  "$title: the message about an altered value does not show the value",
  async (each, { at }) => {
    const { kind, field } = each;
    const before = await at.made(kind, { ...at.full(kind), [field.name]: "sk-old-canary" });
    at.gateway.variants.ignored = [field.sendAs];
    const inputs = { ...before, [field.name]: "sk-new-canary" };
    const { message } = await at.up(kind, inputs).then(() => expect.unreachable(), Object);
    const [, said = ""] = String(message).split("stored values that differ");
    expect(said).toContain(
      `${field.name}: a string of 13 characters was sent, but the stored string of 13 characters differs from character 4 onward`,
    );
    expect(said).not.toContain("canary");
    expect(JSON.stringify(at.it.outputs[hidden.altered])).not.toContain("canary");
  },
);
