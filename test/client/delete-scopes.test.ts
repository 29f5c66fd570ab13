import { expect, test } from "vitest";
import { type DeleteScope, DeleteScopes } from "../../provider/client/client.js";
import { testSettings } from "./support/settings.ts";

const scopesFor = (deleteScope: DeleteScope) => new DeleteScopes(testSettings({ deleteScope }));

/** The places that a deletion of a kind is to try, in their order. */
const placesOf = (scopes: DeleteScopes, kind: string) => scopes.learn(kind, async (places) => [...places]);

test.each<[DeleteScope, DeleteScope[]]>([
  ["body", ["body", "query"]],
  ["query", ["query", "body"]],
  ["both", ["both"]],
])("where %s is set, the places are tried in the order %j", async (set, order) => {
  expect(await placesOf(scopesFor(set), "Model")).toEqual(order);
});

test("the place that worked for a kind is the first from then on, for that kind alone", async () => {
  const scopes = scopesFor("body");
  await scopes.learn("Model", async () => scopes.works("Model", "query", 1));
  expect(await placesOf(scopes, "Model")).toEqual(["query", "body"]);
  expect(await placesOf(scopes, "Prompt")).toEqual(["body", "query"]);
});

test("the first deletion of a kind finds out; the others of that kind wait for it, those of another do not", async () => {
  const scopes = scopesFor("body");
  const order: string[] = [];
  const first = scopes.learn("Model", async () => {
    await new Promise(setImmediate);
    scopes.works("Model", "query", 1);
    order.push("first");
  });
  const second = scopes.learn("Model", async (places) => order.push(`second: ${places[0]}`));
  const other = scopes.learn("Prompt", async () => order.push("other kind"));
  await Promise.all([first, second, other]);
  expect(order).toEqual(["other kind", "first", "second: query"]);
});

test("a first deletion that fails fails alone", async () => {
  const scopes = scopesFor("body");
  const first = scopes.learn("Model", async () => {
    throw new Error("forbidden");
  });
  const second = placesOf(scopes, "Model");
  await expect(first).rejects.toThrow("forbidden");
  expect(await second).toEqual(["body", "query"]);
});

test("the setting that would save requests is told with how many, once requests were lost", () => {
  const scopes = scopesFor("body");
  scopes.works("Model", "body", 0);
  expect(scopes.advice).toBeUndefined();
  const lost = scopesFor("body");
  lost.works("Model", "query", 1);
  lost.works("Prompt", "query", 1);
  lost.works("Prompt", "query", 0);
  expect(lost.advice).toMatch(/^set WORKSPACE_GATEWAY_DELETE_SCOPE.* to query to save 4 of them$/);
});

test("nothing is advised before a deletion, nor where kinds need different places", () => {
  const scopes = scopesFor("body");
  expect(scopes.advice).toBeUndefined();
  scopes.works("Model", "query", 1);
  scopes.works("Prompt", "body", 0);
  expect(scopes.advice).toBeUndefined();
});
