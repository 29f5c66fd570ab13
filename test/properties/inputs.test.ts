import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dynamicProvider } from "../../provider/dynamic/provider.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import { hasUnknown, secretEnvelope, type Values } from "../../provider/spec/values.js";
import type { Json } from "../../provider/text/json.js";
import { calling } from "../contract/support/calling.ts";
import { allKinds } from "../contract/support/samples.ts";
import { runs } from "../harness/tests/depth.ts";
import { isAddress } from "../lifecycle/support/inputs-of.ts";
import { secretsOpened } from "./model/engine/state.ts";

/** Runs of INPUTS=5000 look further than the tests' few. */
const numRuns = Number(process.env.INPUTS ?? runs(60));

const unknown = fc.constant("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
const text = fc.string({ unit: "binary", maxLength: 12 });
const anything: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => z.json().parse(JSON.parse(JSON.stringify(value))));

/** Values that a schema takes, mostly. */
function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<Json> {
  if (schema instanceof z.ZodOptional) return arbitraryOf(schema.unwrap());
  if (schema instanceof z.ZodNullable) return fc.oneof(arbitraryOf(schema.unwrap()), fc.constant(null));
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(arbitraryOf));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options.map(String));
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? fc.integer() : fc.double({ noNaN: true, noDefaultInfinity: true });
  if (schema instanceof z.ZodString) return isAddress(schema) ? fc.webUrl() : text;
  if (schema instanceof z.ZodISODate) return fc.constantFrom("2024-02-29", "2027-01-31", "2026-11-25");
  if (schema instanceof z.ZodArray)
    return fc.array(fc.oneof(arbitraryOf(schema.element), unknown), { maxLength: 4 });
  if (schema instanceof z.ZodRecord) return fc.dictionary(text, fc.oneof(anything, unknown), { maxKeys: 4 });
  if (schema instanceof z.ZodObject) return objectOf(schema, 1);
  throw new Error(`no values for ${schema._zod.def.type}: add them`);
}

function listed(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value];
}

/** Objects with each key or, in one of so many, without it. */
function objectOf({ shape }: z.ZodObject, freq: number): fc.Arbitrary<Values> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, arbitraryOf(schema)] as const);
  const chosen = entries.map(([name, value]) => {
    const maybe =
      freq === 1 ? value.map((one) => [one]) : fc.option(value, { freq, nil: undefined }).map(listed);
    return maybe.map((values) => values.map((one) => [name, one] as const));
  });
  return fc.tuple(...chosen).map((all) => Object.fromEntries(all.flat()));
}

/** Without a connection, which would have to be set up. */
function soundInputsOf({ schema }: Kind): fc.Arbitrary<Values> {
  return objectOf(schema.omit({ connection: true }), 5);
}

/** What a program may declare: mostly sound, some of it unknown, some of it nonsense. */
function inputsOf(kind: Kind): fc.Arbitrary<Values> {
  const { schema } = kind;
  const odd = fc.oneof(unknown, anything);
  const known = soundInputsOf(kind);
  const spoiled = fc.dictionary(fc.constantFrom(...Object.keys(schema.shape), "extra"), odd, { maxKeys: 2 });
  return fc
    .tuple(known, fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, spoiled))
    .map(([sound, unsound]) => ({
      ...sound,
      ...unsound,
      ...("connection" in unsound ? { connection: null } : {}),
    }));
}

const env = {
  WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:9/api/v1",
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
  WORKSPACE_GATEWAY_CLIENT_ID: "app",
  WORKSPACE_GATEWAY_CLIENT_SECRET: "secret of the app",
};

function fresh(kind: Kind) {
  const silent = {
    warn: () => {},
    progress: () => {},
    sleep: async () => {},
    engineAlive: () => Promise.reject(new Error("asked")),
  };
  const io = { now: () => 0, random: () => 0.5, cancelled: new AbortController().signal, ...silent };
  return dynamicProvider(kind, new Session([kind], env, io));
}

async function checked(kind: Kind, olds: Values, news: Values) {
  const news_ = { ...structuredClone(news), ...calling("it") };
  const { inputs = {}, failures = [] } = (await fresh(kind).check?.(structuredClone(olds), news_)) ?? {};
  return { inputs, reasons: failures.map(({ reason }) => reason) };
}

describe.each(allKinds)("$name", ({ kind }) => {
  test("check∘check = check: what was checked is checked to the same, with and without a state, and without a request", async () => {
    const law = fc.asyncProperty(inputsOf(kind), async (inputs) => {
      const once = await checked(kind, {}, inputs);
      expect(await checked(kind, {}, once.inputs)).toEqual(once);
      if (once.reasons.length === 0 && !hasUnknown(once.inputs)) {
        expect(await checked(kind, once.inputs, once.inputs)).toEqual(once);
      }
    });
    await fc.assert(law, { numRuns });
  });

  test("no reason of a check has a value of a secret in it", async () => {
    const secrets = [...kind.fields.values()].filter(({ secret }) => secret);
    const law = fc.asyncProperty(inputsOf(kind), async (inputs) => {
      const canary = { "sk-canary-of-a-check": ["sk-canary-of-a-check"] };
      const spoiled = { ...inputs, ...Object.fromEntries(secrets.map(({ name }) => [name, canary])) };
      const { reasons } = await checked(kind, {}, spoiled);
      expect(reasons.join("\n")).not.toContain("sk-canary-of-a-check");
      expect(reasons.length).toBeGreaterThanOrEqual(secrets.length);
    });
    await fc.assert(law, { numRuns });
  });

  test("diff(x, x) = none: what is declared as it is in the state is no change; what is not known yet is one", async () => {
    const law = fc.asyncProperty(soundInputsOf(kind), async (given) => {
      const { inputs, reasons } = await checked(kind, {}, given);
      fc.pre(reasons.length === 0);
      const secret = [...kind.fields.values()].filter((field) => field.secret && field.name in inputs);
      const sealed = Object.fromEntries(
        secret.map(({ name }) => [name, secretEnvelope(inputs[name] ?? null)]),
      );
      const state = secretsOpened({ ...structuredClone(inputs), ...sealed });
      const diff = await fresh(kind).diff?.("id", state, structuredClone(inputs));
      expect(diff?.changes).toBe(hasUnknown(inputs));
      if (!hasUnknown(inputs)) expect(diff?.replaces).toEqual([]);
    });
    await fc.assert(law, { numRuns });
  });
});
