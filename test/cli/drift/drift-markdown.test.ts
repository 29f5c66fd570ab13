import fc from "fast-check";
import { expect, test } from "vitest";
import { driftMarkdown } from "../../../cli/drift/print.js";
import type { FieldChange } from "../../../cli/review/facts/review.js";
import { hostileText } from "../review/markdown/hostile-text.ts";
import { faultsOf, readMarkdown } from "../review/markdown/strict-reader.ts";
import { changedObject, missingObject, someDrift, undeclaredObject } from "./support/some-drift.ts";

const titles = [
  /^## 🟠 The gateway is not as declared: [\w ,]+$/,
  /^### (Changed on the gateway|Missing on the gateway|On the gateway, but not declared|Changed, but not declared|Ignored|Notes)$/,
];

/** The strict reader knows the hidden line and the titles of reviews; those of drift are others. */
function faults(text: string): string[] {
  const known = text.replace("<!-- workspace-gateway drift:", "<!-- workspace-gateway review:");
  const own = (line: string) => titles.some((title) => title.test(line));
  return faultsOf(readMarkdown(known)).filter((fault) => !own(fault.replace(/^title: /, "")));
}

test("nothing that drifted is a hidden line and a sentence", () => {
  expect(driftMarkdown(someDrift())).toBe(
    "<!-- workspace-gateway drift: shop/prod -->\n🟢 `shop/prod`: the gateway is as declared. 3 objects compared.\n",
  );
});

test("undeclared properties that changed are a list of their own, and the gateway is as declared", () => {
  expect(driftMarkdown(someDrift({ unmanaged: [changedObject()] }))).toBe(
    `<!-- workspace-gateway drift: shop/prod -->
🟢 \`shop/prod\`: the gateway is as declared. 3 objects compared.

### Changed, but not declared

- **Updated** prompt \`tone\` in “Team”: \`enabled\` active → switched off
`,
  );
});

test("the three lists, what was ignored, and the notes", () => {
  const text = { is: "text", name: "content", before: "a\nb", after: "a\nc" } as const;
  const graph = { is: "graph", name: "workflow", before: { retries: 1 }, after: { retries: 2 } } as const;
  const drift = someDrift({
    changed: [changedObject({ written: "2026-11-21", fields: [...changedObject().fields, text, graph] })],
    missing: [missingObject({ onlyRead: true })],
    undeclared: [undeclaredObject({ kind: "Workspace", connection: "eu", holds: {}, created: "2026" })],
    ignored: [{ rule: { kind: "Quota", reason: "of the console" }, objects: [undeclaredObject()] }],
    notes: ["The `up` failed."],
  });
  const shown = driftMarkdown(drift);
  expect(faults(shown)).toEqual([]);
  expect(shown).toBe(`<!-- workspace-gateway drift: shop/prod -->
## 🟠 The gateway is not as declared: 1 changed, 1 missing, 1 not declared

\`shop/prod\` · 3 objects compared

### Changed on the gateway

- **Updated** prompt \`tone\` in “Team” <sub>written 2026-11-21</sub>: \`enabled\` active → switched off

  \`content\`:

  \`\`\`diff
    a
  - b
  + c
  \`\`\`

  \`workflow\`:

  \`\`\`diff
  ! retries: 1 → 2
  \`\`\`

### Missing on the gateway

- prompt \`tone\` in “Team”, \`p-1\`: the program only reads it

### On the gateway, but not declared

- workspace “draft” in “Team”, \`p-2\`, connection \`eu\`, created 2026, holds nothing that its row counts

### Ignored

- 1 object (Quota): of the console

### Notes

- The \`up\` failed.
`);
});

test("nothing that comes from elsewhere is markup, calls anybody or loads anything", () => {
  fc.assert(
    fc.property(hostileText, hostileText, hostileText, (a, b, c) => {
      const fields = [
        { is: "value", name: "content", before: a, after: b },
        { is: "text", name: "content", before: a, after: b },
        { is: "graph", name: "workflow", after: { nodes: [{ id: a, model: c }] } },
      ] satisfies FieldChange[];
      const drift = someDrift({
        stacks: [{ name: a }, { name: b }],
        changed: [changedObject({ stack: a, name: b, title: c, workspace: a, written: b, fields })],
        missing: [missingObject({ stack: b, name: a, id: c, workspace: b })],
        undeclared: [undeclaredObject({ name: a, id: b, workspace: c, connection: a, created: b })],
        unmanaged: [changedObject({ stack: b, name: c, title: a, workspace: b, written: c, fields })],
        ignored: [{ rule: { name: a, reason: b }, objects: [undeclaredObject()] }],
        notes: [`Not compared: ${c}.`],
      });
      expect(faults(driftMarkdown(drift))).toEqual([]);
    }),
  );
});

test("an issue has an end: what does not fit is told shortly, then counted, whatever there is", () => {
  const long = Array.from({ length: 20 }, (_, line) => `Line ${line} of a long prompt about kindness.`);
  const many = Array.from({ length: 2000 }, (_, at) => at);
  const after = long.map((line) => `${line} Always.`).join("\n");
  const fields = [{ is: "text", name: "content", before: long.join("\n"), after } as const];
  const text = driftMarkdown(
    someDrift({
      changed: many.map((at) => changedObject({ name: `tone-${at}`, fields })),
      missing: many.map((at) => missingObject({ name: `gone-${at}` })),
      undeclared: many.map((at) => undeclaredObject({ name: `draft-${at}` })),
      unmanaged: many.map((at) => changedObject({ name: `free-${at}`, fields })),
      notes: many.map((at) => `Note ${at}.`),
    }),
  );
  expect(text.length).toBeLessThan(65_536);
  expect(text.match(/^- \d+ more are left out here\.$/gm)).toHaveLength(3);
  expect(text.match(/Left out here, .*: \d+ more updates\./g)).toHaveLength(2);
  expect(text).toContain("```diff");
  expect(text).toContain("- **Updated** prompt `tone-1`");
  expect(faults(text)).toEqual([]);
});
