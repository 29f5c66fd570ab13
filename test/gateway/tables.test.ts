import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resources } from "./resources/kinds.ts";
import { operations } from "./resources/operations.ts";
import { scopes } from "./resources/scopes.ts";
import { canonicalRow } from "./resources/stored.ts";
import { tables } from "./resources/tables.ts";
import { removeWorkspace } from "./resources/workspaces.ts";
import { openStore } from "./store/store.ts";
import type { Columns } from "./store/table.ts";
import { defaultVariants } from "./variants.ts";

/** What stands in one table of the gateway has its part in the others: each law says what is missing, and where it goes. */

test("every optional field of a create has a default, unless it is not shown", () => {
  const missing = resources.flatMap(({ name, fields, defaults, item }) =>
    Object.entries(fields.shape)
      .filter(([field, schema]) => schema.safeParse(undefined).success && field in item.shape)
      .filter(([field]) => !(field in defaults))
      .map(
        ([field]) =>
          `${name} has no ${field} if a create leaves it out: add it to \`defaults\` in its file of resources`,
      ),
  );
  expect(missing).toEqual([]);
});

test("every scope that an operation needs can be granted to a token", () => {
  const needed = new Set(operations.map(({ scope }) => scope(defaultVariants())));
  const missing = [...needed]
    .filter((scope) => scope !== null && !scopes.includes(scope))
    .map((scope) => `no token can have the scope ${scope}: add it in resources/scopes.ts`);
  expect(missing).toEqual([]);
});

test("a server that normalizes values leaves every secret unchanged", () => {
  const tidied = resources.flatMap(({ table, sealed = [] }) =>
    sealed
      .filter((field) => canonicalRow({ [field]: " secret " })[field] !== " secret ")
      .map(
        (field) => `${field} of ${table} is a secret and is tidied: leave it alone in resources/stored.ts`,
      ),
  );
  expect(tidied).toEqual([]);
  expect(resources.some(({ sealed = [] }) => sealed.length > 0)).toBe(true);
});

test("no secret is shown in plain text", () => {
  const shown = resources.flatMap(({ name, sealed = [], item, represent, table }) =>
    sealed.flatMap((field) => {
      const row = { ...emptyRow(table), [field]: "sealed" };
      const plain = field in item.shape && (represent?.(row, defaultVariants()) ?? row)[field] !== null;
      return plain ? [`${name} shows ${field}, a secret: make it null in its \`represent\``] : [];
    }),
  );
  expect(shown).toEqual([]);
});

test("a deleted workspace leaves nothing behind", () => {
  const store = openStore(":memory:", tables);
  const within = Object.keys(tables).filter((table) => "workspace_id" in columnsOf(table));
  for (const table of within) store.table(table).insert({ ...emptyRow(table), id: "x", workspace_id: "w" });
  removeWorkspace(store, "w");
  const left = within
    .filter((table) => store.table(table).count({ workspace_id: "w" }) > 0)
    .map(
      (table) => `a deleted workspace leaves its ${table}: add them to contents in resources/workspaces.ts`,
    );
  store.close();
  expect(left).toEqual([]);
  expect(within.length).toBeGreaterThan(8);
});

function columnsOf(table: string): Columns {
  return tables[table]?.columns ?? {};
}

function emptyRow(table: string): Record<string, null> {
  return Object.fromEntries(Object.keys(columnsOf(table)).map((column) => [column, null]));
}

const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");

test.each(Object.entries(defaultVariants()))(
  "the README lists the variant %s with its default",
  (name, value) => {
    const row = readme
      .split("\n")
      .find((line) => line.startsWith("|") && line.split("|")[1]?.includes(`\`${name}\``));
    expect(row).toBeDefined();
    const shown = Array.isArray(value) ? "a list" : `\`${value}\``;
    const values = row?.split("|")[2] ?? "";
    expect(values.trim().startsWith(shown)).toBe(true);
  },
);
