import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plural } from "../../provider/text/words.js";
import { marker } from "./new/marker.ts";
import { newCommand, newKind, newRule, type Part } from "./new/part.ts";
import { plannedFiles, writeFiles } from "./new/planned-files.ts";
import { risks } from "./new/rule-changes.ts";
import { paths } from "./paths.ts";

const ofSetup = { ofChanges: false, risk: "low", refused: false } as const;

const rules = [true, false].flatMap((ofChanges) =>
  [true, false].flatMap((refused) =>
    risks.map((risk) => newRule("thing-is-odd", { ofChanges, refused, risk })),
  ),
);

const parts: Readonly<Record<string, readonly Part[]>> = {
  kind: [newKind("Oddity"), newKind("Widget"), newKind("OddThing")],
  command: [newCommand("marvel"), newCommand("marvel-twice")],
  rule: rules,
};

/** A copy of what a part changes, and of nothing else. */
async function copyFor({ changes }: Part): Promise<string> {
  mkdirSync(paths.state, { recursive: true });
  const root = await mkdtemp(path.join(paths.state, "new-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const { file } of changes.filter((change) => "at" in change)) {
    cpSync(path.join(paths.root, file), path.join(root, file));
  }
  return root;
}

function filesIn(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return new Map(names.map((name) => [name, readFileSync(path.join(root, name), "utf8")]));
}

test.each(Object.entries(parts))(
  "everything that a new %s is put into has its place in today's files",
  (_what, some) => {
    for (const part of some) {
      const files = plannedFiles(part, paths.root);
      expect([...files.values()].join("\n")).not.toMatch(/«|»/);
      expect([...files.values()].join("\n")).toContain(marker);
    }
  },
);

test.each(Object.entries(parts))(
  "a new %s is written, and a second one of its name is refused",
  async (_what, some) => {
    for (const part of some) {
      const root = await copyFor(part);
      const before = filesIn(root);
      const files = plannedFiles(part, root);
      writeFiles(files, root);
      const after = filesIn(root);
      expect(new Map([...before, ...files])).toEqual(after);
      expect(() => plannedFiles(part, root)).toThrow("already");
      expect(filesIn(root)).toEqual(after);
    }
  },
);

test("what a new part changes keeps every line that was there, but those that it adds to", async () => {
  const part = newKind("Oddity");
  for (const [file, text] of plannedFiles(part, paths.root)) {
    const old = existsSync(path.join(paths.root, file))
      ? readFileSync(path.join(paths.root, file), "utf8")
      : "";
    const gone = old.split("\n").filter((line) => !text.split("\n").includes(line));
    expect(gone.length, file).toBeLessThan(2);
  }
});

test("two new parts find their places one after the other", async () => {
  const first = newKind("Oddity");
  const root = await copyFor(first);
  writeFiles(plannedFiles(first, root), root);
  writeFiles(plannedFiles(newKind("Widget"), root), root);
  expect(filesIn(root).get("provider/classes.ts")).toMatch(/\bOddity\b[\s\S]*\bWidget\b/);
});

test.each(["policy", "Policy2", "POLICY", "audit-log", "Function", ""])("%j is no name of a kind", (name) => {
  expect(() => newKind(name)).toThrow("is no name of a kind");
});

test.each(["Audit", "audit_log", "-audit", "audit-", "a b", "../audit"])(
  "%j is no name of a command, nor of a rule",
  (name) => {
    expect(() => newCommand(name)).toThrow("is no name of a command");
    expect(() => newRule(name, ofSetup)).toThrow("is no name of a rule");
  },
);

test.each<[string, () => Part]>([
  ["a kind that is there", () => newKind("Mapping")],
  ["a kind whose class would have the name of something else", () => newKind("Finding")],
  ["a kind whose file is there", () => newKind("Limit")],
  ["a command that is there", () => newCommand("whoami")],
  ["a command whose file would have the name of another one", () => newCommand("plan")],
  ["a rule whose function is there", () => newRule("route-lost", { ...ofSetup, ofChanges: true })],
  ["a rule that is there", () => newRule("priority-tie", ofSetup)],
  ["a rule whose file is there", () => newRule("object-rules", ofSetup)],
])("%s is refused before anything is written", (_what, part) => {
  const files = new Map<string, string>();
  expect(() => {
    for (const [file, text] of plannedFiles(part(), paths.root)) files.set(file, text);
  }).toThrow(/already|is taken/);
  expect(files.size).toBe(0);
});

test("a place that is gone is named with its file, and nothing is written", async () => {
  const part = newCommand("marvel");
  const root = await copyFor(part);
  writeFileSync(path.join(root, "docs/commands.md"), "# Nothing\n");
  const before = filesIn(root);
  expect(() => plannedFiles(part, root)).toThrow(
    /^docs\/commands\.md has 0 places .* Correct it in test\/harness\/new$/,
  );
  expect(filesIn(root)).toEqual(before);
});

test("after a release, the changelog gets its heading back", async () => {
  const part = newCommand("marvel");
  const root = await copyFor(part);
  writeFileSync(path.join(root, "CHANGELOG.md"), "# Changelog\n\n## 0.2.0\n");
  expect(plannedFiles(part, root).get("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## Unreleased\n\n- `workspace-gateway marvel`.*\n\n## 0\.2\.0\n$/,
  );
});

test.each(["Oddity", "Box", "Widget", "Key"])("the plural of %s is that of messages", (kind) => {
  expect(newKind(kind).names.Kinds).toBe(plural(kind));
});

test("the rows of SECURITY.md stay in the order of their kinds", () => {
  const text = plannedFiles(newKind("ModelOddity"), paths.root).get("SECURITY.md") ?? "";
  const kinds = [...text.matchAll(/^\| `(\w+)` \| `\w+:read`/gm)].map(([, kind]) => kind);
  expect(kinds).toContain("ModelOddity");
  expect(kinds).toEqual(kinds.toSorted());
});
