import { expect, test } from "vitest";
import {
  created,
  deleted,
  inputs,
  onlyChange,
  type PreviewStep,
  replaced,
  review,
  step,
  updated,
} from "./support/preview.ts";

const { Config, Index, GatewayKey, Member, Budget, Model, ModelProvider, Workspace } = inputs;
const standard = { ...Config, isDefault: true };

test.each<[string, PreviewStep, RegExp]>([
  [
    "a member that is declared has a role already",
    created("Member", "ada", Member),
    /there already.*overwritten/,
  ],
  ["a config is away for a moment", replaced("Config", "c", Config, Config), /find none between/],
  [
    "a default config is missing for a moment",
    replaced("Config", "c", standard, standard),
    /gateway's own rules/,
  ],
  [
    "a config that comes first is never away",
    replaced("Config", "c", Config, { ...Config, replaceOrder: "createFirst" }),
    /created before the old one is deleted/,
  ],
  ["an index is crawled anew", replaced("Index", "i", Index, Index), /crawled anew/],
  ["an old key lives on", replaced("GatewayKey", "k", GatewayKey, GatewayKey), /key works until it expires/],
  ["a model gets a new id", replaced("Model", "m", Model, Model), /new id/],
  ["a key goes on working", deleted("GatewayKey", "k", GatewayKey), /key works until it expires/],
  ["a person loses access", deleted("Member", "ada", Member), /loses access/],
  ["a person stays", deleted("Member", "ada", { ...Member, onDestroy: "keep" }), /stays on the gateway/],
  ["a budget stays", deleted("Budget", "b", Budget), /stays on the gateway/],
  ["a budget is put back", deleted("Budget", "b", { ...Budget, onDestroy: "restore" }), /values from before/],
  [
    "a workspace takes everything along",
    deleted("Workspace", "w", { ...Workspace, forceDestroy: true }),
    /everything in it/,
  ],
  ["a workspace that is not empty is kept", deleted("Workspace", "w", Workspace), /refuses.*forceDestroy/],
  ["what is protected is not deleted", deleted("Model", "m", Model, { protect: true }), /protected.*refuses/],
  ["what is retained stays", deleted("Model", "m", Model, { retainOnDelete: true }), /stays on the gateway/],
  [
    "what was not finished is finished",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __unfinished: true } },
      newState: { inputs: Model },
    }),
    /did not finish/,
  ],
  [
    "an update without a difference says so",
    updated("Model", "m", Model, Model),
    /Nothing that is declared differs/,
  ],
  [
    "an update may be for a secret within a value",
    updated(
      "ModelProvider",
      "p",
      { ...ModelProvider, modelOptions: ["a", "[secret]"] },
      { ...ModelProvider, modelOptions: ["a", "[secret]"] },
    ),
    /a secret probably changes/,
  ],
  [
    "an update of another package may be for a secret",
    {
      op: "update",
      urn: "urn:pulumi:dev::shop::aws:ssm/parameter:Parameter::p",
      oldState: { inputs: { value: "[secret]" } },
      newState: { inputs: { value: "[secret]" } },
    },
    /a secret probably changes/,
  ],
  [
    "the engine's reasons for a replacement are told",
    { ...replaced("Model", "m", Model, Model), replaceReasons: ["providerId"] },
    /because of providerId/,
  ],
])("%s, and the notes say so", (_what, change, note) => {
  expect(onlyChange(review(change)).notes.join(" ")).toMatch(note);
});

test("every note is a sentence", () => {
  const all = Object.entries(inputs).flatMap(([kind, values]) => [
    deleted(kind, `${kind}-1`, values),
    replaced(kind, `${kind}-2`, values, values),
    deleted(kind, `${kind}-3`, values, { protect: true, retainOnDelete: true }),
  ]);
  const notes = review(...all).changes.flatMap((change) => change.notes);
  expect(notes.length).toBeGreaterThan(20);
  expect(notes.filter((note) => !/^[A-Z`].*\.$/.test(note))).toEqual([]);
});
