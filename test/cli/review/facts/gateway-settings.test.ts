import { expect, test } from "vitest";
import { plannedWorkspaces, wholeWorkspaces } from "../../../../cli/review/facts/resources.js";
import type { Review } from "../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readPlan } from "../../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../../provider/every-kind.js";
import {
  onlyChange,
  type PreviewStep,
  previewOf,
  provided,
  review,
  settingsStep,
  unknown,
  wordsOf,
} from "./support/preview.ts";
import { openai, resource, team, tone } from "./support/stack.ts";

const risksOf = ({ findings }: Review) =>
  findings.flatMap(({ rule, risk, name }) => (rule === "gateway-settings-changed" ? [[name, risk]] : []));

const update = (after: Record<string, string>, before = {}) => settingsStep("update", "own", before, after);

test.each([
  ["another address", update({ baseUrl: "https://collector.example/api/v1" }), "baseUrl"],
  ["an address that is known later", update({ baseUrl: unknown }), "known only during the `up`"],
  ["objects that are taken over", update({ adopt: "always" }), "adopt"],
  ["another way to delete", update({ deleteScope: "both" }), "deleteScope"],
  ["accounts that are no longer limited", update({}, { allowedAccounts: "me" }), "allowedAccounts"],
  ["credentials alone", update({}), "`accessToken`"],
  ["another plugin", update({ pluginDownloadURL: "https://collector.example" }), "pluginDownloadURL"],
])("a Provider with %s is of a high risk", (_what, step, said) => {
  const found = review(team.same(), step);
  expect(risksOf(found)).toEqual([["own", "high"]]);
  expect(found.findings[0]?.reason).toContain(said);
  expect(found).toMatchObject({ risk: "high", size: { before: 1, after: 1 }, counts: { update: 1 } });
});

test("the settings of a Provider are shown among the changes, and its credentials are not", () => {
  const change = onlyChange(review(team.same(), update({ adopt: "always", accessToken: "canary" })));
  expect(change).toMatchObject({ kind: "Provider", name: "own", operation: "update" });
  expect(wordsOf(change, "adopt")).toBe('"always"');
  expect(JSON.stringify(change)).not.toContain("canary");
  expect(change.fields.map(({ name }) => name)).not.toContain("version");
});

test("a new Provider is of a high risk in a stack that has resources, and of a medium one in a new stack", () => {
  const made = settingsStep("create", "own", undefined, {});
  expect(risksOf(review(team.same(), made))).toEqual([["own", "high"]]);
  expect(risksOf(review(team.created(), made))).toEqual([["own", "medium"]]);
});

test("a Provider that stays or goes, and the engine's own ones, are no findings", () => {
  const engines = ["create", "delete"].map((op) =>
    settingsStep(op, "default_0_2_0", ...(op === "create" ? [undefined, {}] : [{}])),
  );
  const found = review(
    team.same(),
    settingsStep("same", "own", {}, {}),
    settingsStep("delete", "old", {}),
    ...engines,
  );
  expect(risksOf(found)).toEqual([]);
  expect(found.changes.map(({ name }) => name)).toEqual(["old"]);
});

test("another config of the stack is a change of the settings of the engine's Provider", () => {
  expect(risksOf(review(team.same(), settingsStep("update", "default", {}, { adopt: "always" })))).toEqual([
    ["default", "high"],
  ]);
});

/** The same step, of a resource that another Provider had until now. */
const from = (name: string, each: PreviewStep): PreviewStep => ({
  ...each,
  ...(each.oldState && {
    oldState: { ...each.oldState, provider: `urn:pulumi:dev::shop::pulumi:providers:${name}::an-id` },
  }),
});

test.each([
  ["another Provider", provided(from("workspace-gateway::first", tone.updated()))],
  ["a Provider instead of the default one", provided(from("pulumi-nodejs::default", tone.updated()))],
  ["another connection", [tone.with({ connection: "a" }).updated({ connection: "b" })]],
  ["a connection that is known later", [tone.updated({ connection: unknown })]],
  ["another Provider that replaces it", provided(from("workspace-gateway::first", openai.replaced()))],
])("a resource that gets %s is of a high risk", (_what, steps) => {
  expect(risksOf(review(team.same(), ...steps)).map(([, risk]) => risk)).toEqual(["high"]);
});

test("a resource that keeps its Provider is no finding", () => {
  const steps = provided(from("workspace-gateway::second", tone.updated({ content: "Be long." })));
  expect(risksOf(review(team.same(), ...steps))).toEqual([]);
});

/** A review of steps with a configuration of the stack. */
function configured(config: Record<string, string>, ...steps: readonly PreviewStep[]): Review {
  return reviewOf({ plan: readPlan(previewWith(config, ...steps), kinds), kinds });
}

function previewWith(config: Record<string, string>, ...steps: readonly PreviewStep[]): string {
  return JSON.stringify({ ...JSON.parse(previewOf(...steps)), config });
}

test("a gateway that has moved to another address is of a high risk, once", () => {
  const old = "https://old.example/api/v1";
  const steps = [team.same({ __gateway: old }), tone.same({ __gateway: old })];
  const config = { "workspace-gateway:movedFrom": `${old}/` };
  expect(risksOf(configured(config, ...steps))).toEqual([["gateway", "high"]]);
  expect(risksOf(configured(config, team.same({ __gateway: "https://new.example/api/v1" })))).toEqual([]);
  expect(risksOf(configured({}, ...steps))).toEqual([]);
});

const overwrites = ({ findings }: Review) =>
  findings.flatMap(({ rule, risk, reason }) =>
    rule === "unjudged" && reason.includes("may overwrite settings") ? [risk] : [],
  );

test.each([
  [
    "of a Provider",
    (adopt: string) =>
      review(settingsStep("same", "second", { adopt }, { adopt }), ...provided(tone.created())),
  ],
  [
    "of the stack's config",
    (adopt: string) => configured({ "workspace-gateway:adopt": adopt }, tone.created()),
  ],
  [
    "of a connection",
    (adopt: string) =>
      configured({ "workspace-gateway:eu.adopt": adopt }, tone.with({ connection: "eu" }).created()),
  ],
])("a create that overwrites an object by the `adopt` %s is judged as one", (_what, reviewed) => {
  expect(overwrites(reviewed("always"))).toEqual(["high"]);
  expect(overwrites(reviewed(unknown))).toEqual(["high"]);
  expect(overwrites(reviewed("identical"))).toEqual([]);
  expect(overwrites(reviewed("never"))).toEqual([]);
});

test("a workspace that may be there already is not known as a whole", () => {
  const plan = (adopt: string) =>
    readPlan(previewWith({ "workspace-gateway:adopt": adopt }, team.created(), desk.same()), kinds);
  const desk = resource("Workspace", "desk", { name: "desk" });
  expect([...wholeWorkspaces(plan("never"))]).toEqual([team.created().urn]);
  expect([...plannedWorkspaces(plan("never"))]).toEqual(["desk-id"]);
  for (const adopt of ["always", unknown]) {
    expect([...wholeWorkspaces(plan(adopt)), ...plannedWorkspaces(plan(adopt))]).toEqual([]);
  }
  const open = readPlan(previewOf(desk.with({ adopt: unknown }).same()), kinds);
  expect([...plannedWorkspaces(open)]).toEqual([]);
});
