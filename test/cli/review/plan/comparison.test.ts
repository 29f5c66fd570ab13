import { expect, test } from "vitest";
import type { AccountObject } from "../../../../cli/account/account-object.js";
import type { Account } from "../../../../cli/account/match-accounts.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { comparisonOf, type LeavesOut } from "../../../../cli/review/plan/comparison.js";
import { kinds } from "../../../../provider/every-kind.js";
import { typeToken } from "../../../../provider/spec/token.js";
import type { Values } from "../../../../provider/spec/values.js";
import { expectPage } from "../../support/pages.ts";
import { changesIn } from "../facts/support/found-in.ts";

/** A stage of one program: the ids and logical names are its own, the names on the gateway are not. */
function stage(called: string, more: readonly AccountObject[] = []) {
  const object = (kind: string, name: string, inputs: Values, outputs: Values = {}): AccountObject => {
    const urn = `urn:pulumi:${called}::shop::${typeToken(kind)}::${name}`;
    const all = { ...inputs, ...outputs, createdAt: `in ${called}` };
    return { kind, urn, name, id: `${name} of ${called}`, inputs, outputs: all, from: {} };
  };
  const inside = { workspaceId: `team of ${called}` };
  const objects: readonly AccountObject[] = [
    object("Workspace", "team", { name: "Support" }),
    object("ModelProvider", "openai", {
      ...inside,
      name: "openai",
      baseUrl: "https://api.example",
      priority: 1,
    }),
    object(
      "Model",
      "gpt",
      { ...inside, providerId: `openai of ${called}`, name: "gpt", inputCost: 2 },
      { gatewayName: "openai/gpt" },
    ),
    object("Mapping", "default", {
      ...inside,
      sourceName: "default",
      targetModel: "openai/gpt",
      priority: 1,
    }),
    object("Prompt", "tone", { ...inside, name: "tone", content: "Be brief.", modelId: `gpt of ${called}` }),
    object("Budget", "cap", { ...inside, budget: 500 }),
    object(
      "Member",
      `ada-${called}`,
      { ...inside, userId: `u-${called}`, role: "MEMBER" },
      { user: { id: `u-${called}`, username: "ada", email: "ada@example.com" } },
    ),
    ...more,
  ];
  return { called, objects, object };
}

const withValues = (account: Account, name: string, values: Values): Account => ({
  ...account,
  objects: account.objects.map((each) =>
    each.name === name
      ? { ...each, inputs: { ...each.inputs, ...values }, outputs: { ...each.outputs, ...values } }
      : each,
  ),
});

const without = (account: Account, name: string): Account => ({
  ...account,
  objects: account.objects.filter((each) => each.name !== name),
});

const [staging, prod] = [stage("staging"), stage("prod")];
const changed = (name: string, values: Values) => withValues(staging, name, values);
const second = staging.object("Model", "mini", {
  ...{ workspaceId: "team of staging", providerId: "openai of staging", name: "mini" },
});
/** The stage with several mappings of one name. */
const chain = ({ called, object }: typeof staging, ...priorities: number[]) =>
  stage(
    called,
    priorities.map((priority) =>
      object("Mapping", `m${priority}`, {
        ...{ workspaceId: `team of ${called}`, sourceName: "fast", targetModel: "openai/gpt", priority },
      }),
    ),
  );
const cheaper = withValues(changed("cap", { budget: 1 }), "gpt", { inputCost: 1, name: "gpt" });
const leavesOut: LeavesOut = ({ kind }, property) =>
  property === undefined ? kind === "Budget" : kind === "Model" && property === "inputCost";
const silent = changed("openai", { apiKey: "[secret]", modelOptions: ["a"] });

const rows: Readonly<Record<string, readonly [from: Account, to: Account, leavesOut?: LeavesOut]>> = {
  "two stages of one program": [staging, prod],
  "a cost": [changed("gpt", { inputCost: 1 }), prod],
  "a role": [changed("ada-staging", { role: "ADMIN" }), prod],
  "a budget": [changed("cap", { budget: 200_000 }), prod],
  "a text": [changed("tone", { content: "Be long." }), prod],
  "what is only there, and what is only here": [without(staging, "tone"), without(prod, "default")],
  "another name of a workspace": [changed("team", { name: "Support (staging)" }), prod],
  "a new place": [staging, { called: "prod", objects: [] }],
  "a reference to another object": [
    withValues(stage("staging", [second]), "tone", { modelId: "mini of staging" }),
    prod,
  ],
  "mappings of one name that are alike in their priorities": [chain(staging, 1, 2, 3), chain(prod, 3, 2, 1)],
  "mappings of one name, one of which is missing": [chain(staging, 3, 2), chain(prod, 1, 2, 3)],
  "what is not left out": [cheaper, prod],
  "what is left out: whole objects, or one property": [cheaper, prod, leavesOut],
  "a property of which one side says nothing, and a secret": [silent, prod],
  "a property that the gateway shows to have no value": [silent, withValues(prod, "openai", { __shown: {} })],
};

test("the comparison of two accounts matches the snapshot", async () => {
  await expectPage("comparison.md", rows, ([from, to, left], what) => {
    const review = reviewOf({ plan: comparisonOf(from, to, kinds, left), kinds });
    expect(review.compared).toEqual({ from: from.called, to: to.called });
    // An id of the other account is the id of nothing here.
    if (what !== "a reference to another object") expect(JSON.stringify(review)).not.toContain("of staging");
    const routes = review.routes.map(({ incoming, after }) => `- ${incoming} → ${after?.is} ${after?.model}`);
    const size = `${review.size.before} → ${review.size.after} resources`;
    return [size, changesIn(review), ...routes].join("\n");
  });
});
