import { expect, test } from "vitest";
import { withWords } from "../../../../cli/review/document/changes.js";
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
  team,
  tone,
  unknown,
} from "./support/preview.ts";

const risksOf = ({ findings }: Review) =>
  findings.flatMap(({ rule, risk, name }) => (rule === "gateway-settings-changed" ? [[name, risk]] : []));

test("the settings of a Provider are shown among the changes, but its credentials are not", () => {
  const change = onlyChange(
    review(team.same(), settingsStep("update", "own", {}, { adopt: "always", accessToken: "canary" })),
  );
  expect(change).toMatchObject({ kind: "Provider", name: "own", operation: "update" });
  expect(withWords(change).fields).toContainEqual(
    expect.objectContaining({ name: "adopt", words: '"always"' }),
  );
  expect(JSON.stringify(change)).not.toContain("canary");
  expect(change.fields.map(({ name }) => name)).not.toContain("version");
});

/** A review of steps with a configuration of the stack. */
function configured(config: Record<string, string>, ...steps: readonly PreviewStep[]): Review {
  const preview = JSON.stringify({ ...JSON.parse(previewOf(...steps)), config });
  return reviewOf({ plan: readPlan(preview, kinds), kinds });
}

test("a gateway that moved to another address is high risk, reported once", () => {
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
])("a create that may overwrite an object because of the `adopt` %s is high risk", (_what, reviewed) => {
  expect(overwrites(reviewed("always"))).toEqual(["high"]);
  expect(overwrites(reviewed(unknown))).toEqual(["high"]);
  expect(overwrites(reviewed("identical"))).toEqual([]);
  expect(overwrites(reviewed("never"))).toEqual([]);
});
