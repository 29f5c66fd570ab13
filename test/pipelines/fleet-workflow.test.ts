import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingsSchema } from "../../provider/client/settings.js";
import { paths } from "../harness/paths.ts";
import { parseWorkflow } from "./support/workflows.ts";

const text = readFileSync(path.join(paths.root, "examples/fleet/deploy/github/fleet.yml"), "utf8");
const { concurrency, permissions, jobs } = parseWorkflow(text);
const jobOf = (name: string) => jobs[name] ?? expect.unreachable(`there is no job ${name}`);
const [shared, team] = [jobOf("shared"), jobOf("team")];

test("fleet runs do not overlap, and their jobs together keep the concurrency limit of one process", () => {
  expect(concurrency).toEqual({ group: "fleet", "cancel-in-progress": false });
  const share = Number(team.env?.WORKSPACE_GATEWAY_MAX_CONCURRENCY);
  const most = settingsSchema.shape.maxConcurrency.parse(undefined);
  expect(Number(team.strategy?.["max-parallel"]) * share).toBe(most);
});

test("recover runs only on request, and before the up", () => {
  for (const { steps } of [shared, team]) {
    const at = steps.findIndex(({ run }) => run?.includes("recover --yes"));
    expect(steps[at]?.if).toBe("inputs.recover");
    expect(at).toBeLessThan(steps.findIndex(({ run }) => run?.startsWith("node fleet.mts up")));
  }
});

test("no install step has a secret, and no job has more permissions than it needs", () => {
  expect(permissions).toEqual({});
  for (const { permissions: own, env = {}, steps } of [shared, team]) {
    expect(own).toEqual({ contents: "read" });
    expect(JSON.stringify(env)).not.toContain("secrets.");
    for (const step of steps)
      if (step.run === undefined || step.run === "npm ci") expect(step.env).toBeUndefined();
  }
});
