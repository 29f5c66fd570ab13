import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { textOf } from "./support/workflows.ts";

const job = z.looseObject({
  stage: z.string(),
  rules: z.array(z.looseObject({ if: z.string(), when: z.string().optional() })),
  script: z.array(z.string()),
  environment: z.strictObject({ name: z.string() }).optional(),
  resource_group: z.string().optional(),
  interruptible: z.boolean(),
  timeout: z.string(), // GitLab ignores one in `default`
  needs: z.array(z.string()).optional(),
  artifacts: z
    .strictObject({
      when: z.string(),
      access: z.string(),
      paths: z.array(z.string()),
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
    review: job,
    comment: job,
    apply: job,
    drift: job,
  })
  .parse(parse(text, { uniqueKeys: true }));
const { review, comment, apply, drift } = pipeline;
const jobs = { review, comment, apply, drift };

test("every job is a list of commands of the script", () => {
  expect(Object.fromEntries(Object.entries(jobs).map(([name, { script }]) => [name, script]))).toEqual({
    review: ["./pipeline.sh prepare", "./pipeline.sh review"],
    comment: ["./pipeline.sh comment"],
    apply: ["./pipeline.sh prepare", "./pipeline.sh find-pin", "./pipeline.sh apply"],
    drift: ["./pipeline.sh prepare", "./pipeline.sh drift", "./pipeline.sh issue"],
  });
  expect(text).not.toMatch(/before_script|after_script/);
});

test("no merge request of a fork is reviewed with the project's variables", () => {
  const ofRequests = [...review.rules, ...comment.rules].filter((rule) => /merge_request/.test(rule.if));
  expect(ofRequests).toHaveLength(2);
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
  expect(text).not.toMatch(/TOKEN|SECRET|PASSPHRASE/);
});

test("only a push to main applies, in an environment of its own, one at a time and never interrupted", () => {
  expect(apply.rules).toEqual([
    { if: '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
  ]);
  expect(apply.environment).toEqual({ name: "gateway-prod" });
  expect(apply.resource_group).toBe("gateway-prod");
  expect(apply.interruptible).toBe(false);
  expect(drift.resource_group).toBe(apply.resource_group);
});

test("the comment is written though the guard refused", () => {
  expect(comment.needs).toEqual(["review"]);
  expect(comment.rules.map(({ when }) => when)).toEqual(["always"]);
  expect(review.artifacts).toEqual({
    when: "always",
    access: "developer",
    paths: ["review/"],
    expire_in: "7 days",
  });
});

test("drift is looked for by a schedule of main alone, and a schedule does nothing else", () => {
  const scheduled = Object.entries(jobs).filter(([, { rules }]) =>
    rules.some((rule) => rule.if.includes("schedule")),
  );
  expect(scheduled.map(([name]) => name)).toEqual(["drift"]);
  expect(drift.rules).toEqual([
    { if: '$CI_PIPELINE_SOURCE == "schedule" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
  ]);
});

test("the image has a version", () => {
  expect(pipeline.default.image).toMatch(/^[\w./-]+:\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?$/);
});
