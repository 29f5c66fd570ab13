import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { bodyOf, echoedFields } from "../../../provider/lifecycle/rows.js";
import {
  allInputs,
  makeState,
  observeState,
  priorFound,
  wrapSecrets,
} from "../../../provider/lifecycle/state.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import { inputsOf } from "../support/inputs-of.ts";
import { note } from "../support/note.ts";

const everyKind: [string, Kind][] = [...kinds, note].map((kind: Kind) => [kind.name, kind]);

/** State after a create whose every answer is the given row. */
function created(kind: Kind, declared: Values, row: JsonObject): Values {
  const sent = new Set(Object.keys(declared));
  return secretsOpened(makeState(kind, { declared, row, sent, prior: {}, marks: {} }));
}

/** What a gateway makes of a request: each value tidied in some way, under the names of the response. */
function echoOf(kind: Kind, declared: Values, tidy: (value: Json) => Json): JsonObject {
  const body = bodyOf(kind, declared);
  const echoed = echoedFields(kind).filter(({ sendAs }) => body[sendAs] !== undefined);
  return Object.fromEntries(echoed.map(({ sendAs, readFrom }) => [readFrom, tidy(body[sendAs] ?? null)]));
}

function tidied(value: Json): Json {
  if (typeof value === "string") {
    return `${value.trim()}/`;
  }
  if (typeof value === "number") {
    const rounded = value.toPrecision(3);
    return Number.isFinite(Number(rounded)) ? rounded : String(value); // no number is larger
  }
  return Array.isArray(value) ? value.toReversed().concat("more") : value;
}

describe.each(everyKind)("%s", (_name, kind) => {
  test.each([
    ["as they were sent", (value: Json) => value],
    ["in another form", tidied],
  ])("declared values stand whether the gateway echoes them %s, and a read shows no drift", (_how, tidy) => {
    fc.assert(
      fc.property(inputsOf(kind), (declared) => {
        const row = echoOf(kind, declared, tidy);
        const state = created(kind, declared, row);
        expect(state).toMatchObject(declared);
        const seen = observeState(kind, state, row);
        expect(seen.drifted).toBe(false);
        expect(secretsOpened(seen.inputs)).toEqual(declared);
        expect(secretsOpened(seen.outputs)).toEqual(state);
      }),
    );
  });

  test("another value in any echoed field is drift of that field alone, or a loss if only one object can have it", () => {
    for (const { name, readFrom, exclusive } of echoedFields(kind)) {
      fc.assert(
        fc.property(inputsOf(kind), fc.boolean(), (declared, tidy) => {
          const row = echoOf(kind, declared, tidy ? tidied : (value) => value);
          const edited = { ...row, [readFrom]: "edited in the console" };
          const seen = observeState(kind, created(kind, declared, row), edited);
          const lost = exclusive !== undefined && declared[name] === true;
          const drifts = declared[name] !== undefined && !lost;
          expect(secretsOpened(seen.inputs)).toEqual(
            drifts ? { ...declared, [name]: edited[readFrom] } : declared,
          );
          expect(seen.drifted).toBe(drifts);
          expect(seen.lost.map((field) => field.name)).toEqual(lost ? [name] : []);
        }),
        { numRuns: 15 },
      );
    }
  });

  test("a field that an answer lacks is no drift, and one that is not declared never becomes an input", () => {
    fc.assert(
      fc.property(inputsOf(kind), (declared) => {
        const state = created(kind, declared, {});
        expect(secretsOpened(observeState(kind, state, {}).inputs)).toEqual(declared);
        const everything = Object.fromEntries(echoedFields(kind).map(({ readFrom }) => [readFrom, "x"]));
        expect(Object.keys(observeState(kind, state, everything).inputs)).toEqual(Object.keys(declared));
      }),
    );
  });

  test("every secret value leaves in the engine's envelope, whatever it is", () => {
    fc.assert(
      fc.property(inputsOf(kind), (declared) => {
        const sealed = wrapSecrets(kind, declared);
        for (const [name, value] of Object.entries(declared)) {
          const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
          expect(sealed[name]).toEqual(kind.fields.get(name)?.secret ? envelope : value);
        }
      }),
    );
  });
});

const declared = { workspaceId: "w", name: "n", text: "a ", url: "http://a.test", key: "sk-1" };
const row = { workspace_id: "w", name: "n", text: "a", base_url: "http://a.test/", key: null };

