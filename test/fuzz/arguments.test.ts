import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import * as gateway from "../../provider/index.js";
import { kindOf } from "../../provider/program/resource.js";
import { outcome, plainLines } from "./support/clear.ts";
import { fuzz } from "./support/fuzz.ts";
import { specs } from "./support/lives.ts";
import { bottomless, nastyJson, nastyText } from "./support/nasty.ts";

const classes = Object.values(gateway).flatMap((each: unknown) => {
  const kind = kindOf(each);
  return typeof each === "function" && kind !== undefined ? [{ kind, made: each }] : [];
});

let received: pulumi.Inputs[] = [];

/** Gets what an output was rejected with: the language host ends the program with it. */
let fail: (error: unknown) => void = () => {};
const onRejection = (error: unknown) => fail(error);
const runnersOwn = process.listeners("unhandledRejection");
afterAll(async () => {
  await new Promise(setImmediate); // the SDK rejects more than one promise for one error
  process.off("unhandledRejection", onRejection);
  for (const listener of runnersOwn) process.on("unhandledRejection", listener);
});

beforeAll(async () => {
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", onRejection);
  expect(classes.map(({ kind }) => kind.name).sort()).toEqual(specs.map(({ name }) => name).sort());
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      received.push(inputs);
      return { id: `${name}-id`, state: inputs };
    },
    call: () => ({}),
  });
});

const ring: Record<string, unknown> = {};
ring.again = { inside: [ring] };
const sparse: unknown[] = [1];
sparse[2] = 3;

/** What JavaScript programs may pass where TypeScript would have complained. */
const stranger: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<unknown>(
      ...[() => 1, Symbol("s"), 5n, undefined, /x/, new Error("x"), Buffer.from("x")],
      ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, new Date(0), new Date(Number.NaN)],
      ...[new Map(), new Set([1]), new WeakMap(), new URL("https://gateway.example")],
      ...[Object.create(Object.create(Object.create(null))), Object.create(null)],
      ...[ring, sparse, bottomless],
    ),
  },
  { weight: 5, arbitrary: nastyJson },
);

/** In an output, the SDK itself follows a value as deep as it goes, before anybody sees it. */
function isBounded(inside: unknown): boolean {
  return inside !== ring && inside !== bottomless;
}

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: stranger },
  { weight: 1, arbitrary: stranger.map((inside) => [inside]) },
  { weight: 1, arbitrary: stranger.map((inside) => ({ a: { b: inside } })) },
  { weight: 1, arbitrary: stranger.filter(isBounded).map((inside) => pulumi.output(1).apply(() => inside)) },
);

const declaration = fc.constantFrom(...classes).chain(({ kind }) => {
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...kind.fields.keys()) }, nastyText);
  const args = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
  return fc.record({ name: fc.constant(kind.name), args });
});

let count = 0;

/** Declares a resource, as far as the engine: it is registered, or the program ends with an error. */
async function declare(made: new (name: string, args: object) => pulumi.CustomResource, args: object) {
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const resource = new made(`resource-${count++}`, args);
  const urn: unknown = Reflect.get(resource.urn, "promise");
  await Promise.race([ended, typeof urn === "function" ? urn.call(resource.urn) : undefined]);
}

fuzz(
  "a class takes its arguments or refuses them, by the name of the resource and of the property",
  declaration,
  { few: 200, share: 0.06 },
  async ({ name, args }) => {
    const { made } = classes.find(({ kind }) => kind.name === name) ?? expect.unreachable(`no class ${name}`);
    received = [];
    const message = await outcome(() => Reflect.apply(declare, undefined, [made, args]));
    await new Promise(setImmediate); // the SDK rejects more than one promise for one error
    if (message === undefined) {
      expect(received).toHaveLength(1);
    } else {
      plainLines(message);
      expect(message).toContain(`${name} "resource-`);
    }
  },
);
