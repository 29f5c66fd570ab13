import { expect, test } from "vitest";
import {
  type ChangedObject,
  type Drift,
  driftCode,
  type StackObject,
  type UndeclaredObject,
} from "../../../cli/drift/drift.js";
import { driftMarkdown, driftTable } from "../../../cli/drift/print.js";
import { cells } from "../../../cli/text/table.js";
import { faultsOf, readMarkdown } from "../review/markdown/strict-reader.ts";

const anyObject: StackObject = {
  stack: "shop/prod",
  urn: "urn:pulumi:prod::shop::x::tone",
  kind: "Prompt",
  name: "tone",
  id: "p-1",
  workspace: "Team",
};

const missingObject = (more: Partial<StackObject> = {}): StackObject => ({ ...anyObject, ...more });

const changedObject = (more: Partial<ChangedObject> = {}): ChangedObject => ({
  ...anyObject,
  fields: [{ is: "value", name: "enabled", before: true, after: false }],
  ...more,
});

const undeclaredObject = (more: Partial<UndeclaredObject> = {}): UndeclaredObject => ({
  kind: "Prompt",
  name: "draft",
  id: "p-2",
  workspace: "Team",
  ...more,
});

const someDrift = (more: Partial<Drift> = {}): Drift => ({
  version: 1,
  stacks: [{ name: "shop/prod" }],
  compared: 3,
  changed: [],
  missing: [],
  undeclared: [],
  ignored: [],
  retirements: [],
  notes: [],
  ...more,
});

const titles = [
  /^## 🟠 The gateway has drifted: [\w ,]+$/,
  /^### (Changed on the gateway|Missing on the gateway|Unmanaged on the gateway|Unmanaged properties that changed|Stored differently|Ignored|Notes)$/,
];

/** The strict reader knows the hidden line and the titles of reviews; those of drift are others. */
function faults(text: string): string[] {
  const known = text.replace("<!-- workspace-gateway drift:", "<!-- workspace-gateway review:");
  const own = (line: string) => titles.some((title) => title.test(line));
  return faultsOf(readMarkdown(known)).filter((fault) => !own(fault.replace(/^title: /, "")));
}

const changed = [changedObject()];
const missing = [missingObject()];
const undeclared = [undeclaredObject()];

test.each<[Partial<Drift>, number]>([
  [{}, 0],
  [{ changed }, 8],
  [{ missing }, 16],
  [{ undeclared }, 32],
  [{ storedDifferently: changed }, 0],
  [{ changed, undeclared: [...undeclared, ...undeclared] }, 40],
])("each nonempty list of drift sets its bit in the exit code: %j, %i", (lists, code) => {
  expect(driftCode(someDrift(lists))).toBe(code);
});

const text = { is: "text", name: "content", before: "a\nb", after: "a\nc" } as const;
const graph = { is: "graph", name: "workflow", before: { retries: 1 }, after: { retries: 2 } } as const;
const position = { is: "value", name: "position", before: 1, after: 7 } as const;

const all = someDrift({
  changed: [
    changedObject({
      title: "Tone",
      written: "2026-11-21T22:10:00Z",
      fields: [...changedObject().fields, position, text, graph],
    }),
    changedObject({ kind: "Budget", name: "cap" }),
    changedObject({ kind: "Config", name: "flow", fields: [{ ...graph, after: { retries: 2, depth: 3 } }] }),
  ],
  missing: [missingObject({ onlyRead: true })],
  undeclared: [
    undeclaredObject({ created: "2026", connection: "eu" }),
    undeclaredObject({ kind: "Workspace", holds: { Member: 1, Prompt: 2 } }),
    undeclaredObject({ kind: "Workspace", holds: {} }),
  ],
  ignored: [
    { rule: { kind: "Quota", reason: "of the console" }, objects: [undeclaredObject()] },
    { rule: { name: "x-*", workspace: "Old", reason: "gone" }, objects: [] },
  ],
  notes: ["The `up` failed."],
});

