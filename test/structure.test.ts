import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const provider = path.join(import.meta.dirname, "../provider");

/** The rooms of the provider, from the top floor down: what stands in one of them imports from its own and from lower ones. */
const floors = [
  ["runtime.ts", "cli"],
  ["every-kind.ts"],
  ["index.ts"],
  ["functions"],
  ["functions/read"],
  ["kinds"],
  ["program", "lifecycle"],
  ["lifecycle/sources"],
  ["lifecycle/hooks"],
  ["lifecycle/objects"],
  ["lifecycle/operation"],
  ["lifecycle/state", "lifecycle/engine"],
  ["client"],
  ["client/sign-in"],
  ["client/limits"],
  ["client/http"],
  ["client/settings"],
  ["spec", "io"],
  ["text"],
];

const mostFilesOfAFolder = 15;

const files = readdirSync(provider, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.ts$/.test(file) && !/^(dist|build|node_modules)\//.test(file))
  .map((file) => file.replaceAll(path.sep, "/"));

const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(provider, file), "utf8");
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, ".ts"));
}

/** The room of a file: the longest name that its path begins with. */
function roomOf(file: string): string {
  const names = floors.flat().filter((name) => file === name || file.startsWith(`${name}/`));
  return (
    names.toSorted((a, b) => b.length - a.length)[0] ??
    expect.unreachable(`${file} is in no room: add its folder to the floors`)
  );
}

function floorOf(file: string): number {
  return floors.findIndex((rooms) => rooms.includes(roomOf(file)));
}

test("every import leads to the own room or to a lower floor", () => {
  const up = [...imports].flatMap(([file, imported]) =>
    imported
      .filter((other) => roomOf(other) !== roomOf(file) && floorOf(other) <= floorOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(up).toEqual([]);
});

test("no files import each other in a circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
    } else if (!done.has(file)) {
      for (const other of imports.get(file) ?? []) {
        visit(other, [...trail, file]);
      }
      done.add(file);
    }
  };
  for (const file of files) {
    visit(file, []);
  }
  expect(circles).toEqual([]);
});

test(`no folder has more than ${mostFilesOfAFolder} files`, () => {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
  const full = [...folders]
    .filter(([, inside]) => inside.length > mostFilesOfAFolder)
    .map(([folder]) => folder);
  expect(full).toEqual([]);
});
