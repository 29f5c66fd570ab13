import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { kinds } from "../provider/every-kind.js";

const root = path.join(import.meta.dirname, "..");

/** From top to bottom, each path in the layer that names it most exactly. A file imports from its own layer and from those below. */
const layers: readonly (readonly string[])[] = [
  ["cli/main.ts", "cli/command-line.ts"],
  ["cli"],
  ["cli/account", "cli/live", "cli/routing", "cli/stack"],
  ["cli/text"],
  ["provider/tools.ts"],
  ["provider/functions", "provider/index.ts", "provider/plugin", "provider/runtime.ts"],
  ["provider/classes.ts", "provider/every-kind.ts", "provider/kinds"],
  ["provider/dynamic", "provider/lifecycle", "provider/program"],
  ["provider/client"],
  ["provider/io", "provider/spec", "provider/text"],
];

/** What the tools' package calls the one file of the provider that it knows, and that file. */
const door = { name: "pulumi-workspace-gateway/tools", file: "provider/tools.ts" };

/** What users know: the published types of the tools name it, and nothing else of them does. */
const publicPackages = ["pulumi-workspace-gateway", "workspace-gateway-emulator"];

const files = [...filesOf("cli"), ...filesOf("provider")].filter(
  (file) => !file.startsWith("provider/build/"),
);
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));

function filesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
    .filter((file) => /\.m?ts$/.test(file) && !/\/(dist|node_modules)\//.test(file));
}

function importsOf(file: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => /^\.|^(?:pulumi-)?workspace-gateway\b/.test(name))
    .filter((name) => !(file.startsWith("cli/testing/") && publicPackages.includes(name)))
    .map((name) =>
      name === door.name
        ? door.file
        : path.posix.join(path.posix.dirname(file), name).replace(/\.(m?)js$/, ".$1ts"),
    );
}

function layerOf(file: string): number {
  const places = layers.flatMap((all, layer) => all.map((place) => ({ place, layer })));
  const [found] = places
    .filter(({ place }) => file === place || file.startsWith(`${place}/`))
    .toSorted((a, b) => b.place.length - a.place.length);
  return found?.layer ?? expect.unreachable(`${file} is in no layer: add its folder to the layers`);
}

test("every import is from the same layer or a lower one", () => {
  const up = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => layerOf(other) < layerOf(file))
      .map((other) => `${file} imports ${other}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(up).toEqual([]);
});

test("the CLI imports only pulumi-workspace-gateway/tools, and the provider never imports the CLI", () => {
  const packageOf = (file: string) => file.split("/")[0];
  const across = [...imports].flatMap(([file, others]) =>
    others.filter((other) => packageOf(other) !== packageOf(file)).map((other) => ({ file, other })),
  );
  expect(across.length).toBeGreaterThan(100);
  expect(across.filter(({ file, other }) => packageOf(file) !== "cli" || other !== door.file)).toEqual([]);
  expect(files.filter((file) => /\.\.\/provider\//.test(sources.get(file) ?? ""))).toEqual([]);
});

test("the lifecycle and everything below it do not name any kind", () => {
  const names = new RegExp(`\\b(${kinds.map(({ name }) => name).join("|")})\\b`);
  const below = /^provider\/(lifecycle|program|spec|client|io|text)\//;
  const naming = files.filter((file) => {
    const code = (sources.get(file) ?? "").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    return below.test(file) && names.test(code);
  });
  expect(naming).toEqual([]);
});
