import { expect, test } from "vitest";
import { driftCode } from "../../../cli/drift/drift.js";
import { driftTable } from "../../../cli/drift/print.js";
import { cells } from "../../../cli/text/table.js";
import { changedObject, missingObject, someDrift, undeclaredObject } from "./support/some-drift.ts";

test("nothing that drifted is one line, and the code is 0", () => {
  expect(driftTable(someDrift())).toBe("shop/prod: 3 objects compared. The gateway is as declared.");
  expect(driftCode(someDrift())).toBe(0);
});

test.each([
  [{ changed: [changedObject()] }, 8],
  [{ missing: [missingObject()] }, 16],
  [{ undeclared: [undeclaredObject()] }, 32],
  [{ unmanaged: [changedObject()] }, 0],
  [{ changed: [changedObject()], undeclared: [undeclaredObject(), undeclaredObject()] }, 40],
])("each list that is drift and not empty has its bit", (lists, code) => {
  expect(driftCode(someDrift(lists))).toBe(code);
});

test("columns begin below each other in cells, also where signs are wide, and a long name is cut at the same width", () => {
  const names = ["tone", "模型", "🦊 fox", "网".repeat(60), "x".repeat(60)];
  const text = driftTable(someDrift({ changed: names.map((name) => changedObject({ name })) }));
  const rows = text.split("\n").filter((line) => /^ {2}(kind|Prompt) /.test(line));
  const starts = rows.map((row) => cells(row.slice(0, row.search(/workspace|Team/))));
  expect(rows).toHaveLength(1 + names.length);
  expect(starts).toEqual(rows.map(() => 60));
  expect(text).toContain(`${"x".repeat(47)}…`);
  expect(text).toContain(`  ${"网".repeat(23)}…   Team`);
});

test("each list is a table; an object stands once, with a line for each property", () => {
  const changed = changedObject({
    title: "Tone",
    written: "2026-11-21T22:10:00Z",
    fields: [
      { is: "value", name: "enabled", before: true, after: false },
      { is: "value", name: "position", before: 1, after: 7 },
    ],
  });
  const text = driftTable(
    someDrift({
      changed: [changed, changedObject({ kind: "Budget", name: "cap" })],
      missing: [missingObject({ onlyRead: true })],
      undeclared: [
        undeclaredObject(),
        undeclaredObject({ kind: "Workspace", holds: { Member: 1, Prompt: 2 } }),
      ],
      ignored: [
        { rule: { kind: "Quota", reason: "of the console" }, objects: [undeclaredObject()] },
        { rule: { name: "x-*", workspace: "Old", reason: "gone" }, objects: [] },
      ],
      notes: ["Something is not known."],
    }),
  );
  expect(text).toBe(`shop/prod: 3 objects compared.

Changed on the gateway (2)
  kind    name         workspace  written               property  declared → live
  Prompt  tone (Tone)  Team       2026-11-21T22:10:00Z  enabled   active → switched off
                                                        position  1 → 7
  Budget  cap          Team                             enabled   yes → no

Missing on the gateway (1)
  kind    name  workspace  id
  Prompt  tone  Team       p-1  the program only reads it

On the gateway, but not declared (2)
  kind       name   workspace  created  id
  Prompt     draft  Team                p-2
  Workspace  draft  Team                p-2  holds 1 member, 2 prompts

Ignored
  1 object (Quota): of the console

Notes
  Something is not known.
  The rule for x-* in Old ignores nothing (gone).`);
});

test("undeclared properties that changed are a table of their own, and the gateway is as declared", () => {
  expect(driftTable(someDrift({ unmanaged: [] }))).toBe(driftTable(someDrift()));
  expect(driftTable(someDrift({ unmanaged: [changedObject()] }))).toBe(
    `shop/prod: 3 objects compared. The gateway is as declared.

Changed, but not declared (1)
  kind    name  workspace  written  property  before → live
  Prompt  tone  Team                enabled   active → switched off`,
  );
});

test("values that the gateway stored differently are a table of their own, and the gateway is as declared", () => {
  const drift = someDrift({ storedDifferently: [changedObject()] });
  expect(driftCode(drift)).toBe(0);
  expect(driftTable(drift)).toBe(
    `shop/prod: 3 objects compared. The gateway is as declared.

Stored differently (1)
  kind    name  workspace  written  property  sent → stored
  Prompt  tone  Team                enabled   active → switched off`,
  );
});

test("of several stacks each object says whose it is", () => {
  const stacks = [{ name: "shop/prod" }, { name: "shop/shared" }];
  const text = driftTable(someDrift({ stacks, missing: [missingObject({ stack: "shop/shared" })] }));
  expect(text).toMatch(/^shop\/prod, shop\/shared: /);
  expect(text).toMatch(/^ {2}shop\/shared {2}Prompt {2}tone/m);
});

test("what the gateway calls its objects controls no terminal, breaks no line and is not endless", () => {
  const name = `a\u001b[31m\n\u202eb${"x".repeat(500)}`;
  const text = driftTable(
    someDrift({ undeclared: [undeclaredObject({ name, workspace: name, id: name })], notes: [name] }),
  );
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const lines = text.split("\n");
  expect(lines).toHaveLength(8);
  expect(Math.max(...lines.slice(0, 5).map(({ length }) => length))).toBeLessThan(300);
});