test.each<[string, Drift]>([
  ["nothing", someDrift()],
  ["everything", all],
  ["undeclared-properties", someDrift({ unmanaged: changed })],
  ["stored-differently", someDrift({ storedDifferently: changed })],
])("drift of %s matches the table and Markdown snapshots", async (name, drift) => {
  const markdown = driftMarkdown(drift);
  await expect(`${driftTable(drift)}\n`).toMatchFileSnapshot(`./printed/${name}.txt`);
  await expect(markdown).toMatchFileSnapshot(`./printed/${name}.md`);
  expect(faults(markdown)).toEqual([]);
});

test("columns align by display width, even with wide characters, and names are cut at that width", () => {
  const names = ["tone", "模型", "🦊 fox", "网".repeat(60), "x".repeat(60)];
  const table = driftTable(someDrift({ changed: names.map((name) => changedObject({ name })) }));
  const rows = table.split("\n").filter((line) => /^ {2}(Kind|Prompt) /.test(line));
  const starts = rows.map((row) => cells(row.slice(0, row.search(/Workspace|Team/))));
  expect(rows).toHaveLength(1 + names.length);
  expect(starts).toEqual(rows.map(() => 60));
  expect(table).toContain(`${"x".repeat(47)}…`);
  expect(table).toContain(`  ${"网".repeat(23)}…   Team`);
});

test("each object shows its stack if there are several stacks", () => {
  const stacks = [{ name: "shop/prod" }, { name: "shop/shared" }];
  const table = driftTable(someDrift({ stacks, missing: [missingObject({ stack: "shop/shared" })] }));
  expect(table).toMatch(/^shop\/prod, shop\/shared: /);
  expect(table).toMatch(/^ {2}shop\/shared {2}Prompt {2}tone/m);
});

test("names from the gateway cannot control the terminal, break a line, or add markup", () => {
  const name = "a\u001b[31m\n\u202eb <img src=x> [c](http://d.example) @team **e** `f`\n# g";
  const driftOf = (text: string) => {
    const words = { name: text, workspace: text, id: text };
    const undeclared = [undeclaredObject({ ...words, created: text })];
    return someDrift({ undeclared, missing: [missingObject({ ...words, title: text })], notes: [text] });
  };
  const table = driftTable(driftOf(name + "x".repeat(500)));
  expect(table).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const lines = table.split("\n");
  expect(lines).toHaveLength(12);
  expect(Math.max(...lines.slice(0, 9).map(({ length }) => length))).toBeLessThan(300);
  const fields = [{ is: "text", name: "content", before: name, after: `${name}!` } as const];
  const changed = [changedObject({ stack: name, name, title: name, workspace: name, written: name, fields })];
  const ignored = [{ rule: { name, reason: name }, objects: [] }];
  const stacks = [{ name }, { name: "b" }];
  expect(faults(driftMarkdown({ ...driftOf(name), stacks, changed, ignored }))).toEqual([]);
});

test("an issue stays within the size limit: details are shortened first, then objects are counted", () => {
  const long = Array.from({ length: 20 }, (_, line) => `Line ${line} of a long prompt about kindness.`);
  const many = Array.from({ length: 2000 }, (_, at) => at);
  const after = long.map((line) => `${line} Always.`).join("\n");
  const fields = [{ is: "text", name: "content", before: long.join("\n"), after } as const];
  const issue = driftMarkdown(
    someDrift({
      changed: many.map((at) => changedObject({ name: `tone-${at}`, fields })),
      undeclared: many.map((at) => undeclaredObject({ name: `draft-${at}` })),
    }),
  );
  expect(issue.length).toBeLessThan(65_536);
  expect(issue).toMatch(/^- \d+ more are omitted here\.$/m);
  expect(issue).toMatch(/Omitted because of the size limit: \d+ more updates\./);
  expect(issue).toContain("```diff");
  expect(faults(issue)).toEqual([]);
});
