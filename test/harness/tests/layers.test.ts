import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import config from "../../../vitest.config.ts";
import { paths } from "../paths.ts";
import { costTable } from "./cost-table.ts";
import { runs, share } from "./depth.ts";
import { layers, ofHandlers, random } from "./layers.ts";

/** What a project of vitest takes. */
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

const textOf = (file: string) => readFileSync(path.join(paths.root, file), "utf8");

test("every project is in one of the two layers, and all are in test:all", () => {
  expect([...layers.quick, ...layers.rest]).toEqual([...layers.all]);
  expect([...layers.all].sort()).toEqual(projects.map(({ name }) => name).sort());
});

test("every test file is in one layer, but for what is random, of which each tries a part, and the contract, by each adapter", () => {
  const every = filesAt(["test/**/*.test.ts"]);
  const once = filesIn(layers.all.filter((name) => name !== "deep" && !name.startsWith("native")));
  const inPlay = every.filter((file) => !/\/(node_modules|fixtures)\//.test(file));
  expect(once.toSorted()).toEqual(inPlay.toSorted());
  const contract = inPlay.filter((file) => file.startsWith("test/contract/"));
  const byOneAdapter = filesAt([ofHandlers]);
  expect([...filesIn(["native", "native-rest"]), ...byOneAdapter].toSorted()).toEqual(contract.toSorted());
  expect(filesIn(["deep"]).length).toBeGreaterThan(random.length);
  for (const file of filesIn(["deep"])) expect(filesIn(["unit"])).toContain(file);
});

test("no list of the layers names a file that is not there", () => {
  const patterns = projects.flatMap(({ include, exclude }) => [...include, ...exclude]);
  const lost = patterns.filter((pattern) => pattern.startsWith("test/") && filesAt([pattern]).length === 0);
  expect(lost).toEqual([]);
});

test("of random cases each layer tries what the other does not", () => {
  const cases = Array.from({ length: 23 }, (_, index) => index);
  for (const first of [0, 1, 7]) {
    const [few, others] = [share(cases, first, false), share(cases, first, true)];
    expect([...few, ...others].toSorted((a, b) => a - b)).toEqual(cases);
    expect(few.length).toBeLessThan(6);
  }
  for (const all of [2, 30, 100]) expect(runs(all, false) + runs(all, true)).toBe(all);
  expect(runs(100, false)).toBe(20);
});

test("what is random asks how much of it to try", () => {
  for (const file of filesIn(["deep"]))
    expect(readsDepth(file), `${file} neither uses runs() nor share() of test/harness/tests/depth.ts`).toBe(
      true,
    );
});

/** Also through one of its own modules. */
function readsDepth(file: string): boolean {
  const text = textOf(file);
  const own = [...text.matchAll(/from "(\.[^"]+\.ts)"/g)].map(([, name = ""]) =>
    path.posix.join(path.posix.dirname(file), name),
  );
  return own.some((each) => each.endsWith("tests/depth.ts") || textOf(each).includes("tests/depth.ts"));
}

test("the CI of this repository runs each layer once, the second in parts that together are all of it", () => {
  const steps = textOf(".ci/run").match(/^ *step npm .*$/gm) ?? [];
  expect(steps.filter((line) => / (test|run test:)/.test(line)).map((line) => line.trim())).toEqual([
    "step npm test",
    "step npm run test:rest",
  ]);
  const { jobs } = parse(textOf(".github/workflows/ci.yml"));
  const commands = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);
  expect(commands(jobs.quick)).toContain("npm test");
  const part = "$".concat("{{ matrix.part }}");
  expect(commands(jobs.rest)).toContain(`npm run test:rest -- --shard ${part}`);
  const parts: string[] = jobs.rest.strategy.matrix.part;
  expect(parts).toEqual(parts.map((_, index) => `${index + 1}/${parts.length}`));
  expect(jobs.rest.strategy.matrix.node).toEqual(jobs.quick.strategy.matrix.node);
});

test("the costs are summed by folder and project, and only the ten dearest files are named", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    file: `test/${index < 6 ? "client" : "cli/login"}/${index}.test.ts`,
    project: "unit",
    cpu: index,
    tests: 2,
  }));
  const lines = costTable(files).split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "CPU seconds by folder",
    "    51.0  test/cli (unit): 6 files, 12 tests",
    "    15.0  test/client (unit): 6 files, 12 tests",
    "",
    "The 10 dearest files",
  ]);
  expect(lines.slice(5)).toHaveLength(10);
  expect(lines[5]).toBe("    11.0  test/cli/login/11.test.ts (unit)");
});
