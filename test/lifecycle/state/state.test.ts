import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Send } from "../../../provider/client/exchange.js";
import { kinds } from "../../../provider/every-kind.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { retainedFrom, retainedNames } from "../../../provider/lifecycle/outputs.js";
import { bodyOf, echoedFields } from "../../../provider/lifecycle/rows.js";
import {
  allInputs,
  makeState,
  observeState,
  shownAfter,
  shownBy,
} from "../../../provider/lifecycle/state.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { envelopeKey, hidden, type Values } from "../../../provider/spec/values.js";
import type { Json, JsonObject } from "../../../provider/text/json.js";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import { inputsOf } from "../support/inputs-of.ts";
import { note } from "../support/note.ts";
import { declared as openai } from "../support/openai.ts";
import { World } from "../support/process.ts";

const everyKind: [string, Kind][] = [...kinds, note].map((kind: Kind) => [kind.name, kind]);

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

test("the bookkeeping of state outlives a read, but for the mark of a single read", () => {
  const marks = { __provider: "text", __unfinished: true, __account: "a", __get: true };
  const state = { ...created(note, declared, row), ...marks };
  const { __get, ...kept } = state;
  expect(secretsOpened(observeState(note, state, row).outputs)).toEqual(kept);
});

test("a read of an object that is not managed gives every input that the gateway shows", () => {
  expect(allInputs(note, row)).toEqual({ workspaceId: "w", name: "n", text: "a", url: "http://a.test/" });
});

const gpt = {
  ...{ workspaceId: "w-1", providerId: "p-1", name: "gpt", displayName: "GPT", type: "chat" },
  ...{ inputCost: 1, outputCost: 1, contextWindow: 1000 },
};

/** Has a number without end in one field of every row that the gateway sends. */
function endless(send: Send, field: string, value: unknown): Send {
  return async (exchange) => {
    const reply = await send(exchange);
    const text = JSON.stringify(reply.body).replaceAll(/"id":"models-/g, `"${field}":"…","id":"models-`);
    const body: unknown = JSON.parse(text, (key, old: unknown) => (key === field ? value : old));
    return { ...reply, body };
  };
}

test.each([
  ["popularity", "nobody reads", Number.POSITIVE_INFINITY],
  ["popularity", "nobody reads", { of: [Number.NEGATIVE_INFINITY] }],
  ["api_name", "nobody declares", Number.POSITIVE_INFINITY],
  ["api_name", "nobody declares", { [envelopeKey]: "x" }],
])("in %s, a field that %s, %o harms nobody", async (field, _who, value) => {
  const world = new World(model);
  const wire = endless(world.gateway.send, field, value);
  const isRead = field === "api_name";
  if (!isRead) world.wire = wire;
  const { id, outs } = await world.create(gpt);
  world.wire = wire;
  expect(await world.read(id, outs)).toMatchObject({ id, outs: gpt });
  if (isRead) return;
  expect(await world.update(id, outs, { ...gpt, inputCost: 2 })).toMatchObject({ inputCost: 2 });
});

test.each([Number.POSITIVE_INFINITY, "1e400"])(
  "%o in a field of the state is refused by name, and changes nothing in it",
  async (value) => {
    const world = new World(model);
    const { id, outs } = await world.create(gpt);
    world.wire = endless(world.gateway.send, "input_cost", value);
    await expect(world.read(id, outs)).rejects.toThrow(
      `a number that is too large to be stored, in input_cost of the object with id "${id}"`,
    );
  },
);

test("an object that is answered with a number without end is recorded, and the next run finishes it", async () => {
  const world = new World(model);
  world.wire = endless(world.gateway.send, "input_cost", Number.POSITIVE_INFINITY);
  const failure: unknown = await world.create(gpt).catch((error: unknown) => error);
  const [{ id } = expect.unreachable("nothing was made")] = world.gateway.rows("models");
  expect(failure).toMatchObject({
    id,
    reasons: [expect.stringContaining("too large to be stored")],
    properties: { name: "gpt", inputCost: 1, __unfinished: true },
  });
});

test.each<[string, Values, Values]>([
  ["the outputs that are named", { a: 1, b: 2, [hidden.retained]: ["a"] }, { [hidden.retained]: { a: 1 } }],
  ["nothing if none is named", { a: 1, [hidden.retained]: [] }, {}],
  ["nothing of a state without the entry", { a: 1 }, {}],
])("a read keeps for the next run %s", (_law, outputs, kept) => {
  expect(retainedFrom(outputs)).toEqual(kept);
});

test.each<[Values, string[] | undefined]>([
  [{ [hidden.retained]: { a: 1, b: 2 } }, ["a", "b"]],
  [{ [hidden.retained]: null }, []],
  [{}, undefined],
])("the outputs of %j name what its entry has", (inputs, names) => {
  expect(retainedNames(inputs)).toEqual(names);
});

const tone = { workspaceId: "w", name: "tone", content: "Be brief." };
const toneRow = {
  ...{ id: "p", workspace_id: "w", name: "tone", content: "Be brief." },
  ...{ enabled: true, position: 3, environment: null },
};

test("what is not declared is shown, without nulls", () => {
  expect(shownBy(prompt, tone, toneRow, {})).toEqual({ enabled: true, position: 3 });
  expect(shownBy(prompt, { ...tone, enabled: true }, toneRow, {})).toEqual({ position: 3 });
});

test("a number that is too large to be stored is left out", () => {
  expect(shownBy(prompt, tone, { ...toneRow, position: Number.POSITIVE_INFINITY }, {})).toEqual({
    enabled: true,
  });
});

test("what a row lacks is as it was before; a row's null takes it away", () => {
  const prior = { ...tone, [hidden.shown]: { type: "USER", environment: "STAGING" } };
  expect(shownBy(prompt, tone, toneRow, prior)).toEqual({ type: "USER", enabled: true, position: 3 });
  expect(shownBy(prompt, tone, undefined, prior)).toEqual({ type: "USER", environment: "STAGING" });
});

test("without a row and without a state that says it, nothing is known", () => {
  expect(shownBy(prompt, tone, undefined, tone)).toBeUndefined();
});

test("before a change: what stays, not the default that the gateway is to give, and what cannot be reset", () => {
  const prior = { ...tone, modelId: "m", [hidden.shown]: { enabled: true } };
  expect(shownAfter(prompt, prior, { ...tone, modelId: "m", content: "Be kind." })).toEqual({
    enabled: true,
  });
  expect(shownAfter(prompt, prior, tone)).toEqual({ enabled: true }); // modelId is cleared
  expect(shownAfter(prompt, { ...prior, type: "USER" }, { ...tone, modelId: "m" })).toBeUndefined();
  const left = { modelOptions: ["a"] };
  expect(shownAfter(modelProvider, { ...openai, ...left }, openai)).toEqual(left); // a key that is not known cannot be sent
});
