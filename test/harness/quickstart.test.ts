import { expect, test } from "vitest";
import { paths } from "./paths.ts";
import { quickstart } from "./quickstart.ts";

const selects = (stack?: string) => async () => stack;

function isMeant(args: string[], changes: { cwd?: string; env?: NodeJS.ProcessEnv; selected?: string } = {}) {
  const { cwd = paths.root, env = {}, selected } = changes;
  return quickstart.isMeantBy({ args, cwd, env }, selects(selected));
}

test("an operation on the quickstart's stack, selected or named, is meant", async () => {
  expect(await isMeant(["up"], { selected: "quickstart" })).toBe(true);
  expect(await isMeant(["preview", "--stack", "quickstart"], { selected: "tenant" })).toBe(true);
  expect(await isMeant(["destroy", "--stack=quickstart"])).toBe(true);
  expect(await isMeant(["refresh", "-s", "quickstart"])).toBe(true);
});

test("an operation on another stack never gets the reference gateway", async () => {
  expect(await isMeant(["up"], { selected: "tenant" })).toBe(false);
  expect(await isMeant(["up", "--stack", "tenant"], { selected: "quickstart" })).toBe(false);
  expect(await isMeant(["up"])).toBe(false);
});

test("a stack of the same name in another project is not meant", async () => {
  const selected = "quickstart";
  expect(await isMeant(["up"], { selected, cwd: "/elsewhere" })).toBe(false);
  expect(await isMeant(["up", "-C", "elsewhere"], { selected })).toBe(false);
  expect(await isMeant(["up", "--cwd=elsewhere"], { selected })).toBe(false);
});

test("whoever names a gateway or credentials is left alone", async () => {
  const env = { WORKSPACE_GATEWAY_BASE_URL: "https://gateway.example/api/v1" };
  expect(await isMeant(["up"], { selected: "quickstart", env })).toBe(false);
});

test("commands that talk to no gateway start none", async () => {
  expect(await isMeant(["stack", "output"], { selected: "quickstart" })).toBe(false);
});