test("an echo in another form is kept as a short hash, and only where the forms differ", () => {
  const { __echo } = created(note, declared, row);
  expect(__echo).toEqual({ text: expect.stringMatching(/^.{8}$/), url: expect.stringMatching(/^.{8}$/) });
  expect(created(note, { ...declared, text: "a", url: "http://a.test/" }, row)).not.toHaveProperty("__echo");
});

test("drift that returns to the declared value is gone", () => {
  const state = created(note, { ...declared, text: "a" }, row);
  const drifted = observeState(note, state, { ...row, text: "b" });
  expect(drifted.inputs.text).toBe("b");
  const back = observeState(note, secretsOpened(drifted.outputs), row);
  expect(secretsOpened(back.inputs)).toEqual({ ...declared, text: "a" });
});

test("drift that returns to the echo is shown as what stands there, not as the edit before", () => {
  const drifted = observeState(note, created(note, declared, row), { ...row, text: "b" });
  const back = observeState(note, secretsOpened(drifted.outputs), row);
  expect(back.inputs.text).toBe("a");
});

test("an echo survives an update of another field, and not one of its own", () => {
  const prior = created(note, declared, row);
  const update = (news: Values, sent: string[], live: JsonObject) =>
    makeState(note, { declared: news, row: live, sent: new Set(sent), prior, marks: {} }).__echo;
  expect(update({ ...declared, name: "m" }, ["name"], { ...row, name: "m" })).toEqual(prior.__echo);
  expect(update({ ...declared, text: "b" }, ["text"], { ...row, text: "b" })).not.toHaveProperty("text");
});

test("what an update did not send is not taken for an echo: its drift still shows", () => {
  const prior = created(note, { ...declared, text: "a" }, row);
  const edited = { ...row, name: "m", text: "edited" };
  const news = { ...declared, text: "a", name: "m" };
  const state = makeState(note, { declared: news, row: edited, sent: new Set(["name"]), prior, marks: {} });
  expect(observeState(note, secretsOpened(state), edited).inputs.text).toBe("edited");
});

test("a write-only value is kept from before, whatever the gateway shows in its place", () => {
  const seen = observeState(note, created(note, declared, row), { ...row, key: "********" });
  expect(secretsOpened(seen.inputs).key).toBe("sk-1");
  expect(seen.drifted).toBe(false);
});

test("an output that changes by itself is never in state; one of the create response stays", () => {
  const first = created(note, declared, { ...row, created_at: "2026", stats: 7, code: "c-1" });
  expect(first).toMatchObject({ createdAt: "2026", code: "c-1" });
  expect(first).not.toHaveProperty("stats");
  const later = secretsOpened(observeState(note, first, { ...row, created_at: "2027", stats: 8 }).outputs);
  expect(later).toMatchObject({ createdAt: "2027", code: "c-1" });
  expect(later).not.toHaveProperty("stats");
});

test("the values from before an object was taken over are in state, and outlive reads and updates", () => {
  const found = { text: "theirs" };
  const parts = { row, sent: new Set<string>(), marks: { __found: found } };
  const state = secretsOpened(makeState(note, { ...parts, declared, prior: {} }));
  expect(priorFound(state)).toEqual(found);
  expect(priorFound(secretsOpened(observeState(note, state, row).outputs))).toEqual(found);
  expect(priorFound(created(note, declared, row))).toBeUndefined();
});

test("the bookkeeping of state outlives a read, but for the mark of a single read", () => {
  const state = {
    ...created(note, declared, row),
    __provider: "text",
    __unfinished: true,
    __account: "a",
    __get: true,
  };
  const { __get, ...kept } = state;
  expect(secretsOpened(observeState(note, state, row).outputs)).toEqual(kept);
});

test("a number that is spelled as a string is the same number", () => {
  const state = created(note, { ...declared, weight: 2.5 }, { ...row, weight: "2.50" });
  expect(state.__echo).not.toHaveProperty("weight");
  expect(observeState(note, state, { ...row, weight: "2.5" }).drifted).toBe(false);
});

test("a read of an object that is not managed gives every input that the gateway shows", () => {
  expect(allInputs(note, row)).toEqual({ workspaceId: "w", name: "n", text: "a", url: "http://a.test/" });
});
