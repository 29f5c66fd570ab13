import { expect, test } from "vitest";
import { pinText, readPin } from "../../../cli/pin/format.js";
import { pin, snapshot, step, subject } from "./some-subject.ts";

const secrets = { "shop:key": "SEKRET-1" };
const config = { "shop:key": "[secret]", "shop:size": "very large" };
const update = step("update", "Model", "gpt", {
  before: snapshot({ displayName: "a quiet name" }),
  after: snapshot({ displayName: "a loud name" }),
});
const some = () => pin(subject([update], { secrets, config }));

test("a pin is read as it was written", () => {
  expect(readPin(pinText(some()))).toEqual(some());
});

test("a pin holds no value of an object, of the configuration, nor a secret", () => {
  const text = pinText(some());
  for (const value of ["quiet", "loud", "very large", "SEKRET"]) {
    expect(text).not.toContain(value);
  }
  expect(text).toContain("displayName");
});

test("digests of two pins cannot be compared, nor those of two objects of one pin", () => {
  const one = some();
  const [urn = ""] = Object.keys(one.live);
  const name = { displayName: "a quiet name" };
  const two = pin(
    subject(["a", "b"].map((model) => step("same", "Model", model, { before: snapshot(name) }))),
  );
  const [a, b] = Object.values(two.live).map(({ displayName }) => displayName);
  expect(new Set([a, b, one.live[urn]?.displayName]).size).toBe(3);
});

test("a pin expires after as many days as it was made for", () => {
  expect(some().expires).toBe("2026-11-29T10:00:00.000Z");
});

test.each([
  ["", "is not a pin, or it is damaged"],
  ["{}", "is not a pin, or it is damaged"],
  ["[]", "is not a pin, or it is damaged"],
  [pinText(some()).slice(0, 500), "is not a pin, or it is damaged"],
  [JSON.stringify({ ...some(), format: 1 }), "it has the format 1, and this release reads only 2"],
  [JSON.stringify({ ...some(), more: 1 }), "more"],
  [JSON.stringify({ ...some(), plan: { file: "../elsewhere", sha256: "00" } }), "plan.file"],
])("a text that is no pin of this format is refused with the reason: %#", (text, reason) => {
  expect(() => readPin(text)).toThrow(reason);
});

test("of a pin that is damaged throughout, the beginning is told, in one line", () => {
  const steps = Array.from({ length: 1000 }, () => "\u001b[2J");
  const told = (error: Error) => error.message.length < 1000 && !/\p{Cc}/u.test(error.message);
  const keys = Object.fromEntries(steps.map((sign, index) => [`${sign}${index}`, index]));
  for (const damage of [{ steps, "\u202e": 1 }, keys])
    expect(() => readPin(JSON.stringify({ ...some(), ...damage }))).toThrow(
      expect.toSatisfy(told, "is short, and one line"),
    );
});
