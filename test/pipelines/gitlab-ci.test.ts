import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { textOf } from "./support/workflows.ts";

const job = z.strictObject({
  stage: z.string(),
  rules: z.array(z.strictObject({ if: z.string(), when: z.string().optional() })),
  script: z.array(z.string()),
  environment: z.strictObject({ name: z.string(), action: z.literal("access").optional() }).optional(),
  resource_group: z.string().optional(),
  interruptible: z.boolean(),
  timeout: z.string(), // GitLab ignores one in `default`
  needs: z
    .array(z.union([z.string(), z.strictObject({ job: z.string(), optional: z.boolean() })]))
    .optional(),
  artifacts: z
    .strictObject({
      when: z.string().optional(),
      access: z.string().optional(),
      paths: z.array(z.string()).optional(),
      reports: z.strictObject({ dotenv: z.literal("permits.env") }).optional(),
      expire_in: z.string(),
    })
    .optional(),
});

const text = textOf(".gitlab-ci.yml");
const pipeline = z
  .strictObject({
    stages: z.array(z.string()),
    variables: z.strictObject({ STACK: z.literal("prod") }),
    default: z.strictObject({ image: z.string() }),
    permits: job,
    review: job,
    comment: job,
    "find-pin": job,
    apply: job,
    report: job,
    drift: job,
    issue: job,
  })
  .parse(parse(text, { uniqueKeys: true }));
const { stages, variables: _variables, default: shared, ...jobs } = pipeline;
const { review, comment, apply, report, drift } = jobs;
const merge = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';

test("every job is a list of commands of the script", () => {
  const commands = (...names: string[]) => names.map((name) => `./pipeline.sh ${name}`);
  expect(Object.fromEntries(Object.entries(jobs).map(([name, { script }]) => [name, script]))).toEqual({
    permits: commands("permits"),
    review: commands("prepare", "review"),
    comment: commands("comment"),
    "find-pin": commands("find-pin"),
    apply: commands("prepare", "apply"),
    report: commands("report"),
    drift: commands("prepare", "drift"),
    issue: commands("issue"),
  });
  expect(text).not.toMatch(/before_script|after_script/);
  for (const { stage } of Object.values(jobs)) expect(stages).toContain(stage);
});

test("a job has either the token of GitLab or what it installs, so no program ever runs beside the token", () => {
  for (const [name, { script, environment }] of Object.entries(jobs)) {
    const installs = script.includes("./pipeline.sh prepare");
    const hasToken = environment?.name === "gateway-tell";
    expect({ name, installs }).toEqual({ name, installs: !hasToken });
    if (hasToken) expect(environment?.action).toBe("access");
  }
});

test("no merge request of a fork is reviewed with the project's variables", () => {
  const ofRequests = Object.values(jobs)
    .flatMap(({ rules }) => rules)
    .filter((rule) => /merge_request/.test(rule.if));
  expect(ofRequests).toHaveLength(3);
  for (const rule of ofRequests)
    expect(rule.if).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
});

test("no value that a person words is in the file", () => {
  expect([...new Set(text.match(/\$\{?CI_\w+/g))].sort()).toEqual([
    "$CI_COMMIT_BRANCH",
    "$CI_DEFAULT_BRANCH",
    "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID",
    "$CI_PIPELINE_SOURCE",
    "$CI_PROJECT_ID",
  ]);
  expect(text.replaceAll(/^ *#.*$/gm, "")).not.toMatch(/TOKEN|SECRET|PASSPHRASE|ALLOW/);
});

test("only a push to main applies, in an environment of its own, one at a time and never interrupted", () => {
  for (const each of [jobs["find-pin"], apply]) expect(each.rules).toEqual([{ if: merge }]);
  expect(apply.environment).toEqual({ name: "gateway-prod" });
  expect(apply.resource_group).toBe("gateway-prod");
  expect(apply.interruptible).toBe(false);
  expect(drift.resource_group).toBe(apply.resource_group);
});

test("the comment is written though the guard refused, and what was applied is told though it failed", () => {
  expect(comment.needs).toEqual(["review"]);
  expect(comment.rules.map(({ when }) => when)).toEqual(["always"]);
  expect(review.artifacts).toEqual({
    when: "always",
    access: "developer",
    paths: ["review/"],
    expire_in: "7 days",
  });
  expect(report).toMatchObject({ needs: ["apply"], rules: [{ if: merge, when: "always" }] });
  expect(apply.artifacts).toMatchObject({ when: "always", paths: ["review/apply.md"] });
});

test("what labels permit reaches the review, and by hand on main there are none", () => {
  expect(jobs.permits.artifacts?.reports).toEqual({ dotenv: "permits.env" });
  expect(review.needs).toEqual([{ job: "permits", optional: true }]);
  expect(review.rules).toHaveLength(2);
});

test("drift is looked for by a schedule of main alone, and a schedule does nothing else", () => {
  const scheduled = Object.entries(jobs).filter(([, { rules }]) =>
    rules.some((rule) => rule.if.includes("schedule")),
  );
  expect(scheduled.map(([name]) => name)).toEqual(["drift", "issue"]);
  for (const [, { rules }] of scheduled)
    expect(rules).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
    ]);
});

test("the image has a version", () => {
  expect(shared.image).toMatch(/^[\w./-]+:\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?$/);
});
