import { expect } from "vitest";
import { kinds as specs } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { unknownValue, type Values } from "../../provider/spec/values.js";
import { isNative, listsOfCheck } from "./support/adapter.ts";
import { secondValue } from "./support/samples.ts";
import { test, type World, world } from "./support/world.ts";

const kinds: readonly Kind[] = specs;

/** Every output that is made of a field of another object, with the kind of that object. */
const following = kinds.flatMap((kind) =>
  [...kind.outputFields.values()].flatMap(({ name, follows }) => {
    const made = kinds.find(({ endpoints }) => endpoints.list === follows?.list && follows !== undefined);
    return (follows?.fields ?? []).map((field) => ({
      kind,
      output: name,
      input: follows?.input ?? "",
      of: made,
      field,
      title: `${kind.name}.${name} follows ${made?.name}.${field}`,
    }));
  }),
);
type Following = (typeof following)[number];

test("what is followed are fields of a kind that is there, named by an input that refers to it", () => {
  expect(following.map(({ title }) => title)).toEqual(["Model.gatewayName follows ModelProvider.name"]);
  for (const { kind, of, input, field } of following) {
    expect(of?.fields.get(field)).toMatchObject({ name: field });
    expect(kind.fields.get(input)).toMatchObject({ optional: false });
  }
});

/** A stack with the object that is followed and the one that follows, and both declared after a change of the first. */
async function declared(at: World, { kind, of, input, field }: Following) {
  if (of === undefined) throw new Error("no kind has that list");
  const first = at.full(of);
  await at.stack.operation().up("first", of.name, first);
  const second: Values = { ...at.full(kind), [input]: at.stack.resource("first").id };
  await at.stack.up("second", kind.name, second);
  const name = of.fields.get(field) ?? expect.unreachable("it is a field");
  at.gateway.log.clear();
  at.stack.operation();
  at.stack.warnings.length = 0;
  return { of, first, second, changed: { ...first, [field]: secondValue(of, at.refs, name) } };
}

/** What the one that follows shows of the other, on the gateway and in the state. */
function shown(at: World, { kind, output }: Following) {
  const { readFrom = "" } = kind.outputFields.get(output) ?? {};
  return { live: at.row(kind, "second")[readFrom], known: at.stack.resource("second").outputs[output] };
}

function expectKnown(at: World, each: Following): void {
  const { live, known } = shown(at, each);
  expect(known).toEqual(live);
}

test.for(following)("$title, in the same up, by a read and no write", async (each, { at }) => {
  const { of, second, changed } = await declared(at, each);
  const { kind } = each;
  const before = shown(at, each).live;
  expect(await at.stack.preview("first", of.name, changed)).toBe("update");
  expect(await at.stack.preview("second", kind.name, second)).toBe("update");
  const { list } = kind.endpoints;
  const lists = listsOfCheck(of.endpoints.list ?? "", list ?? "");
  expect(at.gateway.log.entries().map(({ path }) => path)).toEqual(lists);

  await at.stack.operation().up("first", of.name, changed);
  at.gateway.log.clear();
  expect(await at.stack.up("second", kind.name, second)).toBe("update");
  const asked = at.gateway.log.entries().map(({ method, path }) => `${method} ${path}`);
  expect(asked).toEqual([...listsOfCheck(`GET ${list}`), `GET ${list}/${at.stack.resource("second").id}`]);
  expect(shown(at, each).live).not.toEqual(before);
  expectKnown(at, each);

  expect(await at.stack.operation().preview("second", kind.name, second)).toBe("same");
  const { outputs } = at.stack.resource("second");
  expect(await at.refresh()).toEqual([]);
  expect(at.stack.resource("second").outputs).toEqual(outputs);
});

test.for(following)("$title, also if the read lags behind the change", async (each, { at }) => {
  const { of, second, changed } = await declared(at, each);
  await at.stack.up("first", of.name, changed);
  const stale = at.gateway.faults.add({ method: "GET", kind: "stale", count: 1 });
  await at.stack.up("second", each.kind.name, second);
  expect(stale.hits).toBe(1);
  expectKnown(at, each);
});

