import { PropertyDiff } from "@pulumi/pulumi/proto/provider_pb.js";
import { expect } from "vitest";
import { kinds as specs } from "../../provider/every-kind.js";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { isFixed } from "../../provider/lifecycle/changes.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
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
  "$title: a change is reported under the property's name, as an update or a replacement",
  async ({ kind, field }, { at }) => {
    const olds = at.full(kind);
    const news = { ...olds, [field.name]: secondValue(kind, at.refs, field) };
    const { details, response } = await differing(at, kind, olds, news);
    expect(response.getHasdetaileddiff()).toBe(true);
    expect(response.getDiffsList()).toEqual([field.name]);
    expect(details.map(({ path }) => path)).toEqual([field.name]);
    expect(details[0]?.what?.endsWith("_REPLACE")).toBe(isFixed(kind, field));
  },
);

test.for(eachField((field) => field.optional && field.selects === undefined))(
  "$title: a property that is no longer declared is reported as deleted",
  async ({ kind, field }, { at }) => {
    const { [field.name]: _gone, ...news } = at.full(kind);
    const { details } = await differing(at, kind, at.full(kind), news);
    expect(details.map(({ what }) => what)).toEqual([isFixed(kind, field) ? "DELETE_REPLACE" : "DELETE"]);
  },
);

test.for(kinds)("$name: a diff without changes has no details", async (kind, { at }) => {
  const { details, response } = await differing(at, kind, at.full(kind), at.full(kind));
  expect(details).toEqual([]);
  expect(response.getHasdetaileddiff()).toBe(false);
});

test("a reordered set has no details, and a set with a new element has one entry", async ({ at }) => {
  const kind = modelProvider;
  const olds = { ...at.full(kind), modelOptions: ["a", "b", "b"] };
  const reordered = await differing(at, kind, olds, { ...olds, modelOptions: ["b", "b", "a"] });
  expect(reordered.details).toEqual([]);
  const { details } = await differing(at, kind, olds, { ...olds, modelOptions: ["b", "c", "a"] });
  expect(details).toEqual([{ path: "modelOptions", what: "UPDATE" }]);
});
