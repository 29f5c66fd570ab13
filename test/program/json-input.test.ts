import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { Config, GatewayKey, Model, Workspace } from "../../provider/index.js";
import { jsonInput } from "../../provider/program/json-input.js";
import { envelopeKey } from "../../provider/spec/values.js";
import { mocked, resolved } from "./support/mocked.ts";

beforeAll(() => mocked());

class Step {
  constructor(readonly name: string) {}
}

const ring: Record<string, unknown> = {};
ring.again = { inside: [ring] };

const strangers: readonly (readonly [what: string, value: unknown])[] = [
  ["is a function", () => 1],
  ["is a bigint", 5n],
  ["is an instance of Date", new Date(0)],
  ["is an instance of Step", new Step("first")],
  ["is NaN", Number.NaN],
];

const advice = "which cannot be written as JSON: use text, numbers, booleans, null, lists and plain objects.";

describe.each(strangers)("a value that %s", (what, value) => {
  test("is refused at any depth, with its path", () => {
    for (const [path, whole] of [
      ["", value],
      [".at", { fine: 1, at: value }],
      [".steps.1.when", { steps: ["fine", { when: value }] }],
    ] as const) {
      expect(() => jsonInput(whole, "workflow")).toThrow(`workflow${path} ${what}, ${advice}`);
    }
  });

  test("is refused in a promise", async () => {
    const later = { steps: [Promise.resolve(7).then(() => ({ when: value }))] };
    const { steps } = Object(jsonInput(later, "workflow"));
    await expect(steps[0]).rejects.toThrow(`workflow.steps.0.when ${what}`);
  });
});

const nameless = Object.create(Object.create(Object.create(null)));

test.each<[string, unknown, string]>([
  ["has a key that the SDK takes for a prototype", JSON.parse('{"__proto__":{}}'), " has a key __proto__"],
  [
    "has a key that the engine would take for the signature of a secret",
    { [envelopeKey]: "x" },
    ` has a key ${envelopeKey}, which Pulumi cannot store`,
  ],
  ["holds itself", ring, ".again.inside.0 contains itself"],
  ["has a class without a name", { at: nameless }, ".at is an instance of a class, which"],
  ["has a class called like a function of objects", new Step("constructor"), " is an instance of Step"],
])("a value that %s is refused", (_what, value, said) => {
  expect(() => jsonInput(value, "workflow")).toThrow(`workflow${said}`);
});

test("a value that is nested too deeply is refused with a short message", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { inside: deep };
  const tooDeep = /^workflow[.\w]{1,200}… is nested too deeply: at most 190 levels/;
  expect(() => jsonInput(deep, "workflow")).toThrow(tooDeep);
});

test("any JSON passes unchanged, including outputs, secrets, and undefined values", async () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__":'));
      expect(jsonInput(value, "workflow")).toEqual(value);
    }),
  );
  const out = Object(jsonInput({ a: [pulumi.secret("s")], b: undefined, c: Promise.resolve(1) }, "workflow"));
  expect(await resolved(pulumi.output(out))).toEqual({ a: ["s"], b: undefined, c: 1 });
  expect(await pulumi.isSecret(out.a[0])).toBe(true);
});

test.each(["toString", "then", "toJSON"])(
  "a key is plain data even if objects have a method of that name: %s",
  async (key) => {
    const value = { [key]: "text", nodes: [{ [key]: { [key]: 1 } }] };
    const config = new Config(`with-${key}`, { workspaceId: "w", name: "n", workflow: value });
    expect(await resolved(config.workflow)).toEqual(value);
    expect(
      Reflect.ownKeys(Object(jsonInput(value, "workflow"))).filter((each) => typeof each === "string"),
    ).toEqual(Object.keys(value));
  },
);

test("a kind's class refuses a bigint at any depth of an input", () => {
  const declare = (apiName: unknown) =>
    Reflect.construct(Model, ["gpt", { workspaceId: "w", providerId: "p", name: "n", apiName }]);
  expect(() => declare(5n)).toThrow(`Model "gpt": apiName is a bigint, ${advice}`);
  expect(() => declare([5n])).toThrow(`Model "gpt": apiName.0 is a bigint, ${advice}`);
});

test.each<[string, () => unknown, string]>([
  [
    "Config",
    () => new Config("of", { workspaceId: "w", name: "n", workflow: { when: new Date(0) } }),
    "workflow.when is an instance of Date",
  ],
  [
    "GatewayKey",
    () => new GatewayKey("of", { workspaceId: "w", triggers: { of: new Workspace("w", { name: "w" }) } }),
    "triggers.of is an instance of Workspace, which cannot be written as JSON: use its `.id` or a different output.",
  ],
])("the class %s names the resource in its error", (kind, declare, said) => {
  expect(declare).toThrow(`${kind} "of": ${said}`);
});

test.each([
  ["that the SDK would call", "constructor", "constructor"],
  ["that would control a terminal, which is shown without that,", "a\u001b[2Jb", "a b"],
])("an argument with a name %s is refused as an unknown property: %j", (_what, name, shown) => {
  expect(() => Reflect.construct(Workspace, ["team", { name: "Support", [name]: null }])).toThrow(
    `Workspace "team": Workspace has no property \`${shown}\`.`,
  );
});
