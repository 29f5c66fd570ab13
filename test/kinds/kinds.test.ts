import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kinds } from "../../provider/every-kind.js";
import { snakeCase } from "../../provider/spec/field.js";
import type { Endpoints, Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { scopes as gatewayScopes } from "../gateway/resources/scopes.ts";

/** The reference gateway has them from api.md, "Authentication" 3. */
const scopes = gatewayScopes.map((scope) => scope.replace(/:.*/, ""));

/** Of the sources only those of objects that exist already let programs say what becomes of them. */
function isAdopted(kind: Kind): boolean {
  return kind.fields.has("onDestroy");
}

describe.each(kinds.map((kind): [string, Kind] => [kind.name, kind]))("%s", (_name, kind) => {
  const fields = [...kind.fields.values()];

  test("has a natural key of required inputs that the gateway shows", () => {
    for (const name of kind.naturalKey) {
      expect(kind.fields.get(name)).toMatchObject({ optional: false, nullable: false });
      expect(kind.fields.get(name)).not.toMatchObject({ writeOnly: true });
    }
  });

  test("has its parent in its natural key, if it has one, because names repeat elsewhere", () => {
    const { parent } = kind.endpoints;
    const named = kind.naturalKey.length > 0;
    expect(kind.naturalKey).toEqual(expect.arrayContaining(named && parent ? [parent.field] : []));
  });

  test("has a natural key if created or adopted without a list, and selectors if adopted from a list", () => {
    const selectors = fields.filter(({ selects }) => selects !== undefined);
    const { list } = kind.endpoints;
    expect(kind.naturalKey.length > 0).toBe(
      kind.source === created || (isAdopted(kind) && list === undefined),
    );
    expect(selectors.length > 0).toBe(isAdopted(kind) && list !== undefined);
  });

  test("shows its creation time if it is created, so that a create with a lost response can be found", () => {
    const stamps = [...kind.outputFields.values()].filter(({ stamp }) => stamp === "created");
    expect(stamps.length).toBeGreaterThanOrEqual(kind.source === created ? 1 : 0);
  });

  test("stores no value in state that changes on its own", () => {
    const volatile = Object.keys(kind.volatile?.shape ?? {});
    expect(volatile.filter((name) => kind.fields.has(name) || kind.outputFields.has(name))).toEqual([]);
  });

  test("guards only kinds that belong to it, with counts that it shows, and names valid lists and scopes", () => {
    const { counts = {}, harmless = [] } = kind.guard ?? {};
    const inside = kinds
      .map(({ endpoints }): Endpoints => endpoints)
      .filter(({ parent }) => parent?.list === kind.endpoints.list);
    expect(inside.map(({ list }) => list)).toEqual(expect.arrayContaining(Object.keys(counts)));
    const shown = kind.volatile?.shape.stats;
    const names = shown instanceof z.ZodObject ? Object.keys(shown.shape).map(snakeCase) : [];
    expect(names).toEqual(expect.arrayContaining(Object.values(counts)));
    for (const { list, scope } of harmless) {
      expect(scopes.map((each) => `${each}:read`)).toContain(scope);
      expect(list).toMatch(/^\//);
    }
  });

  test("treats every credential as a secret", () => {
    const credentials = [...fields, ...kind.outputFields.values()].filter(({ name }) =>
      /key|token|secret|password|^code$|^link$/i.test(name),
    );
    const plain = credentials.filter(({ secret }) => secret !== true).map(({ name }) => name);
    expect(plain, "these sound like credentials: give them the flag `secret: true`").toEqual([]);
  });

  test("declares the danger of changes for every input, and for the kind", () => {
    const silent = fields.filter(({ danger }) => danger === undefined).map(({ name }) => name);
    expect(silent, "give these `danger`, or `danger: harmless`").toEqual([]);
    expect(kind.danger).toBeDefined();
  });

  test("declares only dangers that fit the field, with properties that exist", () => {
    const dangers = fields.flatMap((field) => (field.danger ?? []).map((danger) => ({ field, danger })));
    for (const { field, danger } of dangers) {
      const isOfNumbers = ["up", "down", "above"].includes(danger.when);
      expect(field.numeric || !isOfNumbers, `${field.name} is no number`).toBe(true);
      const hasValue = ["to", "from", "above"].includes(danger.when);
      expect(danger.value !== undefined, `${field.name}: ${danger.when} and its value`).toBe(hasValue);
    }
    const { create = [], delete: gone = [], replace = [] } = kind.danger ?? {};
    const all = [...dangers.map(({ danger }) => danger), ...create, ...gone, ...replace];
    const named = all.flatMap(({ where = [] }) => where.flatMap((each) => Object.keys(each)));
    expect([...kind.fields.keys()]).toEqual(expect.arrayContaining([...new Set(named)]));
  });
});

test("kinds are sorted by name, in every module system that loads the package", async () => {
  const names = kinds.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  const packed: { everyKind(): Promise<readonly Kind[]> } = createRequire(import.meta.url)(
    "../../provider/dist/tools.js",
  );
  expect((await packed.everyKind()).map(({ name }) => name)).toEqual(names);
});
