import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { textOf } from "./support/workflows.ts";

const word = z.string();
const action = z.literal("access").optional();
const job = z.strictObject({
  stage: word,
  rules: z.array(z.strictObject({ if: word, when: word.optional() })),
  script: z.array(word),
  environment: z.strictObject({ name: word, action }).optional(),
  resource_group: word.optional(),
  interruptible: z.boolean(),
  timeout: word, // GitLab ignores one in `default`
  needs: z.array(z.union([word, z.strictObject({ job: word, optional: z.boolean() })])).optional(),
  artifacts: z.record(word, z.unknown()).optional(),
});

const text = textOf(".gitlab-ci.yml");
const {
  stages,
  variables,
  default: _,
  ...others
} = z
  .object({ stages: z.array(word), variables: z.unknown(), default: z.strictObject({ image: word }) })
  .catchall(job)
  .parse(parse(text, { uniqueKeys: true }));
const jobs = z.record(word, job).parse(others);
const jobOf = (name: string) => jobs[name] ?? expect.unreachable(`there is no job ${name}`);
const [review, apply] = [jobOf("review"), jobOf("apply")];
const merge = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';

test("every job runs only commands of the script", () => {
  const commands = Object.entries(jobs).map(([name, { script }]) => [name, script.join(", ")]);
  expect(Object.fromEntries(commands)).toEqual({
    permits: "./pipeline.sh permits",
    review: "./pipeline.sh prepare, ./pipeline.sh review",
    comment: "./pipeline.sh comment",
    "find-pin": "./pipeline.sh find-pin",
    apply: "./pipeline.sh prepare, ./pipeline.sh apply",
    report: "./pipeline.sh report",
    drift: "./pipeline.sh prepare, ./pipeline.sh drift",
    issue: "./pipeline.sh issue",
  });
  expect(variables).toEqual({ STACK: "prod" });
  for (const { stage } of Object.values(jobs)) expect(stages).toContain(stage);
});

test("a job either has the GitLab token or installs packages, so no program runs beside the token", () => {
  for (const [name, { script, environment }] of Object.entries(jobs)) {
    const hasToken = environment?.name === "gateway-tell";
    expect([name, script.includes("./pipeline.sh prepare")]).toEqual([name, !hasToken]);
    if (hasToken) expect(environment?.action).toBe("access");
  }
});

test("merge requests from forks are not reviewed with the project's variables", () => {
  const all = Object.values(jobs).flatMap(({ rules }) => rules.map((rule) => rule.if));
  const ofRequests = all.filter((rule) => /merge_request/.test(rule));
  expect(ofRequests).toHaveLength(3);
  for (const rule of ofRequests)
    expect(rule).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
});

test("the file uses no variable whose text a person can choose", () => {
  expect([...new Set(text.match(/\$\{?CI_\w+/g))].sort()).toEqual([
    "$CI_COMMIT_BRANCH",
    "$CI_DEFAULT_BRANCH",
    "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID",
    "$CI_PIPELINE_SOURCE",
    "$CI_PROJECT_ID",
  ]);
  expect(text.replaceAll(/^ *#.*$/gm, "")).not.toMatch(/TOKEN|SECRET|PASSPHRASE|ALLOW/);
});

test("only a push to main applies, in its own environment, one at a time and never interrupted", () => {
  for (const each of [jobOf("find-pin"), apply]) expect(each.rules).toEqual([{ if: merge }]);
  const alone = { resource_group: "gateway-prod", interruptible: false };
  expect(apply).toMatchObject({ environment: { name: "gateway-prod" }, ...alone });
  expect(jobOf("drift").resource_group).toBe("gateway-prod");
});

test("the comment job runs after a refused review, and the report job after a failed apply", () => {
  expect(jobOf("comment").needs).toEqual(["review"]);
  expect(jobOf("comment").rules.map(({ when }) => when)).toEqual(["always"]);
  const kept = { when: "always", access: "developer", paths: ["review/"], expire_in: "7 days" };
  expect(review.artifacts).toEqual(kept);
  expect(jobOf("report")).toMatchObject({ needs: ["apply"], rules: [{ if: merge, when: "always" }] });
  expect(apply.artifacts).toMatchObject({ when: "always", paths: ["review/apply.md"] });
});

test("only a schedule on main checks for drift, and a schedule runs nothing else", () => {
  const scheduled = Object.entries(jobs).filter(([, { rules }]) => /schedule/.test(JSON.stringify(rules)));
  const rules = [{ if: merge.replace("push", "schedule") }];
  expect(scheduled.map(([name, job]) => [name, job.rules])).toEqual([
    ["drift", rules],
    ["issue", rules],
  ]);
});
