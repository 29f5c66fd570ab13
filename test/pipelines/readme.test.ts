import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkout } from "./support/checkout.ts";
import { gitops } from "./support/step.ts";
import { textOf, workflowFiles } from "./support/workflows.ts";

const readme = textOf("README.md");

test("the example's README lists exactly the variables and secrets that the workflows read", () => {
  const used = workflowFiles.flatMap((file) => [...textOf(file).matchAll(/\b(vars|secrets)\.(\w+)/g)]);
  const isSecret = new Map(used.map(([, store, name]) => [name, store === "secrets"]));
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (yes)? ?\|/gm)];
  expect(Object.fromEntries(isSecret)).toEqual(
    Object.fromEntries(rows.map(([, name, secret]) => [name, secret === "yes"])),
  );
  expect(isSecret.size).toBeGreaterThan(4);
});

test("the script's help lists exactly the commands that the pipelines call", async () => {
  const { stderr } = await (await checkout()).run([]);
  const told = [...stderr.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, command]) => command);
  const texts = [...workflowFiles, ".gitlab-ci.yml"].map(textOf).join("\n");
  const called = [...texts.matchAll(/pipeline\.sh ([a-z-]+)/g)].map(([, command]) => command);
  expect([...new Set(called)].sort()).toEqual(told.toSorted());
  expect(told).toHaveLength(11);
});

test("every file that controls the pipeline has a code owner", () => {
  const owned = textOf("CODEOWNERS")
    .split("\n")
    .flatMap((line) => /^\/(\S+) @/.exec(line)?.[1] ?? []);
  const isOwned = (file: string) =>
    owned.some((one) => (one.endsWith("/") ? file.startsWith(one) : file === one));
  const files = readdirSync(gitops, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(gitops, path.join(entry.parentPath, entry.name)));
  expect(files.filter((file) => !isOwned(file) && !file.startsWith("node_modules/")).toSorted()).toEqual([
    ".gitignore",
    "README.md",
    "index.ts",
    "prompts/tone.md",
  ]);
  // These are not in the example, and decide as much.
  for (const file of [".npmrc", "package-lock.json", "gateway-drift.yaml"]) expect(owned).toContain(file);
});
