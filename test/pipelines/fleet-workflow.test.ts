import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingNames, settingsSchema } from "../../provider/client/settings.js";
import { paths } from "../harness/paths.ts";
import { parseWorkflow } from "./support/workflows.ts";

const text = readFileSync(path.join(paths.root, "examples/fleet/deploy/github/fleet.yml"), "utf8");
const { concurrency, permissions, jobs } = parseWorkflow(text);
const jobOf = (name: string) => jobs[name] ?? expect.unreachable(`there is no job ${name}`);
const [shared, team] = [jobOf("shared"), jobOf("team")];
const lastOf = ({ steps }: typeof shared) => steps.findLast(({ run }) => run !== undefined)?.run;

test("one run of the fleet at a time, and all of its jobs together have as many requests under way as one process", () => {
  expect(concurrency).toEqual({ group: "fleet", "cancel-in-progress": false });
  const share = Number(team.env?.WORKSPACE_GATEWAY_MAX_CONCURRENCY);
  const most = settingsSchema.shape.maxConcurrency.parse(undefined);
  expect(Number(team.strategy?.["max-parallel"]) * share).toBe(most);
});

test("there is a job for each stack that is changed, none if there is none, and one that fails stops no other", () => {
  expect(Object.keys(jobs)).toEqual(["shared", "team"]);
  const list = "needs.shared.outputs.teams";
  const stack = "$".concat(`{{ fromJSON(${list}) }}`);
  expect(team).toMatchObject({ if: `${list} != '[]'`, strategy: { "fail-fast": false, matrix: { stack } } });
  expect(lastOf(shared)).toContain("node changed.mts");
  expect(lastOf(team)).toBe('node fleet.mts up --only "$STACK" --changed');
});

test("recover is run only where somebody asks for it, and before the up", () => {
  for (const { steps } of [shared, team]) {
    const at = steps.findIndex(({ run }) => run?.includes("recover --yes"));
    expect(steps[at]?.if).toBe("inputs.recover");
    expect(at).toBeLessThan(steps.findIndex(({ run }) => run?.startsWith("node fleet.mts up")));
  }
});

test("no step that installs has a secret, and no job more permissions than it needs", () => {
  expect(permissions).toEqual({});
  for (const { permissions: own, env = {}, steps } of [shared, team]) {
    expect(own).toEqual({ contents: "read" });
    expect(JSON.stringify(env)).not.toContain("secrets.");
    for (const step of steps)
      if (step.run === undefined || step.run === "npm ci") expect(step.env).toBeUndefined();
  }
});

test("the page names every variable and secret that is read, and each of the gateway's is a setting", () => {
  const read = [...text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name);
  expect(read.length).toBeGreaterThan(10);
  const page = readFileSync(path.join(paths.root, "docs/fleet.md"), "utf8");
  for (const name of read) expect(page).toContain(`\`${name}\``);
  const variables = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable);
  const ours = read.filter((name) => name.startsWith("WORKSPACE_GATEWAY_"));
  expect(variables).toEqual(expect.arrayContaining(ours));
});
