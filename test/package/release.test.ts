import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../e2e/support/outcome.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { schemaText } from "../plugin/support/published-schema.ts";
import { filesOf } from "./tarball.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "release-"));
  const script = path.join(paths.root, "provider/build/release.mts");
  await ok(new RunningProcess(process.execPath, [script, "pack", folder], { env: process.env }).done);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (file: string) => readFile(path.join(folder, file));
const manifestOf = async (package_: string) =>
  JSON.parse(await readFile(path.join(paths.root, package_, "package.json"), "utf8"));

test("a release has the tarballs, the schema, and a bill of materials, each with a digest", async () => {
  const digests = (await read("SHA256SUMS")).toString().trim().split("\n");
  const files = await readdir(folder);
  expect(digests.map((line) => line.slice(66)).sort()).toEqual(
    files.filter((file) => file !== "SHA256SUMS").sort(),
  );
  for (const line of digests) {
    const digest = createHash("sha256")
      .update(await read(line.slice(66)))
      .digest("hex");
    expect(line.slice(0, 64)).toBe(digest);
  }
  expect((await read("schema.json")).toString()).toBe(schemaText);
  const tarballs = files.filter((file) => file.endsWith(".tgz"));
  expect(tarballs).toHaveLength(3);
  for (const file of tarballs) expect(await filesOf(path.join(folder, file))).toContain("LICENSE");
});

test("the bill of materials lists our packages, their dependencies, and the bundled packages", async () => {
  const { components } = JSON.parse((await read("sbom.cdx.json")).toString());
  const named = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
  const { devDependencies } = await manifestOf(".");
  const stated = await Promise.all(
    ["provider", "cli", "test/gateway"].map(async (each) => {
      const { name, version, dependencies } = await manifestOf(each);
      return { [name]: version, ...dependencies };
    }),
  );
  const { zod, undici } = devDependencies;
  const expected = Object.entries(Object.assign({ zod, undici }, ...stated)).map(
    ([name, version]) => `${name}@${version}`,
  );
  expect(expected.length).toBeGreaterThan(8);
  expect(named).toEqual(expect.arrayContaining(expected));
});
