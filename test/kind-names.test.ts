import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../provider/kinds/index.js";

const provider = path.join(import.meta.dirname, "../provider");

test.each(["lifecycle", "client"])("no kind's name stands in the code of provider/%s", (folder) => {
  const files = readdirSync(path.join(provider, folder));
  const codes = files.map((file) => [file, withoutComments(path.join(provider, folder, file))] as const);
  // What the folder itself calls so is no kind: the limiter has a quota of its own.
  const own = new Set(
    codes.flatMap(([, code]) => [...code.matchAll(/\bclass (\w+)/g)].map(([, name]) => name)),
  );
  const words = kinds.map(({ name }) => (own.has(name) ? `["'\`]${name}["'\`]` : `\\b${name}\\b`));
  const names = new RegExp(words.join("|"));
  const naming = codes.filter(([, code]) => names.test(code)).map(([file]) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(naming).toEqual([]);
});

function withoutComments(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
