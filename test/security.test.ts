import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { kinds } from "../provider/every-kind.js";
import type { Kind } from "../provider/spec/kind.js";
import { isTest, testsNamedIn, titlesIn } from "./harness/tests/named-tests.ts";
import { documentedScopes } from "./types/support/documented-scopes.ts";

const root = path.resolve(import.meta.dirname, "..");
const page = textOf("SECURITY.md");

function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** The sections of the page by their titles, without what stands before the first. */
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section] as const),
);

function sectionOf(title: string): string {
  return sections.get(title) ?? expect.unreachable(`SECURITY.md has no section "${title}"`);
}

/** What is promised in a section: its rows and its items, and its paragraphs where they name a test. */
function promisesOf(section: string): string[] {
  const rows = section.split("\n").filter((line) => /^\| (?!kind \||what \|)[^-]/.test(line));
  const items = section.split(/\n(?=- |\n)/).filter((block) => block.startsWith("- "));
  return [...rows, ...items];
}

test("every test that SECURITY.md names exists", () => {
  const named = testsNamedIn(page);
  const missing = named
    .filter((each) => !isTest(each))
    .map(({ file, title }) => `${file} has no test "${title}": correct the name in SECURITY.md`);
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test("a test that does not exist is noticed, whatever it is made with", () => {
  const source = `describe("d", () => { test("a", f); test.each([1])("b %s", f); test.skipIf(x)("c", f); nest("e", f); });`;
  expect(titlesIn(source)).toEqual(["a", "b %s", "c"]);
});

// What there is no test for is told where nothing is promised; a promise may also lead to another section.
test.each(["What is stored where", "Credentials", "What an attacker gets", "Supply chain"])(
  "every promise under %j names a test",
  (title) => {
    const promises = promisesOf(sectionOf(title));
    const bare = promises.filter(
      (promise) =>
        testsNamedIn(promise).length === 0 && !/: see Credentials$|^- it can lie/m.test(promise.trim()),
    );
    expect(bare).toEqual([]);
    expect(promises.length).toBeGreaterThan(4);
  },
);

/** The row of a kind, with the scopes that `test/types/hover-scopes.test.ts` has found to be enough, and none too many. */
function rowOf(kind: Kind): string {
  const own = kind.endpoints.auth === "app" ? ["the app's own credentials"] : [];
  const needs = [...documentedScopes(kind.name).map((scope) => `\`${scope}\``), ...own];
  const secrets = [...kind.fields.values(), ...kind.outputFields.values()]
    .filter(({ secret }) => secret === true)
    .map(({ name }) => `\`${name}\``);
  return `| \`${kind.name}\` | ${needs.join(", ")} | ${[...new Set(secrets)].join(", ") || "–"} |`;
}

test("the scopes and the secret values of every kind stand in SECURITY.md", () => {
  const rows = sectionOf("Scopes")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows).toEqual(kinds.map(rowOf));
});

/** The files of the packages that write to a disk, and what is told of each in the first table. */
const writers: Record<string, string> = {
  "provider/client/settings/login-store.ts": "a person's login",
  "provider/client/settings/file-lock.ts": "a person's login",
  "provider/io/shared-claims.ts": "what provider processes of one operation hold",
  "cli/commands/whole-file.ts": "reviews, drawings, lists of drift",
  "cli/commands/private-folder.ts": "pulumi's plan beside the pin",
  "cli/commands/pin/pin-files.ts": "a pin",
  "cli/commands/review/tell-review.ts": "reviews, drawings, lists of drift",
  "cli/commands/read-review.ts": "pulumi's plan beside the pin",
  "cli/commands/apply/apply.ts": "reviews, drawings, lists of drift",
  "cli/commands/apply/run-plan.ts": "pulumi's plan beside the pin",
  "cli/commands/check/tell-check.ts": "reviews, drawings, lists of drift",
  "cli/commands/drift/tell-drift.ts": "reviews, drawings, lists of drift",
  "cli/commands/drift/write-adoption.ts": "an import file",
  "cli/commands/export/folder/put-files.ts": "an exported project",
  "cli/commands/export/import/import-stack.ts": "an exported project",
  "cli/commands/export/export-account.ts": "an exported project",
  "cli/commands/export/write-export.ts": "an exported project",
  "cli/commands/graph/graph.ts": "reviews, drawings, lists of drift",
  "cli/commands/import-file/import-file.ts": "an import file",
  "cli/commands/prompts/sign-results.ts": "signed results of evaluations",
  "cli/commands/recover/carry-out.ts": "the state from before a recovery",
  "cli/commands/usage/usage-folder.ts": "what days of usage add up to",
};

const writing =
  /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|mkdtemp|mkdtempSync|copyFile|copyFileSync|cpSync)\b|\bcp\(|\bopen(Sync)?\([^)]*"[wa]/;

/** What of the tools writes for others. */
const writingForOthers = /\b(writeWhole|createWhole|inPrivateFolder|withPrivateFile|putFiles)\b/;

test("both packages write to a disk in these files alone", () => {
  const files = ["provider", "cli"].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" }).map(
      (file) => `${top}/${file.replaceAll(path.sep, "/")}`,
    ),
  );
  const found = files
    .filter((file) => file.endsWith(".ts") && !/^\w+\/(dist|build|node_modules)\//.test(file))
    .filter(
      (file) => (importsFiles(file) && writing.test(textOf(file))) || writingForOthers.test(textOf(file)),
    );
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
  const table = sectionOf("What is stored where");
  const untold = Object.values(writers).filter((what) => !table.includes(`\n| ${what}`));
  expect(untold).toEqual([]);
});

function importsFiles(file: string): boolean {
  return /from "node:fs(\/promises)?"/.test(textOf(file));
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

test("every dependency has an exact version, and the lock file a digest of every package", () => {
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

test("no script of ours runs when a package is installed", () => {
  const run = manifests
    .filter(({ file }) => file !== "package.json")
    .flatMap(({ file, scripts = {} }) => Object.keys(scripts).map((name) => `${file}: ${name}`));
  expect(run.filter((name) => /: (preinstall|install|postinstall|prepare)$/.test(name))).toEqual([]);
});

test("CONTRIBUTING says of every dependency what it is there for", () => {
  const [, section = ""] = textOf("CONTRIBUTING.md").split("\n## Dependencies\n");
  const asked = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  expect(asked.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
});
