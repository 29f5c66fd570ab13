import fc from "fast-check";
import { expect, test } from "vitest";
import { structOf, valuesOf } from "../../provider/plugin/grpc.js";
import { native, unsealed } from "../../provider/plugin/replies.js";
import { hidden, secretEnvelope, unknownValue, type Values } from "../../provider/spec/values.js";

/** The protobuf of the SDK loses this one key, for every provider. */
const key = fc.string().filter((text) => text !== "__proto__");

const json = fc.letrec<{ value: Values[string] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, "", unknownValue),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("values survive the conversion to protobuf and back, whatever their names", () => {
  fc.assert(
    fc.property(fc.dictionary(key, json), (values) => {
      expect(valuesOf(structOf(values))).toEqual({ ...values });
    }),
    { numRuns: 300 },
  );
});

test("a secret is unwrapped, and any other value is ignored", () => {
  expect(unsealed(secretEnvelope({ a: 1 }))).toEqual({ a: 1 });
  expect(["a", { value: "a" }, null].filter((value) => unsealed(value) !== undefined)).toEqual([]);
});

test("only the dynamic provider's own entries are omitted", () => {
  const all = Object.fromEntries(Object.values(hidden).map((name) => [name, true]));
  const kept = Object.keys(native({ ...all, name: "x" }));
  const left = Object.keys(all).filter((name) => !kept.includes(name));
  expect(left.toSorted()).toEqual(["__carried", "__provider", "__urn"]);
  expect(kept).toContain("name");
});
