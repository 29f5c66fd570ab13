import fc from "fast-check";
import { expect, test } from "vitest";
import { declarationTexts, literalProperties } from "../../../../cli/export/print/declaration.js";
import type { Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";

const printed = (name: string, inputs: Values, parent?: string) =>
  declarationTexts([{ kind: "Prompt", name, properties: literalProperties(inputs), parent }]).then(
    ([text = ""]) => text,
  );

/** What a program makes of the text: the name, the arguments and the options that it gives. */
function run(text: string): unknown[] {
  const seen: unknown[] = [];
  const Class = class {
    constructor(...given: unknown[]) {
      seen.push(...given);
    }
  };
  new Function("gateway", "parent", text)({ Prompt: Class }, "the parent");
  return seen;
}

test("whatever values an object has, the declaration gives the very same", async () => {
  const anything = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue() as fc.Arbitrary<Json>);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), anything, async (name, inputs) => {
      const values = JSON.parse(JSON.stringify(inputs));
      expect(run(await printed(name, values))).toEqual([name, values]);
    }),
  );
});

test("keys that are no names, and the one that means something else, stay keys", async () => {
  const inputs = JSON.parse('{ "a-b": { "__proto__": 1, "1": [{}, []] }, "x": "\\u2028`" }');
  const [, given] = run(await printed("it", inputs));
  expect(JSON.stringify(given)).toBe(JSON.stringify(inputs));
});

test("under a parent, the options name it", async () => {
  expect(run(await printed("it", {}, "parent"))).toEqual(["it", {}, { parent: "the parent" }]);
});
