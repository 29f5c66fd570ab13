import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { diffInputs } from "../../../provider/lifecycle/diff.js";
import { echoHash } from "../../../provider/spec/compare.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, unknownValue as unknown, type Values } from "../../../provider/spec/values.js";
import { inputsOf } from "../support/inputs-of.ts";
import { note } from "../support/note.ts";

const nothing = { changes: false, replaces: [], deleteBeforeReplace: false };
const changed = { ...nothing, changes: true };

const everyKind: [string, Kind][] = [...kinds, note].map((kind: Kind) => [kind.name, kind]);

function reversed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).reverse());
}

describe.each(everyKind)("%s", (_name, kind) => {
  test("a resource does not differ from itself, whatever the gateway added and whatever the order of keys", () => {
    fc.assert(
      fc.property(inputsOf(kind), (inputs) => {
        const times = { createdAt: "2026-01-01", updatedAt: "2026-01-01" };
        const state = { ...inputs, ...times, __provider: "text", __echo: { name: "x" } };
        expect(diffInputs(kind, "id-1", inputs, inputs)).toEqual(nothing);
        expect(diffInputs(kind, "id-1", state, reversed(inputs))).toEqual(nothing);
      }),
    );
  });

  test("an unknown value is a change of its field, and replaces exactly if a change of the field does", () => {
    fc.assert(
      fc.property(inputsOf(kind), fc.constantFrom(...kind.fields.values()), (inputs, field) => {
        const replaces =
          field.replace === true ||
          field.selects !== undefined ||
          (kind.endpoints.patch === undefined && !field.local);
        const seen = diffInputs(kind, "id-1", inputs, { ...inputs, [field.name]: unknown });
        expect(seen.changes).toBe(true);
        expect(seen.replaces).toEqual(replaces ? [field.name] : []);
      }),
    );
  });

  test("a value that is no longer declared is a change, one that was never declared is none", () => {
    for (const { name } of [...kind.fields.values()].filter(({ optional }) => optional)) {
      fc.assert(
        fc.property(inputsOf(kind), (inputs) => {
          const { [name]: declared, ...rest } = inputs;
          expect(diffInputs(kind, "id-1", inputs, rest).changes).toBe(declared !== undefined);
        }),
        { numRuns: 20 },
      );
    }
  });

  test("between two resources exactly the fields with a rule replace, and delete comes first if the name stays", () => {
    // Half of the fields stay, so that all mixtures of changed and unchanged ones come up.
    const pairs = fc.tuple(inputsOf(kind), inputsOf(kind), fc.subarray([...kind.fields.keys()]));
    fc.assert(
      fc.property(pairs, ([olds, others, kept]) => {
        const same = Object.fromEntries(kept.map((name) => [name, olds[name]]));
        const news: Values = JSON.parse(JSON.stringify({ ...others, ...same }));
        const { replaces, deleteBeforeReplace } = diffInputs(kind, "id-1", olds, news);
        const named = kind.naturalKey.every((name) => isDeepStrictEqual(olds[name], news[name]));
        expect(deleteBeforeReplace).toBe(
          replaces.length > 0 && named && news.replaceOrder !== "createFirst" && kind.naturalKey.length > 0,
        );
        for (const name of replaces) {
          const { replace, selects } = kind.fields.get(name) ?? expect.unreachable("no such field");
          expect(replace === true || selects !== undefined || kind.endpoints.patch === undefined).toBe(true);
        }
      }),
    );
  });
});

const lists = { steps: ["1", "2"], tags: ["x", "y"], graph: { a: 1, b: [2] } };
const olds = { workspaceId: "w", name: "n", text: "a", ...lists };

const replaced = (by: string, first: boolean) => ({ ...changed, replaces: [by], deleteBeforeReplace: first });

test.each<[string, Values, ReturnType<typeof diffInputs>]>([
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
  expect(diffInputs(note, "id-1", olds, { ...olds, ...news })).toEqual(expected);
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

test("a replacement with another name creates first", () => {
  expect(diffInputs(note, "id-1", olds, { ...olds, text: "b", name: "m" }).deleteBeforeReplace).toBe(false);
});

test("a connection that leads elsewhere replaces and creates first; another name for the same is an update", () => {
  const news = { ...olds, connection: "eu" };
  expect(diffInputs(note, "id-1", olds, news, "elsewhere")).toEqual(replaced("connection", false));
  expect(diffInputs(note, "id-1", olds, news, "home")).toEqual(changed);
});
