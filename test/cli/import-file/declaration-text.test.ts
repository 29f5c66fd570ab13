import fc from "fast-check";
import { expect, test } from "vitest";
import { declarationText } from "../../../provider/cli/import-file/declaration-text.js";
import type { Json } from "../../../provider/text/json.js";

/** What a program makes of the text: the class, the name, the arguments and the options that it gives. */
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

test("whatever values an object has, the declaration gives the very same", () => {
  const anything = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>);
  fc.assert(
    fc.property(fc.string(), anything, (name, inputs) => {
      const values = JSON.parse(JSON.stringify(inputs));
      expect(run(declarationText("Prompt", name, values, false))).toEqual([name, values]);
    }),
  );
});

test("keys that are no names, and the one that means something else, stay keys", () => {
  const inputs = JSON.parse('{ "a-b": { "__proto__": 1, "1": [{}, []] }, "x": "\\u2028`" }');
  const [, given] = run(declarationText("Prompt", "it", inputs, false));
  expect(JSON.stringify(given)).toBe(JSON.stringify(inputs));
});

test("under a parent, the options name it", () => {
  expect(run(declarationText("Prompt", "it", {}, true))).toEqual(["it", {}, { parent: "the parent" }]);
});
