import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { brokenFiles, repairFile } from "../../../../cli/recover/backend/broken-files.ts";
import { backendWith, checkpoint } from "./files.ts";

const state = "stacks/shop/prod.json";
const old = checkpoint("2026-11-22T10:00:00Z");
const older = checkpoint("2026-11-22T09:00:00Z");

test("whole files are not broken, however they are packed", async () => {
  for (const [name, pack] of [
    [state, (text: string) => text],
    [`${state}.gz`, gzipSync],
    [`${state}.zst`, zstdCompressSync],
  ] as const) {
    const place = await backendWith({ [name]: pack(old), [`${name}.attrs`]: "{}" });
    expect(await brokenFiles(place)).toEqual([]);
  }
});

test.each([
  ["empty", ""],
  ["cut", old.slice(0, 60)],
  ["of zeros, as after a loss of power", "\0".repeat(80)],
  ["JSON of something else", "[]"],
  ["a packed one that is cut", gzipSync(old).subarray(0, 40)],
])("a state that is %s gets the newest copy, and what was there is kept", async (_what, content) => {
  const place = await backendWith({
    [`${state}.bak`]: older,
    "backups/shop/prod/prod.1795331450517758062.json": old,
    "backups/shop/prod/prod.1795331450517758063.json": old.slice(0, 60),
    [state]: content,
    [`${state}.attrs`]: "{}",
  });
  const file = path.join(place.backend, ".pulumi", state);
  const broken = await brokenFiles(place);
  expect(broken).toEqual([
    {
      is: "state",
      file,
      copy: {
        file: path.join(place.backend, ".pulumi/backups/shop/prod/prod.1795331450517758062.json"),
        at: Date.parse("2026-11-22T10:00:00Z"),
      },
    },
  ]);
  const kept = broken.map(repairFile);
  expect(await readFile(file, "utf8")).toBe(old);
  expect(await readFile(kept[0] ?? "")).toEqual(Buffer.from(content));
  expect(await brokenFiles(place)).toEqual([]);
  expect(await readdir(path.dirname(file))).toEqual(["prod.json", "prod.json.bak", "prod.json.unreadable-1"]);
});

test("of a state in two formats, the newer one counts", async () => {
  const place = await backendWith({ [`${state}.bak`]: older, [state]: old, [`${state}.gz`]: "" });
  expect(await brokenFiles(place)).toMatchObject([{ file: expect.stringMatching(/prod\.json\.gz$/) }]);
});

test("where no copy can be read, the state is left as it is", async () => {
  const place = await backendWith({ [`${state}.bak`]: "{", [state]: "" });
  const broken = await brokenFiles(place);
  expect(broken).toMatchObject([{ is: "state", copy: undefined }]);
  expect(() => broken.map(repairFile)).toThrow("no copy");
});

test("attributes that are cut are taken away, but not those of another stack", async () => {
  const place = await backendWith({
    [state]: old,
    [`${state}.attrs`]: "",
    "meta.yaml.attrs": '{"user',
    "locks/organization/shop/prod/one.json.attrs": "",
    "stacks/shop/other.json.attrs": "",
    "stacks/shop/prod.json.bak.attrs": "{}",
  });
  const broken = await brokenFiles(place);
  expect(broken.map(({ is, file }) => [is, path.basename(file)]).sort()).toEqual([
    ["attributes", "meta.yaml.attrs"],
    ["attributes", "one.json.attrs"],
    ["attributes", "prod.json.attrs"],
  ]);
  for (const each of broken) {
    repairFile(each);
  }
  expect(await brokenFiles(place)).toEqual([]);
});

test("what cannot be read at all is not called cut short: that is an error, and nothing is to be repaired", async () => {
  const place = await backendWith({ [`${state}.bak`]: older });
  await mkdir(path.join(place.backend, ".pulumi", state)); // no rights and too many open files fail like this
  await expect(brokenFiles(place)).rejects.toThrow("EISDIR");
  const blocked = await backendWith({ [state]: old, "history/shop/prod": "" });
  await expect(brokenFiles(blocked)).rejects.toThrow("ENOTDIR");
});

test("a folder among the copies is none, and neither is a copy that is gone", async () => {
  const place = await backendWith({ [`${state}.bak`]: older, [state]: "" });
  const folder = path.join(place.backend, ".pulumi/backups/shop/prod/prod.1795331450517758062.json");
  await mkdir(folder, { recursive: true });
  const [broken] = await brokenFiles(place);
  expect(broken).toMatchObject({ copy: { file: expect.stringMatching(/prod\.json\.bak$/) } });
  await rm(path.join(place.backend, ".pulumi", `${state}.bak`));
  expect(await brokenFiles(place)).toMatchObject([{ copy: undefined }]);
});
