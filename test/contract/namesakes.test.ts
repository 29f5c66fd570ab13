import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";
import { config } from "../../provider/kinds/config.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { workspace } from "../../provider/kinds/workspace.js";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { unknownValue, type Values } from "../../provider/spec/values.js";
import { calling } from "./support/calling.ts";
import { Engine, killedAt } from "./support/engine/engine.ts";
import type { Declared } from "./support/engine/program.ts";
import { createdKinds, requiredInputs, secondValue, sentFields } from "./support/samples.ts";
import type { Variants } from "./support/variants.ts";
import { test, type World, world } from "./support/world.ts";

const apart = createdKinds.flatMap(({ kind, name }) =>
  (kind.distinguishedBy ?? []).map((field) => ({ kind, field, title: `${name} by ${field}` })),
);

/** A gateway that takes objects of one name, and two declarations of a kind that differ in one field alone. */
async function twoOf(kind: Kind, name: string, variants: Variants = {}) {
  const at = await world(variants);
  onTestFinished(() => at[Symbol.asyncDispose]());
  const field = fieldOf(kind, name);
  const base: Values = requiredInputs(kind, at.refs);
  const [a, b] = [at.full(kind)[name] ?? null, secondValue(kind, at.refs, field)];
  const declared = (of: string, inputs: Values): Declared => ({ name: of, kind: kind.name, inputs });
  const one = (more: Values = {}) => declared("one", { ...base, [name]: a, ...more });
  const two = (more: Values = {}) => declared("two", { ...base, [name]: b, ...more });
  /** The value of the field that the gateway has for a resource's object. */
  const live = (id: string | undefined, of = field) =>
    at.rows(kind).find((row) => row.id === id)?.[of.readFrom];
  const engine = new Engine(at.env);
  /** Runs a program, after which there are so many objects, and nothing is left to do. */
  const settles = async (program: readonly Declared[], count = 2) => {
    expect(await engine.up(program), engine.errors.join()).toBe("done");
    expect(at.rows(kind)).toHaveLength(count);
    await expectQuiet(at, engine, program);
  };
  return { at, engine, field, base, a, b, declared, one, two, live, settles };
}

/** The same with both of them made. */
async function madeTwo(...args: Parameters<typeof twoOf>) {
  const it = await twoOf(...args);
  expect(await it.engine.up([it.one(), it.two()]), it.engine.errors.join()).toBe("done");
  const ids = { one: it.engine.idOf("one"), two: it.engine.idOf("two") };
  expect(new Set(idsIn(it.at, args[0]))).toEqual(new Set([ids.one, ids.two]));
  it.at.gateway.log.clear();
  return { ...it, ids };
}

function fieldOf(kind: Kind, name: string): Field {
  return kind.fields.get(name) ?? expect.unreachable(`${kind.name} has no ${name}`);
}

/** Loses the answers to creates. */
const lost = ({ endpoints }: Kind) =>
  ({ kind: "reset-after", method: "POST", path: endpoints.create ?? "" }) as const;

function idsIn(at: World, kind: Kind): unknown[] {
  return at.rows(kind).map(({ id }) => id);
}

/** A field that tells nothing apart and that can be changed. */
function otherField(kind: Kind): Field {
  const all = [...kind.naturalKey, ...(kind.distinguishedBy ?? [])];
  return sentFields(kind).find(({ name }) => !all.includes(name)) ?? expect.unreachable("there are none");
}

/** Has one operation carry out both at once, the second first. */
async function together({ stack }: World, two: Declared, one: Declared): Promise<void> {
  const run = stack.operation();
  const up = (name: string, { kind, inputs }: Declared) =>
    run.up(name, kind, { ...inputs, ...calling(name) });
  await Promise.all([up("two", two), up("one", one)]);
}

/** Fails unless the program, the stack and the gateway agree, and nothing is written any more. */
async function expectQuiet(at: World, engine: Engine, program: readonly Declared[]): Promise<void> {
  at.gateway.log.clear();
  expect(await engine.refresh()).toBe("done");
  expect(await engine.up(program), engine.errors.join()).toBe("done");
  expect(at.writes()).toEqual([]);
}

