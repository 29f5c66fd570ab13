import { expect, test } from "vitest";
import { plainState } from "../../../cli/stack/stack-state.js";

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const encrypted = { ...mark, ciphertext: "v1:abc" };
const shown = (value: unknown) => ({ ...encrypted, plaintext: JSON.stringify(value) });

test("a secret of which the text has the plain form is that value, at any depth", () => {
  const { values, secrets, sealed } = plainState({
    name: "a",
    apiKey: shown("sk"),
    workflow: { steps: [shown({ b: 1 }), 2] },
  });
  expect(values).toEqual({ name: "a", apiKey: "sk", workflow: { steps: [{ b: 1 }, 2] } });
  expect([...secrets]).toEqual(["apiKey", "workflow"]);
  expect([...sealed]).toEqual([]);
});

test("a property of which a part is only encrypted has no value at all", () => {
  const { values, secrets, sealed } = plainState({
    name: "a",
    apiKey: encrypted,
    list: [1, encrypted],
    workflow: { plain: true, inside: { deep: encrypted } },
    none: null,
  });
  expect(values).toEqual({ name: "a", none: null });
  expect([...secrets]).toEqual(["apiKey", "list", "workflow"]);
  expect([...sealed]).toEqual(["apiKey", "list", "workflow"]);
});
