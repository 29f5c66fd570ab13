import { expect } from "vitest";
import { kinds as specs } from "../../provider/every-kind.js";
import { isReadable, type Kind, offeredFields } from "../../provider/spec/kind.js";
import { hidden, type Values } from "../../provider/spec/values.js";
import { isJsonObject, type Json } from "../../provider/text/json.js";
import { eachField, requiredInputs, secondValue } from "./support/samples.ts";
import { test, type World } from "./support/world.ts";

const kinds: readonly Kind[] = specs;
const offering = kinds
  .filter((kind) => isReadable(kind) && offeredFields(kind).length > 0)
  .map((kind) => ({ kind, name: kind.name }));

/** Fields that a program may leave to the gateway and that the console can change later. */
const changeable = eachField(
  (field, kind) => offeredFields(kind).includes(field) && kind.endpoints.patch !== undefined,
);

/** What a resource shows of a property, as a program reads it. */
function shownIn(outputs: Values, name: string): Json | undefined {
  const shown = outputs[hidden.shown];
  return outputs[name] ?? (isJsonObject(shown) ? (shown[name] ?? null) : undefined);
}

/** How a value of the database is shown: its columns know no truth values. */
function shownAs(column: unknown, like: Json | undefined): Json {
  if (column === null || column === undefined) return null;
  return typeof like === "boolean" ? Boolean(column) : (column as Json);
}

async function made(at: World, kind: Kind): Promise<Values> {
  return at.made(kind, requiredInputs(kind, at.refs));
}

test.for(offering)("$name: values that the gateway chooses are outputs", async ({ kind }, { at }) => {
  const inputs = await made(at, kind);
  const { outputs } = at.it;
  const row = at.row(kind, "it");
  for (const { name, sendAs } of offeredFields(kind)) {
    const value = shownIn(outputs, name);
    expect(outputs, name).not.toHaveProperty(name);
    expect(value, name).toEqual(shownAs(row[sendAs], value));
  }
  expect(await at.preview(kind, inputs)).toBe("same");
  expect(await at.refresh()).toEqual([]);
  expect(at.it.outputs[hidden.shown]).toEqual(outputs[hidden.shown]);
  expect(at.writes()).toEqual([]);
});

test("an invitation has outputs from the response to its creation", async ({ at }) => {
  const kind = kinds.find(({ name }) => name === "Invitation") ?? expect.unreachable("no invitations");
  const inputs = await made(at, kind);
  expect(at.it.outputs[hidden.shown]).toEqual({ maxUses: 1 });
  expect(at.gateway.rows("invitations").map((row) => row.max_uses)).toEqual([1]);
  expect(await at.preview(kind, inputs)).toBe("same");
  expect(await at.refresh()).toEqual([]);
  expect(at.it.outputs[hidden.shown]).toEqual({ maxUses: 1 });
});

test.for(changeable)(
  "$title: a refresh shows a console edit, and the next preview does not reset it",
  async ({ kind, field }, { at }) => {
    const inputs = await made(at, kind);
    const value = secondValue(kind, at.refs, field);
    const other = shownIn(at.it.outputs, field.name) === value ? at.full(kind)[field.name] : value;
    await at.console("PATCH", kind, "it", { [field.sendAs]: other });
    await at.refresh();
    const { outputs } = at.it;
    expect(shownIn(outputs, field.name)).toEqual(shownAs(at.row(kind, "it")[field.sendAs], other ?? null));
    expect(await at.preview(kind, inputs)).toBe("same");
  },
);

test.for(changeable)(
  "$title: is an output until it is declared, and again once it is removed",
  async ({ kind, field }, { at }) => {
    const inputs = await made(at, kind);
    const value = secondValue(kind, at.refs, field);
    await at.up(kind, { ...inputs, [field.name]: value });
    expect(at.it.outputs[hidden.shown] ?? {}).not.toHaveProperty(field.name);
    await at.up(kind, inputs);
    const shown = shownIn(at.it.outputs, field.name);
    expect(shown).toEqual(shownAs(at.row(kind, "it")[field.sendAs], shown));
    expect(await at.preview(kind, inputs)).toBe("same");
  },
);

test.for(offering)(
  "$name: a state without these outputs has an empty preview, and a refresh adds them",
  async ({ kind }, { at }) => {
    const inputs = await made(at, kind);
    const resource = at.it;
    const { [hidden.shown]: shown, ...older } = resource.outputs;
    at.stack.resources.set("it", { ...resource, outputs: older });
    expect(await at.preview(kind, inputs)).toBe("same");
    expect(await at.refresh()).toEqual([]);
    expect(at.it.outputs[hidden.shown]).toEqual(shown);
  },
);