describe.each(apart)("$title", ({ kind, field: name }) => {
  test("two objects that differ only in this field are created, and neither changes later", async () => {
    const { at, engine, one, two } = await madeTwo(kind, name);
    await expectQuiet(at, engine, [one(), two()]);
  });

  test("a later run creates a second object beside the first", async () => {
    const { engine, one, two, settles } = await twoOf(kind, name);
    await engine.up([one()]);
    const id = engine.idOf("one");
    expect(await engine.preview([one(), two()]), engine.errors.join()).toBe("done");
    await settles([one(), two()]);
    expect(engine.idOf("one")).toBe(id);
  });

  test("an object that does not declare this field is distinct from one that does", async () => {
    const { one, declared, base, settles } = await twoOf(kind, name);
    await settles([one(), declared("two", base)]);
  });

  test.each(["never", "always"])(
    "a second object that is processed before the first is created too (adopt: %s)",
    async (adopt) => {
      const { at, one, two } = await twoOf(kind, name);
      await at.stack.operation().up("one", kind.name, one().inputs);
      const { id } = at.stack.resource("one");
      at.env.WORKSPACE_GATEWAY_ADOPT = adopt;
      await together(at, two(), one());
      expect(at.stack.resource("one").id).toBe(id);
      expect(at.rows(kind)).toHaveLength(2);
    },
  );

  test("a second object that is processed before the first is refused with advice to use dependsOn", async () => {
    const { at, engine, one, two } = await twoOf(kind, name);
    await engine.up([one()]);
    expect(await engine.up([two(), { ...one(), dependsOn: ["two"] }])).toBe("failed");
    expect(engine.errors.join()).toContain("make this resource depend on that one (`dependsOn`)");
    expect(at.rows(kind)).toHaveLength(1);
    expect(await engine.up([one(), two()]), engine.errors.join()).toBe("done");
  });

  test("a change of one object is sent to that object alone", async () => {
    const { at, engine, one, two, ids } = await madeTwo(kind, name);
    const other = otherField(kind);
    const changed = [one(), two({ [other.name]: secondValue(kind, at.refs, other) })];
    expect(await engine.up(changed), engine.errors.join()).toBe("done");
    expect(at.writes().map(({ path }) => path)).toEqual([`${kind.endpoints.create}/${ids.two}`]);
    await expectQuiet(at, engine, changed);
  });

  test("two objects that swap their values in one run are refused before any write, with advice", async () => {
    const { at, engine, one, two, a, b } = await madeTwo(kind, name);
    const exchanged = [one({ [name]: b }), two({ [name]: a })];
    expect(await engine.preview(exchanged)).toBe("failed");
    expect(engine.errors.join()).toMatch(/swap values of .*first give one of them a temporary value/);
    expect(at.writes()).toEqual([]);
  });

  test("a new object can take the value that another object gives up in the same run", async () => {
    const { engine, one, two, a, b, settles } = await twoOf(kind, name);
    await engine.up([one()]);
    const id = engine.idOf("one");
    await settles([one({ [name]: b }), two({ [name]: a })]);
    expect(engine.idOf("one")).toBe(id);
  });

  test("each resource gets its own object if both create responses are lost at the same time", async () => {
    const { at, one, two, a, b, live } = await twoOf(kind, name);
    at.gateway.faults.add({ ...lost(kind), count: 2 });
    await together(at, two(), one());
    const values = ["one", "two"].map((of) => String(live(at.stack.resource(of).id)));
    expect(values).toEqual([String(a), String(b)]);
    expect(at.rows(kind)).toHaveLength(2);
  });

  test("an object that a killed run created is not created again by the next run", async () => {
    const { at, engine, one, two, a, live } = await twoOf(kind, name);
    await engine.up([one()]);
    expect(await engine.up([one(), two()], killedAt(1))).toBe("killed");
    const before = idsIn(at, kind);
    expect(before).toHaveLength(2);
    const orphan = before.find((id) => id !== engine.idOf("one"));
    const next = two();
    expect(await engine.up([one(), next])).toBe("failed");
    expect(engine.errors.join()).toContain(`already exists, with id ${orphan}`);
    expect(idsIn(at, kind)).toEqual(before);
    const taking = { ...next, inputs: { ...next.inputs, adopt: true } };
    expect(await engine.up([one(), taking]), engine.errors.join()).toBe("done");
    expect(engine.idOf("two")).toBe(orphan);
    expect(String(live(engine.idOf("one")))).toBe(String(a));
    expect(idsIn(at, kind)).toEqual(before);
  });

  test("two resources that no field distinguishes are refused in the preview", async () => {
    const { engine, one, declared, base, a } = await twoOf(kind, name);
    const program = [one(), declared("two", { ...base, [name]: a })];
    expect(await engine.preview(program)).toBe("failed");
    expect(engine.errors.join()).toMatch(
      new RegExp(
        `one object cannot belong to two resources.*differ in .*${kind.distinguishedBy?.join(", or ")}`,
      ),
    );
    expect(await engine.preview([declared("one", base), declared("two", base)])).toBe("failed");
  });

  test("nothing is refused while the value of this field is unknown", async () => {
    const { engine, one, two, base } = await twoOf(kind, name);
    const unknown = { ...base, [name]: unknownValue };
    expect(await engine.preview([one(unknown), two(unknown)]), engine.errors.join()).toBe("done");
    expect(await engine.preview([one(), two(unknown)]), engine.errors.join()).toBe("done");
  });

  test("a second object that equals the first on the gateway is refused with advice", async () => {
    const { at, engine, field, declared, base, two } = await twoOf(kind, name);
    const plain = declared("one", base);
    expect(await engine.up([plain])).toBe("done");
    const id = engine.idOf("one");
    const [row] = at.rows(kind);
    const theDefault = z.json().parse(row?.[field.readFrom]);
    expect(await engine.up([plain, two({ [name]: theDefault })])).toBe("failed");
    const differing = kind.distinguishedBy?.join(" or ");
    for (const said of ["409", String(id), `If the two objects already differ in ${differing}`])
      expect(engine.errors.join()).toContain(said);
    expect(idsIn(at, kind)).toEqual([id]);
  });

  test("a gateway that accepts one object per name fails the second with an explanation, and keeps the first", async () => {
    const { at, engine, one, two } = await twoOf(kind, name, { twins: false });
    expect(await engine.up([one(), two()])).toBe("failed");
    const id = engine.idOf("one");
    for (const said of ["409", String(id), `only one ${kind.name} per name`, "a different name"]) {
      expect(engine.errors.join()).toContain(said);
    }
    expect(await engine.up([one(), two()])).toBe("failed");
    expect(idsIn(at, kind)).toEqual([id]);
    await expectQuiet(at, engine, [one()]);
  });
});

