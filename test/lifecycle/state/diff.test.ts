import { expect, test } from "vitest";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { difference } from "../../../provider/lifecycle/changes.js";
import { diffInputs } from "../../../provider/lifecycle/diff.js";
import { echoHash } from "../../../provider/spec/compare.js";
import { hidden, unknownValue as unknown, type Values } from "../../../provider/spec/values.js";
import { note } from "../support/note.ts";

const nothing = { changes: false, replaces: [], deleteBeforeReplace: false };
const changed = { ...nothing, changes: true };

const lists = { steps: ["1", "2"], tags: ["x", "y"], graph: { a: 1, b: [2] } };
const olds = { workspaceId: "w", name: "n", text: "a", ...lists };

const replaced = (by: string, first: boolean) => ({ ...changed, replaces: [by], deleteBeforeReplace: first });

test.each<[string, Values, ReturnType<typeof diffInputs>]>([
  ["the same in another order of keys, beside what the gateway added, is no change", {}, nothing],
  ["elements in another order are no change where order does not count", { tags: ["y", "x"] }, nothing],
  ["elements in another order are a change elsewhere", { steps: ["2", "1"] }, replaced("steps", true)],
  ["free-form JSON with its keys in another order is no change", { graph: { b: [2], a: 1 } }, nothing],
  [
    "every sent field of a kind that cannot be updated replaces, and deletes first if the name stays",
    { text: "b", patience: 5 },
    replaced("text", true),
  ],
  ["a local field replaces nothing", { patience: 5 }, changed],
  ["another place creates first", { workspaceId: "v" }, replaced("workspaceId", false)],
  ["a place that is not known creates first", { workspaceId: unknown }, replaced("workspaceId", false)],
  ["an unknown deep within a value is a change", { graph: { a: 1, b: [unknown] } }, replaced("graph", true)],
])("%s", (_law, news, expected) => {
  const state = { createdAt: "2026", __provider: "text", ...olds };
  expect(diffInputs(note, "id-1", state, { ...lists, ...olds, ...news })).toEqual(expected);
});

test.each<[string, Values, string[]]>([
  ["the value that the gateway has stored in place of the old one", { text: echoHash({}, "b") }, []],
  ["another value than the stored one", { text: echoHash({}, "c") }, ["text"]],
  ["a value of which nothing is known to be stored", { name: echoHash({}, "b") }, ["text"]],
])("a kind that cannot be updated is replaced unless the new value is stored: %s", (_, echo, replaces) => {
  const state = { ...olds, [hidden.echo]: echo };
  const { text: _text, ...without } = olds;
  expect(diffInputs(note, "id-1", state, { ...olds, text: "b" })).toMatchObject({ changes: true, replaces });
  expect(diffInputs(note, "id-1", state, without).replaces).toEqual(["text"]);
});

test("a replacement with a different name is created before the old object is deleted", () => {
  expect(diffInputs(note, "id-1", olds, { ...olds, text: "b", name: "m" }).deleteBeforeReplace).toBe(false);
});

test("a connection to another gateway causes a create-first replacement, and a renamed one an update", () => {
  const news = { ...olds, connection: "eu" };
  expect(diffInputs(note, "id-1", olds, news, "elsewhere")).toEqual(replaced("connection", false));
  expect(diffInputs(note, "id-1", olds, news, "home")).toEqual(changed);
});

test("clearing a value with null is a change, not a confirmation", () => {
  const before = { workspaceId: "w", name: "n", apiKey: "k" };
  const { changed, confirmed } = difference(modelProvider, before, { ...before, apiKey: null });
  expect([changed.map(({ name }) => name), confirmed]).toEqual([["apiKey"], []]);
});