test.for(following)("$title, also if a list from before the change is known", async (each, { at }) => {
  const { of, second, changed } = await declared(at, each);
  await at.stack.refresh(); // `up --refresh` is one process
  await at.stack.up("first", of.name, changed);
  expect(await at.stack.up("second", each.kind.name, second)).toBe("update");
  expectKnown(at, each);
});

test.each(following)("$title: preview and up say once what a run with --target leaves out", async (each) => {
  await using at = await world();
  const { of, changed } = await declared(at, each);
  for (const run of ["preview", "up"] as const) {
    at.stack.operation();
    at.stack.warnings.length = 0;
    await at.stack[run]("first", of.name, changed);
    expect(at.stack.warnings).toEqual([expect.stringMatching(`${each.output}.*--target.*pulumi refresh`)]);
  }
  expect(await at.refresh()).toEqual([]);
  expect(
    await at.stack.operation().preview("second", each.kind.name, at.stack.resource("second").inputs),
  ).toBe("same");
});

test.for(following)("$title, not what a refresh merely finds changed", async (each, { at }) => {
  const { of, first, second } = await declared(at, each);
  const { sendAs = "" } = of.fields.get(each.field) ?? {};
  await at.console("PATCH", of, "first", { [sendAs]: "by hand" });
  at.stack.operation();
  expect(await at.stack.refresh()).toEqual(["first"]);
  expect(at.stack.warnings).toEqual([]);
  expect(await at.stack.preview("second", each.kind.name, second)).toBe("same");
  expect(await at.stack.preview("first", of.name, first)).toBe("update");
  expect(await at.stack.preview("second", each.kind.name, second)).toBe("update");
});

test.for(following)("$title, and nothing else of it: other changes leave it alone", async (each, { at }) => {
  const { of, first, second } = await declared(at, each);
  const other = [...of.fields.values()].find(
    (field) => !field.optional && !field.replace && field.name !== each.field,
  );
  if (other === undefined) throw new Error(`${of.name} has nothing else to change`);
  const changed = { ...first, [other.name]: secondValue(of, at.refs, other) };
  expect(await at.stack.up("first", of.name, changed)).toBe("update");
  expect(await at.stack.preview("second", each.kind.name, second)).toBe("same");
  expect(at.stack.warnings).toEqual([]);
});

test.each(following)("$title, also in a later run, if the one that changed it ended before", async (each) => {
  await using at = await world();
  const { of, first, second, changed } = await declared(at, each);
  const { kind } = each;
  await at.stack.up("first", of.name, changed); // and the run fails
  at.stack.operation();
  expect(await at.stack.up("first", of.name, changed)).toBe("same");
  expect(await at.stack.up("second", kind.name, second)).toBe("update");
  expectKnown(at, each);
  at.stack.operation();
  expect(await at.stack.preview("first", of.name, changed)).toBe("same");
  expect(await at.stack.preview("second", kind.name, second)).toBe("same");

  await at.stack.operation().up("first", of.name, first); // and fails again, but then somebody refreshes
  await at.refresh();
  at.stack.operation();
  expect(await at.stack.preview("first", of.name, first)).toBe("same");
  expect(await at.stack.preview("second", kind.name, second)).toBe("same");
  expectKnown(at, each);
});

test.for(following)(
  "$title, and a preview knows it, if an earlier run has ended before it came there",
  async (each, { at }) => {
    const { of, first, second, changed } = await declared(at, each);
    const { kind, output } = each;
    const { madeOf = [] } = kind.outputFields.get(output) ?? {};
    const fields = [...kind.fields.values()].filter(({ local }) => local !== true);
    const field =
      fields.find(({ name, replace }) => !replace && !madeOf.includes(name)) ?? expect.unreachable();
    const edited = { ...second, [field.name]: secondValue(kind, at.refs, field) };
    expect(await at.stack.up("first", of.name, first)).toBe("same");
    expect(await at.stack.up("second", kind.name, edited)).toBe("update");
    await at.stack.operation().up("first", of.name, changed); // and the run ends here

    const before = at.stack.resource("second").outputs[output];
    await at.stack.operation().preview("first", of.name, changed);
    const previewed = await at.stack.knownOutputs("second", kind.name, edited);
    // A native plugin asks for nothing in a preview.
    const { live } = shown(at, each);
    expect(previewed).toMatchObject({ [output]: isNative ? unknownValue : live });
    expect(live).not.toEqual(before);
  },
);
