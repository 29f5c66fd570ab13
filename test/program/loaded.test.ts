import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../../provider/dist");

/** The files that a Node of its own loads with a module, those left out that it has loaded with another before. */
function filesLoadedWith(module: string, before = "node:path"): string[] {
  const script = `
    require(${JSON.stringify(before)});
    const before = new Set(Object.keys(require.cache));
    require(${JSON.stringify(module)});
    console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));
  `;
  return JSON.parse(
    execFileSync(process.execPath, ["-e", script], { cwd: dist, encoding: "utf8", timeout: 20_000 }),
  );
}

/** The files and packages that are loaded with a module of the package, beside Pulumi's SDK and what that needs. */
function loadedWith(entry: string): string[] {
  const files = filesLoadedWith(built(entry), "@pulumi/pulumi");
  return files.flatMap((each) => (each.startsWith(dist) ? sourcesOf(each) : [packageOf(each)]));
}

function built(entry: string): string {
  const file = path.join(dist, entry);
  expect(existsSync(file), "npm run build").toBe(true);
  return file;
}

/** The files of the sources, or the packages, that were put together into a file of the package; itself, if it is as the compiler wrote it. */
function sourcesOf(file: string): string[] {
  const sources = [...readFileSync(file, "utf8").matchAll(/^\/\/ ([\w.]+\/.*)$/gm)].map(
    ([, source = ""]) => source,
  );
  const files = sources.map((source) =>
    source.startsWith("provider/")
      ? source.slice("provider/".length).replace(/\.ts$/, ".js")
      : packageOf(source),
  );
  return [path.relative(dist, file).replaceAll(path.sep, "/"), ...new Set(files)];
}

function packageOf(file: string): string {
  return /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1] ?? file;
}

/** What only a request, a sign-in, a pattern or a command line needs. */
const later = ["undici", "oauth4webapi", "re2js", "commander", "yaml", "diff"];

test("the runtime entry loads every kind, but no functions for programs and no packages for requests", () => {
  const loaded = loadedWith("runtime.js");
  expect(loaded).toEqual(expect.arrayContaining(["every-kind.js", "kinds/workspace.js", "zod"]));
  expect(loaded.filter((file) => file.startsWith("functions/") || later.includes(file))).toEqual([]);
});

test("a program loads every class and function, but none of the plugin's code", () => {
  const loaded = loadedWith("index.js");
  expect(loaded).toEqual(expect.arrayContaining(["classes.js", "functions/workspaces.js", "zod"]));
  const ofPlugin = /^(runtime|dynamic|plugin|lifecycle\/(sources|engine|hooks|objects)|review|policy|cli)\b/;
  expect(loaded.filter((file) => ofPlugin.test(file) || later.includes(file))).toEqual([]);
});

/** Loads every kind and function in a Node of its own, and prints which files of the SDK and of gRPC it has loaded with them. */
const loading = `
  void require(${JSON.stringify(path.join(dist, "tools.js"))}).everyKind().then((kinds) => {
    const foreign = Object.keys(require.cache).filter((file) => /@(pulumi|grpc)/.test(file));
    console.log(JSON.stringify({ kinds: kinds.map(({ name }) => name), foreign }));
  });
`;

function loaded(...options: string[]): { kinds: string[]; foreign: string[] } {
  return JSON.parse(execFileSync(process.execPath, [...options, "-e", loading], { encoding: "utf8" }));
}

test("the plugin's process loads every kind, but nothing of Pulumi's SDK", () => {
  expect(existsSync(path.join(dist, "tools.js")), "npm run build").toBe(true);
  const inPlugin = loaded("--conditions=workspace-gateway-plugin");
  expect(inPlugin.foreign).toEqual([]);
  const inProgram = loaded();
  expect(inProgram.foreign.length).toBeGreaterThan(0);
  expect(inPlugin.kinds).toEqual(inProgram.kinds);
});
