import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { kinds } from "../../../../provider/every-kind.js";
import {
  deleted,
  inputs,
  onlyChange,
  type PreviewStep,
  planOf,
  replaced,
  review,
  step,
  urn,
} from "./support/preview.ts";
import { ada, cap, config, gpt, key, openai, site, standard, team } from "./support/stack.ts";

const { Model } = inputs;
const covered = { inputs: { value: "[secret]" } };
const parameter = "urn:pulumi:dev::shop::aws:ssm/parameter:Parameter::p";

test.each<[string, PreviewStep, RegExp]>([
  ["a member that is declared has a role already", ada.created(), /there already.*overwritten/],
  ["a config is away for a moment", config.replaced(), /find none between/],
  ["a default config is missing for a moment", standard.replaced(), /requests that name no config/],
  [
    "a config that comes first is never away",
    config.replaced({ replaceOrder: "createFirst" }),
    /created before the old one is deleted/,
  ],
  ["an index is crawled again", site.replaced(), /crawled again/],
  ["an old key lives on", key.replaced(), /key works until it expires/],
  ["a model gets a new id", gpt.replaced(), /new id/],
  ["a key goes on working", key.deleted(), /key works until it expires/],
  ["a person loses access", ada.deleted(), /loses access/],
  ["a person stays", ada.with({ onDestroy: "keep" }).deleted(), /stays on the gateway/],
  ["a budget stays", cap.deleted(), /stays on the gateway/],
  ["a budget is put back", cap.with({ onDestroy: "restore" }).deleted(), /values from before/],
  ["a workspace takes everything along", team.with({ forceDestroy: true }).deleted(), /everything in it/],
  ["a workspace that is not empty is kept", team.deleted(), /refuses.*forceDestroy/],
  ["what is protected is not deleted", gpt.deleted({ protect: true }), /protected.*refuses/],
  ["what is retained stays", gpt.deleted({ retainOnDelete: true }), /stays on the gateway/],
  [
    "what was not finished is finished",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __unfinished: true } },
      newState: { inputs: Model },
    }),
    /did not finish/,
  ],
  [
    "what the gateway altered is sent again",
    step("update", "Model", "m", {
      oldState: { inputs: Model, outputs: { __altered: { inputCost: "x" } } },
      newState: { inputs: Model },
    }),
    /stored a value for `inputCost` that differs from the one sent, so the `up` sends it again/,
  ],
  ["an update without a difference says so", gpt.updated(), /Nothing that is declared differs/],
  [
    "an update may be for a secret within a value",
    openai.with({ modelOptions: ["a", "[secret]"] }).updated(),
    /a secret probably changes/,
  ],
  [
    "an update of another package may be for a secret",
    { op: "update", urn: parameter, oldState: covered, newState: covered },
    /a secret probably changes/,
  ],
  [
    "the engine's reasons for a replacement are told",
    { ...gpt.replaced(), replaceReasons: ["providerId"] },
    /because of providerId/,
  ],
])("%s, and the notes say so", (_what, change, note) => {
  expect(onlyChange(review(change)).notes.join(" ")).toMatch(note);
});

const teamId = { workspaceId: "team-id" };
const live = {
  operation: "same",
  urn: "gateway",
  type: "Prompt",
  kind: "Prompt",
  name: "by-hand",
  before: { id: "p-1", inputs: teamId, outputs: {}, from: {} },
  replaceReasons: [],
  isUndeclared: true,
} as const;

test.each<[string, boolean, RegExp]>([
  [
    "refused",
    false,
    /still holds objects in it: `ada`, `gpt`, `openai`, `by-hand`\. Apply `forceDestroy: true` before/,
  ],
  ["allowed", true, /^(?!.*still holds)/],
])("a review of a destroy that is %s names what stays in the workspace", (_what, forceDestroy, said) => {
  const plan = planOf(
    team.with({ forceDestroy }).deleted(),
    gpt.with(teamId).deleted({ retainOnDelete: true }),
    openai.with(teamId).deleted({ deletedWith: urn("Workspace", "team") }),
    ada.with({ ...teamId, onDestroy: "keep" }).deleted(),
    config.with(teamId).deleted(),
    cap.with(teamId).deleted(),
    site.with({ workspaceId: "other" }).deleted({ retainOnDelete: true }),
  );
  const owner = { id: "m-1", inputs: { ...teamId, role: "OWNER" }, outputs: {}, from: {} };
  const ofOwner = { ...live, urn: "owner", kind: "Member", name: "m-1", before: owner };
  const { changes } = reviewOf({ plan: { ...plan, steps: [...plan.steps, live, ofOwner] }, kinds });
  expect(changes.find(({ kind }) => kind === "Workspace")?.notes.join(" ")).toMatch(said);
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
