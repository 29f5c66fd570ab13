import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import { checkExpectations } from "../../../cli/expectations/check.js";
import { readExpectations } from "../../../cli/expectations/format.js";
import { mapping, model, pattern, provider, workspace } from "./support/objects.ts";

/** A workspace with so many mappings, half of them patterns, and a file that expects so many names of it. */
function manyNames(
  names: number,
  mappings: number,
): { readonly objects: AccountObject[]; readonly text: string } {
  const half = Math.floor(mappings / 2);
  const objects = [
    workspace(),
    provider("openai"),
    ...Array.from({ length: 20 }, (_, at) => model(`openai/m${at}`)),
    ...Array.from({ length: half }, (_, at) =>
      pattern(`team${at}-.*`, `openai/m${at % 20}`, { priority: 10 + at }),
    ),
    ...Array.from({ length: mappings - half }, (_, at) => mapping(`team${at}-x`, `openai/m${at % 20}`)),
  ];
  const routes = Array.from({ length: names }, (_, at) => {
    const target = `openai/m${(at % half) % 20}`;
    return `      "team${at % half}-${at}": { model: ${target}, provider: openai }`;
  });
  return { objects, text: `workspaces:\n  "*":\n    routes:\n${routes.join("\n")}\n` };
}

test("the objects of an account are read once, however many names are expected", () => {
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
