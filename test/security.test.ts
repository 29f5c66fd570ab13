import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

function textOf(file: string): string {
  return readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
}

const versions = z.record(z.string(), z.string()).optional();
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  scripts: versions,
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
});

const manifests = [
  "package.json",
  "provider/package.json",
  "cli/package.json",
  "test/gateway/package.json",
].map((file) => ({
  file,
  ...manifestSchema.parse(JSON.parse(textOf(file))),
}));

test("every dependency has an exact version, and the lock file has a digest for every package", () => {
  const asked = manifests.flatMap(({ file, dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => ({
      file,
      name,
      version,
    })),
  );
  const loose = asked.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
  const { packages } = lockSchema.parse(JSON.parse(textOf("package-lock.json")));
  const installed = Object.entries(packages).filter(
    ([place, { link }]) => place.includes("node_modules/") && link !== true,
  );
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(installed.length).toBeGreaterThan(asked.length);
});

test("our published packages have no install scripts", () => {
  const run = manifests
    .filter(({ file }) => file !== "package.json")
    .flatMap(({ file, scripts = {} }) => Object.keys(scripts).map((name) => `${file}: ${name}`));
  expect(run.filter((name) => /: (preinstall|install|postinstall|prepare)$/.test(name))).toEqual([]);
});
