import path from "node:path";
import { expect, test } from "vitest";
import { backendOf, backendSaid, folderOfBackend, isHosted } from "../../../cli/doctor/backend.ts";

test.each([
  ["file:///states", "/states"],
  ["file:///states/?no_tmp_dir=true", "/states"],
  ["file:///with%20space", "/with space"],
  ["file://", "/work/program"],
  ["file://.", "/work/program"],
  ["file://rel", "/work/program/rel"],
  ["file://./rel?metadata=skip", "/work/program/rel"],
  ["file://../beside", "/work/beside"],
  ["file://./with%20space", "/work/program/with space"],
  ["file://~", "/home/ada"],
  ["file://~/states", "/home/ada/states"],
])("a pulumi that runs in /work/program means by %s the folder %s", (url, folder) => {
  expect(folderOfBackend(url, "/work/program", "/home/ada")).toBe(folder);
});

test.each([
  "s3://states",
  "azblob://states",
  "gs://states",
  "postgres://db/states",
  "https://api.pulumi.com",
])("%s is no folder", (url) => {
  expect(folderOfBackend(url, "/work", "/home/ada")).toBeUndefined();
  expect(isHosted(url)).toBe(url.startsWith("https"));
});

test("pulumi's answer repeats the address as it was given: what is relative is meant from where pulumi ran", () => {
  const said = { code: 0, stderr: "", late: false };
  const of = (url: string) => backendOf({ ...said, stdout: JSON.stringify({ url, user: "ada" }) }, "/work");
  expect(of("file://./rel")).toMatchObject({ folder: "/work/rel" });
  expect(of("s3://states")).toMatchObject({ folder: undefined });
  expect(folderOfBackend("file://~", "/work")).toSatisfy(path.isAbsolute);
});

test("the environment comes before the project, and an empty variable says nothing", () => {
  const project = { backend: "file://./states" };
  expect(backendSaid({ PULUMI_BACKEND_URL: "s3://states" }, project)).toBe("s3://states");
  expect(backendSaid({ PULUMI_BACKEND_URL: "" }, project)).toBe("file://./states");
  expect(backendSaid({}, {})).toBeUndefined();
});
