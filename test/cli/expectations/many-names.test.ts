import { expect, test } from "vitest";
import { checkExpectations } from "../../../cli/expectations/check-expectations.js";
import { readExpectations } from "../../../cli/expectations/read-expectations.js";
import { manyNames } from "./support/many-names.ts";

test("a thousand names over two hundred mappings ask each mapping for each name no more than each reading needs", () => {
  const { objects, text } = manyNames(1000, 200);
  let reads = 0;
  const counted = objects.map((object) => ({
    ...object,
    get inputs() {
      reads += 1;
      return object.inputs;
    },
  }));
  const results = checkExpectations(readExpectations(text), { objects: counted });
  expect(results).toHaveLength(2000);
  expect(results.filter(({ status }) => status !== "held")).toEqual([]);
  // Each object is looked at a fixed number of times, however many names are asked for.
  const few = reads;
  reads = 0;
  checkExpectations(readExpectations(manyNames(10, 200).text), { objects: counted });
  expect(few - reads).toBeLessThan(1000 * 12);
});
