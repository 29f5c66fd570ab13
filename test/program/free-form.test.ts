import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { Config, GatewayKey, Workspace } from "../../provider/index.js";
import { freeForm } from "../../provider/program/free-form.js";

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: () => ({}),
  });
});

class Step {
  constructor(readonly name: string) {}
}

const ring: Record<string, unknown> = {};
ring.again = { inside: [ring] };

const strangers: readonly (readonly [what: string, value: unknown])[] = [
  ["is a function", () => 1],
  ["is a symbol", Symbol("s")],
  ["is a bigint", 5n],
  ["is an instance of Date", new Date(0)],
  ["is an instance of Map", new Map()],
  ["is an instance of Step", new Step("first")],
  ["is NaN", Number.NaN],
  ["is Infinity", Number.POSITIVE_INFINITY],
];

const advice =
  "which cannot be written as JSON: give text, numbers, booleans, null, lists and plain objects.";

function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

describe.each(strangers)("what %s", (what, value) => {
  test("is refused wherever it stands, by its path", () => {
    for (const [path, whole] of [
      ["", value],
      [".at", { fine: 1, at: value }],
      [".steps.1.when", { steps: ["fine", { when: value }] }],
    ] as const) {
      expect(() => freeForm(whole, "workflow")).toThrow(`workflow${path} ${what}, ${advice}`);
    }
  });

  test("is refused in a promise", async () => {
    const later = { steps: [Promise.resolve(7).then(() => ({ when: value }))] };
    const { steps } = Object(freeForm(later, "workflow"));
    await expect(steps[0]).rejects.toThrow(`workflow.steps.0.when ${what}`);
  });
});

test("a key that the SDK would take for a prototype is refused", () => {
  const value: unknown = JSON.parse('{"steps":[{"__proto__":{"x":1}}]}');
  expect(() => freeForm(value, "workflow")).toThrow("workflow.steps.0 has a key __proto__");
});

test("what holds itself is refused", () => {
  expect(() => freeForm(ring, "workflow")).toThrow("workflow.again.inside.0 contains itself");
});

test("what stands in it twice is fine", () => {
  const shared = { a: 1 };
  expect(freeForm([shared, { shared }], "workflow")).toEqual([shared, { shared }]);
});

test("any JSON goes through as it is, with its outputs, secrets and what is left out", async () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__":'));
      expect(freeForm(value, "workflow")).toEqual(value);
    }),
  );
  const out = Object(freeForm({ a: [pulumi.secret("s")], b: undefined, c: Promise.resolve(1) }, "workflow"));
  expect(await resolved(pulumi.output(out))).toEqual({ a: ["s"], b: undefined, c: 1 });
  expect(await pulumi.isSecret(out.a[0])).toBe(true);
});

test.each(["toString", "valueOf", "constructor", "then", "toJSON", "hasOwnProperty"])(
  "a key is only a key, also if objects have a function of its name: %s",
  async (key) => {
    const value = { [key]: "text", nodes: [{ [key]: { [key]: 1 } }] };
    const config = new Config(`with-${key}`, { workspaceId: "w", name: "n", workflow: value });
    expect(await resolved(config.workflow)).toEqual(value);
    expect(
      Reflect.ownKeys(Object(freeForm(value, "workflow"))).filter((each) => typeof each === "string"),
    ).toEqual(Object.keys(value));
  },
);

test("the class of a kind refuses it in every free-form input, naming the resource", () => {
  const when = new Date(0);
  expect(() => new Config("standard", { workspaceId: "w", name: "n", workflow: { when } })).toThrow(
    'Config "standard": workflow.when is an instance of Date',
  );
  expect(() => new GatewayKey("key", { workspaceId: "w", triggers: { when } })).toThrow(
    'GatewayKey "key": triggers.when is an instance of Date',
  );
  expect(
    () => new GatewayKey("key-2", { workspaceId: "w", triggers: { of: new Workspace("w", { name: "w" }) } }),
  ).toThrow('GatewayKey "key-2": triggers.of is an instance of Workspace');
});
