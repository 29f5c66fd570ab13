import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { platforms } from "../../provider/build/archive.mts";
import { cliVersion } from "../harness/cli/find.ts";
import { paths } from "../harness/paths.ts";
import { parseWorkflow } from "./support/workflows.ts";

/** The workflows of this repository; those of the examples are held by tests of their own. */

const folder = path.join(paths.root, ".github/workflows");
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(path.join(folder, file), "utf8");
const workflows = new Map(files.map((file) => [file, parseWorkflow(textOf(file))]));
const jobs = [...workflows].flatMap(([file, { jobs: all }]) =>
  Object.entries(all).map(([name, each]) => ({ place: `${file} ${name}`, ...each })),
);
const release = workflows.get("release.yml") ?? expect.unreachable();
const jobOf = (name: string) => release.jobs[name] ?? expect.unreachable(`there is no job ${name}`);
const runsOf = (name: string) => jobOf(name).steps.flatMap(({ run }) => run ?? []);

test("every action is pinned to a digest with a version comment, and Dependabot updates it", () => {
  const uses = files.flatMap((file) => textOf(file).match(/uses: .*/g) ?? []);
  expect(uses.length).toBeGreaterThan(25);
  const own = /^uses: \.\/\.github\/workflows\//;
  const pinned = /^uses: [\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(uses.filter((each) => !own.test(each) && !pinned.test(each))).toEqual([]);
  const pins = new Set(uses.map((each) => /^uses: ([\w-]+\/[\w-]+)\S*(@.*)/.exec(each)?.slice(1).join("")));
  const names = [...pins].flatMap((pin) => pin?.split("@")[0] ?? []);
  expect(names.length).toBeGreaterThan(7);
  expect(names).toEqual([...new Set(names)]); // one action has one digest in all workflows
  const { updates } = parse(readFileSync(path.join(paths.root, ".github/dependabot.yml"), "utf8"));
  const systems = updates.map((each: { "package-ecosystem": string }) => each["package-ecosystem"]);
  expect(systems).toEqual(["github-actions", "npm"]);
});

test("workflows only read contents, and only the listed jobs have write permissions", () => {
  for (const { permissions } of workflows.values()) expect(permissions).toEqual({ contents: "read" });
  const more = jobs.flatMap(({ place, permissions = {} }) => {
    const writes = Object.entries(permissions).filter(([, right]) => right === "write");
    return writes.length === 0 ? [] : [[place, writes.map(([name]) => name)]];
  });
  expect(Object.fromEntries(more)).toEqual({
    "release.yml publish": ["contents", "id-token", "attestations"],
    "codeql.yml analyze": ["security-events"],
    "docs.yml publish": ["pages", "id-token"],
    "scorecard.yml rate": ["security-events", "id-token"],
  });
});

test("no checkout keeps the token, no workflow reads a secret, and no command includes event data", () => {
  const steps = jobs.flatMap((each) => each.steps);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(8);
  for (const each of checkouts) expect(each.with?.["persist-credentials"]).toBe(false);
  for (const file of files) expect(textOf(file)).not.toContain("secrets.");
  expect(steps.filter(({ run }) => /\{\{ (?!matrix\.part )/.test(run ?? ""))).toEqual([]);
});

test("every script that a workflow runs exists", () => {
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/node (provider\/\S+)/g)].map(([, script = ""]) => script),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((script) => !existsSync(path.join(paths.root, script)))).toEqual([]);
});

test("a tag is published only after all checks and a test of the packed release", () => {
  expect(release.on.push).toEqual({ tags: ["v*"] });
  expect(jobOf("checks").uses).toBe("./.github/workflows/ci.yml");
  expect(jobOf("publish").needs).toEqual(["checks", "pack", "tested", "sdks", "plugins"]);
  expect(jobOf("publish").environment).toBe("npm");
  const pack = runsOf("pack");
  expect(pack.indexOf("node provider/build/release.mts names")).toBeLessThan(
    pack.indexOf("node provider/build/release.mts pack release"),
  );
  const [tests] = jobOf("tested").steps.filter(
    ({ run }) => run === "npx vitest run --project e2e test/package",
  );
  expect(Object.keys(tests?.env ?? {})).toEqual(["RELEASE_FOLDER"]);
});

test("the release is packed once, and its digests are verified before the test and before publishing", () => {
  const packs = Object.keys(release.jobs).filter((name) => runsOf(name).some((run) => /\bpack\b/.test(run)));
  expect(packs).toEqual(["pack"]);
  const compared = 'echo "$DIGEST  SHA256SUMS" | sha256sum --check && sha256sum --check SHA256SUMS';
  for (const [name, then] of [
    ["tested", "npx vitest run --project e2e test/package"],
    ["publish", "node provider/build/release.mts publish release"],
  ] as const) {
    const runs = runsOf(name);
    expect(runs.indexOf(compared)).toBeGreaterThan(-1);
    expect(runs.indexOf(compared)).toBeLessThan(runs.indexOf(then));
  }
});

test("the job with the publishing token installs and builds nothing", () => {
  expect(runsOf("publish").filter((run) => /npm (ci|install|run|exec)|npx/.test(run))).toEqual([]);
});

test("every platform has a plugin archive, and those for macOS are built on macOS", () => {
  const rows = z.array(z.record(z.string(), z.string()));
  const include = rows.parse(jobOf("plugins").strategy?.matrix.include);
  const made = include.flatMap(({ os = "", platforms: names = "" }) =>
    names.split(" ").map((name) => [name, os] as const),
  );
  expect(made.map(([name]) => name).sort()).toEqual(platforms.toSorted());
  for (const [name, os] of made) expect(os.startsWith("macos")).toBe(name.startsWith("darwin"));
});

test("the SDKs are generated from the published schema with the tests' Pulumi version, and compiled", () => {
  const { steps } = jobOf("sdks");
  const pulumi = steps.find(({ uses }) => uses?.startsWith("pulumi/actions@"));
  expect(pulumi?.with?.["pulumi-version"]).toBe(cliVersion.slice(1));
  const generated = steps.findIndex(({ run }) => run?.includes("gen-sdk release/schema.json"));
  expect(generated).toBeGreaterThan(-1);
  const compiles = steps.slice(generated + 1).map((each) => `${each.run} ${each["working-directory"]}`);
  for (const language of ["python", "go", "dotnet", "java", "nodejs"])
    expect(compiles).toContainEqual(expect.stringContaining(`sdks/${language}`));
});
