import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { settingNames, settingsSchema } from "../../provider/client/settings.js";
import { paths } from "../harness/paths.ts";

const texts = z.record(z.string(), z.union([z.string(), z.number()]));
const step = z.looseObject({ run: z.string().optional(), if: z.string().optional(), env: texts.optional() });
const job = z.looseObject({
  if: z.string().optional(),
  permissions: texts,
  env: texts.optional(),
  steps: z.array(step),
});
const matrix = z.strictObject({
  "fail-fast": z.literal(false),
  "max-parallel": z.int(),
  matrix: z.strictObject({ stack: z.string() }),
});
const text = readFileSync(path.join(paths.root, "examples/fleet/deploy/github/fleet.yml"), "utf8");
const workflow = z
  .looseObject({
    concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }),
    permissions: texts,
    jobs: z.strictObject({ shared: job, team: job.extend({ strategy: matrix }) }),
  })
  .parse(parse(text, { uniqueKeys: true }));
const { shared, team } = workflow.jobs;

test("one run of the fleet at a time, and all of its jobs together have as many requests under way as one process", () => {
  expect(workflow.concurrency).toEqual({ group: "fleet", "cancel-in-progress": false });
  const share = Number(team.env?.WORKSPACE_GATEWAY_MAX_CONCURRENCY);
  expect(team.strategy["max-parallel"] * share).toBe(settingsSchema.shape.maxConcurrency.parse(undefined));
});

test("there is a job for each stack that is changed, none if there is none, and one that fails stops no other", () => {
  const list = "needs.shared.outputs.teams";
  expect(team.if).toBe(`${list} != '[]'`);
  expect(team.strategy.matrix.stack).toBe("$".concat(`{{ fromJSON(${list}) }}`));
  expect(commands(shared).at(-1)).toContain("node changed.mts");
  expect(commands(team).at(-1)).toBe('node fleet.mts up --only "$STACK" --changed');
});

test("recover is run only where somebody asks for it, and before the up", () => {
  for (const each of [shared, team]) {
    const at = each.steps.findIndex(({ run }) => run?.includes("recover --yes"));
    expect(each.steps[at]?.if).toBe("inputs.recover");
    expect(at).toBeLessThan(each.steps.findIndex(({ run }) => run?.startsWith("node fleet.mts up")));
  }
});

test("no step that installs has a secret, and no job more permissions than it needs", () => {
  expect(workflow.permissions).toEqual({});
  for (const { permissions, env, steps } of [shared, team]) {
    expect(permissions).toEqual({ contents: "read" });
    expect(JSON.stringify(env ?? {})).not.toContain("secrets.");
    for (const { env: own, run } of steps)
      expect(run === undefined || run === "npm ci" ? own : undefined).toBeUndefined();
  }
});

test("the page names every variable and secret that is read, and each of the gateway's is a setting", () => {
  const read = [...text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name);
  expect(read.length).toBeGreaterThan(10);
  const page = readFileSync(path.join(paths.root, "docs/fleet.md"), "utf8");
  const variables = Object.keys(settingsSchema.shape).map((key) => settingNames(key).variable);
  for (const name of read) expect(page).toContain(`\`${name}\``);
  expect(variables).toEqual(
    expect.arrayContaining(read.filter((name) => name.startsWith("WORKSPACE_GATEWAY_"))),
  );
});

function commands({ steps }: z.infer<typeof job>): string[] {
  return steps.flatMap(({ run }) => run ?? []);
}
