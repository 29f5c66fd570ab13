import { expect, test } from "vitest";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { shownAfter, shownBy } from "../../../provider/lifecycle/state.js";
import { hidden } from "../../../provider/spec/values.js";

const declared = { workspaceId: "w", name: "tone", content: "Be brief." };
const row = {
  id: "p",
  workspace_id: "w",
  name: "tone",
  content: "Be brief.",
  enabled: true,
  position: 3,
  environment: null,
};

test("what is not declared is shown, without nulls", () => {
  expect(shownBy(prompt, declared, row, {})).toEqual({ enabled: true, position: 3 });
  expect(shownBy(prompt, { ...declared, enabled: true }, row, {})).toEqual({ position: 3 });
});

test("a number that is too large to be stored is left out", () => {
  expect(shownBy(prompt, declared, { ...row, position: Number.POSITIVE_INFINITY }, {})).toEqual({
    enabled: true,
  });
});

test("what a row lacks is as it was before; a row's null takes it away", () => {
  const prior = { ...declared, [hidden.shown]: { type: "USER", environment: "STAGING" } };
  expect(shownBy(prompt, declared, row, prior)).toEqual({ type: "USER", enabled: true, position: 3 });
  expect(shownBy(prompt, declared, undefined, prior)).toEqual({ type: "USER", environment: "STAGING" });
});

test("without a row and without a state that says it, nothing is known", () => {
  expect(shownBy(prompt, declared, undefined, declared)).toBeUndefined();
});

test("before a change: what stays, not the default that the gateway is to give, and what cannot be reset", () => {
  const prior = { ...declared, modelId: "m", [hidden.shown]: { enabled: true } };
  expect(shownAfter(prompt, prior, { ...declared, modelId: "m", content: "Be kind." })).toEqual({
    enabled: true,
  });
  expect(shownAfter(prompt, prior, declared)).toEqual({ enabled: true }); // modelId is cleared
  expect(shownAfter(prompt, { ...prior, type: "USER" }, { ...declared, modelId: "m" })).toBeUndefined();
  const openai = {
    workspaceId: "w",
    name: "openai",
    baseUrl: "https://example.com",
    compatibility: "OPENAI_SDK",
    priority: 1,
  };
  const left = { modelOptions: ["a"] };
  expect(shownAfter(modelProvider, { ...openai, ...left }, openai)).toEqual(left); // a key that is not known cannot be sent
});
