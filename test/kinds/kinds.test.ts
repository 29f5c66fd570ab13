import { describe, expect, test } from "vitest";
import { kinds } from "../../provider/kinds/index.js";
import type { Kind } from "../../provider/lifecycle/kind.js";

/** api.md, "Authentication" 3. */
const scopes = ["workspaces", "members", "providers", "models", "mapping", "prompts", "quotas"];

describe.each(kinds.map((kind): [string, Kind] => [kind.name, kind]))("%s", (_name, kind) => {
  const fields = [...kind.fields.values()];

  test("asks for a scope that exists", () => {
    expect(scopes).toContain(kind.scope);
  });

  test("is named by inputs that every resource has, and that the gateway shows", () => {
    for (const name of kind.naturalKey) {
      expect(kind.fields.get(name)).toMatchObject({ optional: false, nullable: false });
      expect(kind.fields.get(name)).not.toMatchObject({ writeOnly: true });
    }
  });

  test("has what it belongs to in its natural key, because names repeat elsewhere", () => {
    const { parent } = kind.endpoints;
    expect(kind.naturalKey).toEqual(expect.arrayContaining(parent === undefined ? [] : [parent.field]));
  });

  test("treats every credential as a secret", () => {
    const credentials = fields.filter(({ name }) => /key|token|secret|password/i.test(name));
    expect(credentials.every(({ secret }) => secret === true)).toBe(true);
  });

  test("lets every resource choose a connection, which replaces", () => {
    expect(kind.fields.get("connection")).toMatchObject({ local: true, replace: true, optional: true });
  });
});

test("a kind comes after those that it refers to", () => {
  const order = kinds.map(({ name }) => name);
  expect(order.indexOf("Workspace")).toBe(0);
  expect(order.indexOf("ModelProvider")).toBeLessThan(order.indexOf("Model"));
  expect(order.indexOf("Model")).toBeLessThan(order.indexOf("Prompt"));
});
