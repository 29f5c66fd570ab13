import { expect, test } from "vitest";
import { retainedFrom, retainedNames } from "../../../provider/lifecycle/outputs.js";
import { hidden, type Values } from "../../../provider/spec/values.js";

test.each<[string, Values, Values]>([
  ["the outputs that are named", { a: 1, b: 2, [hidden.retained]: ["a"] }, { [hidden.retained]: { a: 1 } }],
  ["nothing if none is named", { a: 1, [hidden.retained]: [] }, {}],
  ["nothing of a state without the entry", { a: 1 }, {}],
])("a read keeps for the next run %s", (_law, outputs, kept) => {
  expect(retainedFrom(outputs)).toEqual(kept);
});

test.each<[Values, string[] | undefined]>([
  [{ [hidden.retained]: { a: 1, b: 2 } }, ["a", "b"]],
  [{ [hidden.retained]: null }, []],
  [{}, undefined],
])("the outputs of %j name what its entry has", (inputs, names) => {
  expect(retainedNames(inputs)).toEqual(names);
});
