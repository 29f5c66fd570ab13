import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb.js";
import { describe, expect } from "vitest";
import { z } from "zod";
import { kinds as specs } from "../../provider/every-kind.js";
import { detailsOf } from "../../provider/lifecycle/changes.js";
import { isFixed } from "../../provider/lifecycle/state.js";
import { created, flags, kind as kindOf } from "../../provider/spec/index.js";
import type { Kind } from "../../provider/spec/kind.js";
import { unknownValue, type Values } from "../../provider/spec/values.js";
import { eachField, secondValue } from "../contract/support/samples.ts";
import { test, type World } from "../contract/support/world.ts";
import { service } from "./support/service.ts";

const kinds: readonly Kind[] = specs;

/** What the plugin tells of a change, in an operation after the one that made the object. */
async function differing(at: World, kind: Kind, olds: Values, news: Values) {
  await at.stack.operation().up("it", kind.name, olds);
  await using of = await service(at.env);
  const known = at.stack.resource("it");
  const response = await of.diff(kind, known, await of.check(kind, known.inputs, news));
  const details: { path: string; what: string | undefined }[] = [];
  response.getDetaileddiffMap().forEach((detail, path) => {
    details.push({ path, what: names[detail.getKind()] });
  });
  return { details, response };
}

const names = Object.fromEntries(Object.entries(PropertyDiff.Kind).map(([name, number]) => [number, name]));

test.for(eachField((field) => field.selects === undefined))(
  "$title: a change is told under its name, as an update or as a replacement",
  async ({ kind, field }, { at }) => {
    const olds = at.full(kind);
    const news = { ...olds, [field.name]: secondValue(kind, at.refs, field) };
    const { details, response } = await differing(at, kind, olds, news);
    expect(response.getHasdetaileddiff()).toBe(true);
    expect(response.getDiffsList()).toEqual([field.name]);
    expect(details.length).toBeGreaterThan(0);
    for (const { path, what } of details) {
      expect(path).toMatch(new RegExp(`^${field.name}($|[.[])`));
      expect(what?.endsWith("_REPLACE")).toBe(isFixed(kind, field));
    }
    if (field.secret) {
      expect(details.map(({ path }) => path)).toEqual([field.name]);
    }
  },
);

test.for(eachField((field) => field.optional && field.selects === undefined))(
  "$title: what is no longer declared is told as deleted",
  async ({ kind, field }, { at }) => {
    const { [field.name]: _gone, ...news } = at.full(kind);
    const { details } = await differing(at, kind, at.full(kind), news);
    expect(details.map(({ what }) => what)).toEqual([isFixed(kind, field) ? "DELETE_REPLACE" : "DELETE"]);
  },
);

test.for(kinds)("$name: without a difference there are no details", async (kind, { at }) => {
  const { details, response } = await differing(at, kind, at.full(kind), at.full(kind));
  expect(details).toEqual([]);
  expect(response.getHasdetaileddiff()).toBe(false);
});

const tree = kindOf("Tree", {
  source: created,
  endpoints: { list: "/trees", create: "/trees", get: "/trees/{id}", remove: "/trees/{id}" },
  scope: "trees",
  naturalKey: [],
  inputs: z.strictObject({
    value: z.json().optional(),
    set: z.array(z.json()).register(flags, { unordered: true }).optional(),
    key: z.json().register(flags, { secret: true }).optional(),
  }),
  outputs: z.object({}),
});

describe("inside of a value", () => {
  const told = (name: string, old: Values[string], now: Values[string]) =>
    Object.fromEntries(detailsOf(tree, { [name]: old }, { [name]: now }).get(name) ?? []);

  test("each place is told, in the engine's spelling of paths", () => {
    const old = { a: 1, b: { "c.d": [1, 2, 3], 'say "x"': 1 }, same: [{ x: 1 }], gone: null };
    const now = { a: 2, b: { "c.d": [1, 5], 'say "x"': 2 }, same: [{ x: 1 }], fresh: false };
    expect(told("value", old, now)).toEqual({
      "value.a": "update",
      'value.b["c.d"][1]': "update",
      'value.b["c.d"][2]': "delete",
      'value.b["say \\"x\\""]': "update",
      "value.gone": "delete",
      "value.fresh": "add",
    });
  });

  test("a value of another form is one change", () => {
    expect(told("value", { a: 1 }, [1])).toEqual({ value: "update" });
    expect(told("value", null, { a: 1 })).toEqual({ value: "update" });
  });

  test("of a set, only what came and what went is told", () => {
    expect(told("set", ["a", "b", "b"], ["b", "c", "a"])).toEqual({ "set[1]": "add", "set[2]": "delete" });
    expect(told("set", ["a", "b"], ["c", "b"])).toEqual({ "set[0]": "update" });
  });

  test("what is not known yet is a change where it is", () => {
    expect(told("value", { a: [1, 2] }, { a: [1, unknownValue] })).toEqual({ "value.a[1]": "update" });
    expect(told("set", ["a", "b"], ["b", unknownValue])).toEqual({ "set[0]": "delete", "set[1]": "add" });
  });

  test("a secret is one value", () => {
    expect(told("key", { a: { b: 1 } }, { a: { b: 2 } })).toEqual({ key: "update" });
  });
});
