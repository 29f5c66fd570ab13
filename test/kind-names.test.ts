import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../provider/kinds/index.js";

const provider = path.join(import.meta.dirname, "../provider");

test.each(["lifecycle", "client"])("no kind's name stands in the code of provider/%s", (folder) => {
  const names = new RegExp(`\\b(${kinds.map((kind) => kind.name).join("|")})\\b`);
  const files = readdirSync(path.join(provider, folder));
  const naming = files.filter((file) => names.test(withoutComments(path.join(provider, folder, file))));
  expect(files.length).toBeGreaterThan(5);
  expect(naming).toEqual([]);
});

function withoutComments(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
