import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import * as everything from "../../provider/index.js";
import { plural } from "../../provider/text/words.js";
import { data, dataOf } from "./data.ts";

test("every kind with test data has a public class", () => {
  const advice = "export the class from provider/classes.ts";
  expect(kinds.map(({ name }) => name).toSorted(), advice).toEqual(data.map(({ kind }) => kind).toSorted());
});

test("every function in the functions folder is public, and its files export nothing else", async () => {
  const folder = path.join(import.meta.dirname, "../../provider/functions");
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".ts"))) {
    const values: object = await import(path.join(folder, file));
    expect(everything, `export * from provider/functions/${file} in provider/index.ts`).toMatchObject(values);
    expect(Object.values(values).filter((value) => typeof value !== "function")).toEqual([]);
  }
});

test("every readable kind has a function that reads it, and every function has an Output variant", () => {
  const names = Object.entries(everything).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const wanted = kinds
    .filter(({ name }) => dataOf(name).unread === undefined)
    .flatMap(({ name, endpoints: { list, get } }) => [
      ...(get === undefined ? [] : [`get${name}`]),
      ...(list === undefined ? [] : [`get${plural(name)}`]),
    ]);
  const readers = names.filter((name) => /^get[A-Z]/.test(name) && !name.endsWith("Output"));
  const missing = [...wanted, ...readers.map((name) => `${name}Output`)].filter(
    (name) => !names.includes(name),
  );
  const advice = "add these to provider/functions, or say in test/kinds/data why a kind is `unread`";
  expect(missing, advice).toEqual([]);
});