/** The place and the name of an object in the first workspace. */
const named = ({ refs }: World, name: string) => ({ workspaceId: refs.workspaceId, name });
const declared = (kind: string, name: string, inputs: Values) => ({ name, kind, inputs });

/** A world whose connection `eu` has the token of another account, and an engine on it. */
function twoAccounts(at: World, inputs: Values) {
  const env = { ...at.env, WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: at.gateway.token({ user: "admin" }) };
  const team = (more: Values = {}) => [declared("Workspace", "team", { ...inputs, ...more })];
  return { engine: new Engine(env), team };
}

test("accounts of one gateway have their own workspaces, even with the same name", async () => {
  await using at = await world({}, { WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: "" });
  const { engine } = twoAccounts(at, {});
  const both = [
    declared("Workspace", "ours", { name: "prod" }),
    declared("Workspace", "theirs", { name: "prod", connection: "eu" }),
  ];
  expect(await engine.up(both), engine.errors.join()).toBe("done");
  const rows = at.rows(workspace).filter((row) => row.name === "prod");
  expect(rows.map((row) => row.id).sort()).toEqual([engine.idOf("ours"), engine.idOf("theirs")].sort());
  expect(new Set(rows.map((row) => row.owner_id)).size).toBe(2);
});

test("a workspace moves to an account that cannot see it, and the new one is created first", async ({
  at,
}) => {
  const { engine, team } = twoAccounts(at, { name: "mine" });
  await engine.up(team());
  const before = engine.idOf("team");
  expect(await engine.up(team({ connection: "eu" })), engine.errors.join()).toBe("done");
  expect(engine.idOf("team")).not.toBe(before);
  expect(at.rows(workspace).filter((row) => row.name === "mine")).toMatchObject([
    { id: engine.idOf("team") },
  ]);
});

test("a replacement with the same name is created even if the list of its kind is truncated", async ({
  at,
}) => {
  const standard = (description: string) => ({ ...named(at, "standard"), description });
  await at.up("Config", standard("old"));
  at.gateway.variants.cut = 0;
  expect(await at.up("Config", standard("new"))).toBe("delete-replace");
  expect(at.rows(config)).toMatchObject([{ id: at.it.id, description: "new" }]);
});

test("a replacement that a killed run created is found by the next run, and not created again", async () => {
  await using at = await world({ twins: true });
  const engine = new Engine(at.env);
  const standard = (description: string) => [
    declared("Config", "it", { ...named(at, "standard"), description, replaceOrder: "createFirst" }),
  ];
  await engine.up(standard("old"));
  expect(await engine.up(standard("new"), killedAt(1))).toBe("killed");
  expect(at.rows(config)).toHaveLength(2);
  expect(await engine.up(standard("new"))).toBe("failed");
  expect(engine.errors.join()).toContain("already exists");
  expect(at.rows(config)).toHaveLength(2);
});

test("resources with the same name under different parents are refused if they declare one object", async ({
  at,
}) => {
  const tone = (place: string) => ({
    ...{ ...named(at, "tone"), content: "Be brief." },
    ...calling(`urn:pulumi:dev::project::${place}$type::tone`),
  });
  at.stack.operation();
  await at.stack.preview("one", "Prompt", tone("my:index:One"));
  await at.stack.preview("again", "Prompt", tone("my:index:One"));
  await expect(at.stack.preview("two", "Prompt", tone("my:index:Two"))).rejects.toThrow(
    'belongs to the resource "tone"',
  );
  expect(at.rows(prompt)).toEqual([]);
});

test("a name that another resource gives up in the same run is available, even if a list still shows it", async ({
  at,
}) => {
  const called = (name: string, text: string) =>
    declared("Prompt", name, { ...named(at, text), content: "Be brief." });
  const engine = new Engine(at.env);
  await engine.up([called("bob", "A")]);
  const program = [called("first", "C"), called("bob", "B"), called("eve", "A")];
  expect(await engine.up(program), engine.errors.join()).toBe("done");
  const names = at.rows(prompt).map((row) => row.name);
  expect(names.sort()).toEqual(["A", "B", "C"]);
});
