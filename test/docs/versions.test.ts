import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { published } from "../plugin/support/published-schema.ts";

const own = /^(?:pulumi-)?workspace-gateway(?:-emulator)?$/;

const textOf = (file: string) => readFileSync(path.join(paths.root, file), "utf8");

/** The minimum in "Python 3.10 or newer". */
const pythonIn = (file: string) => /Python (\d+\.\d+) or newer/.exec(textOf(file))?.[1];

test("packages, plugin, changelog, docs and examples have the same version", () => {
  const manifests = globSync(
    ["{provider,cli,test/gateway}/package.json", "cli/policy/package.json", "examples/**/package.json"],
    {
      cwd: paths.root,
      exclude: (name) => name === "node_modules",
    },
  );
  expect(manifests.length).toBeGreaterThan(8);
  const versions = manifests.flatMap((file) => {
    const manifest = JSON.parse(textOf(file));
    const { name = "", dependencies, devDependencies, peerDependencies } = manifest;
    return Object.entries<string>({
      ...(own.test(name) ? { [name]: manifest.version } : {}),
      ...dependencies,
      ...devDependencies,
      ...peerDependencies,
    }).flatMap(([each, version]) => (own.test(each) ? [`${file}: ${each} ${version}`] : []));
  });
  expect(versions.filter((each) => !each.endsWith(` ${published.version}`))).toEqual([]);
  expect(/^## (\S+)/m.exec(textOf("CHANGELOG.md"))?.[1]).toBe(published.version);
  expect(textOf("docs/languages.md")).toContain(`VERSION=${published.version}\n`);
});

test("docs and examples state the Python version that the SDK requires", () => {
  const { pythonRequires } = published.language.python;
  for (const file of ["docs/languages.md", "examples/python/README.md"]) {
    expect([file, `>=${pythonIn(file)}`]).toEqual([file, pythonRequires]);
  }
});
