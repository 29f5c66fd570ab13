import { expect, test } from "vitest";
import {
  cap,
  type PreviewStep,
  resource,
  review,
  team,
  tone,
  unknown,
  updated,
  urn,
} from "../review/facts/support/preview.ts";

const found = (...steps: readonly PreviewStep[]) =>
  review(team.same(), ...steps).findings.map(({ level, rule }) => `${level} ${rule}`);

const quota = { match: { name: "burst" }, windowMinutes: 1 };

test.each<[string, PreviewStep, string[]]>([
  [
    "a limit is declared where only the gateway knows the old one",
    updated("Quota", "burst", quota, { ...quota, maxRequests: 5 }),
    ["refused quota-up", "refused quota-down"],
  ],
  [
    "the window of a limit is known only later",
    updated(
      "Quota",
      "burst",
      { ...quota, maxRequests: 5 },
      { ...quota, maxRequests: 5, windowMinutes: unknown },
    ),
    ["refused quota-up", "refused quota-down"],
  ],
  [
    "it is known only later whether a new prompt is for production",
    tone.with({ environment: unknown, isGlobal: true }).created(),
    ["high production-prompt-changed"],
  ],
  [
    "it is known only later whether a deleted prompt was for production",
    tone.with({ environment: unknown }).deleted(),
    ["high production-prompt-changed"],
  ],
  ["a budget rises by exactly the limit", cap.updated({ budget: 750 }), ["medium budget-up"]],
])("%s: the change is judged by its worst possible effect", (_what, step, findings) => {
  expect(found(step)).toEqual(findings);
});

test("a new object may be in any workspace if its workspace id is computed from another one's id", () => {
  const made = resource("Mapping", "it", { workspaceId: unknown }).created({
    propertyDependencies: { workspaceId: [urn("Workspace", "sandbox")] },
    makes: true,
  });
  const levels = (...steps: readonly PreviewStep[]) => {
    const { findings } = review(...steps, made);
    return findings
      .filter(({ rule, name }) => rule === "unjudged" && name === "it")
      .map(({ level }) => level);
  };
  const sandbox = resource("Workspace", "sandbox");
  expect(levels(team.same(), sandbox.created())).toEqual(["high"]);
  expect(levels(sandbox.created())).toEqual(["medium"]);
  expect(levels(sandbox.with({ adopt: unknown }).created())).toEqual(["high"]);
  expect(levels()).toEqual(["high"]);
});
