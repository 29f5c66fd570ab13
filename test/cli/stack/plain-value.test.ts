import { expect, test } from "vitest";
import { isSecretValue, plainValue } from "../../../cli/stack/stack-state.js";
import { secretEnvelope } from "../../../provider/spec/values.js";

const { value: _, ...mark } = secretEnvelope(null);

test.each([
  ["a plain value", { a: [1, null] }, { a: [1, null] }, false],
  ["a secret in plain text", { ...mark, plaintext: '{"a":1}' }, { a: 1 }, true],
  ["a secret as the engine hands it over", secretEnvelope("sk"), "sk", true],
  ["a secret that is damaged", { ...mark, plaintext: "sk-canary" }, undefined, true],
  ["a secret without end", { ...mark, plaintext: "[".repeat(10_000) + "]".repeat(10_000) }, undefined, true],
  ["a secret that is only encrypted", { ...mark, ciphertext: "v1:x" }, undefined, true],
])("%s", (_what, value, plain, isSecret) => {
  expect(plainValue(value)).toEqual(plain);
  expect(isSecretValue(value)).toBe(isSecret);
});

test("what is not there is no secret", () => {
  expect(isSecretValue(undefined)).toBe(false);
});
