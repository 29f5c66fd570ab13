import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import config from "../../../vitest.config.ts";
import { paths } from "../paths.ts";
import { runs, share } from "./depth.ts";
import { layers, ofHandlers } from "./layers.ts";

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const projects = (config.test?.projects ?? []).map((each) => (each as { test: Project }).test);

function filesAt(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  const options = { cwd: paths.root, exclude: [...exclude] };
  return globSync([...patterns], options).map((file) => file.replaceAll(path.sep, "/"));
}

const filesIn = (names: readonly string[]) =>
  projects
    .filter(({ name }) => names.includes(name))
    .flatMap(({ include, exclude }) => filesAt(include, exclude));

test("every test file runs in exactly one layer", () => {
  const every = filesAt(["test/**/*.test.ts"]);
  const once = filesIn(layers.all.filter((name) => name !== "deep" && !name.startsWith("native")));
  const inPlay = every.filter((file) => !/\/(node_modules|fixtures)\//.test(file));
  expect(once.toSorted()).toEqual(inPlay.toSorted());
  const contract = inPlay.filter((file) => file.startsWith("test/contract/"));
  const byOneAdapter = filesAt([ofHandlers]);
  expect([...filesIn(["native", "native-rest"]), ...byOneAdapter].toSorted()).toEqual(contract.toSorted());
  for (const file of filesIn(["deep"])) expect(filesIn(["unit"])).toContain(file);
});

test("every test file that a layer lists exists", () => {
  const patterns = projects.flatMap(({ include, exclude }) => [...include, ...exclude]);
  const lost = patterns.filter((pattern) => pattern.startsWith("test/") && filesAt([pattern]).length === 0);
  expect(lost).toEqual([]);
});

test("two layers together try every random case, each exactly once", () => {
  const cases = Array.from({ length: 23 }, (_, index) => index);
  for (const first of [0, 1, 7]) {
    const [few, others] = [share(cases, first, false), share(cases, first, true)];
    expect([...few, ...others].toSorted((a, b) => a - b)).toEqual(cases);
    expect(few.length).toBeLessThan(6);
  }
  for (const all of [2, 30, 100]) expect(runs(all, false) + runs(all, true)).toBe(all);
  expect(runs(100, false)).toBe(20);
});
