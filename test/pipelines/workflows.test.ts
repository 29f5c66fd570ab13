import { expect, test } from "vitest";
import { textOf, type Workflow, workflowFiles, workflowOf } from "./support/workflows.ts";

const workflows = new Map(workflowFiles.map((file) => [file, workflowOf(file)]));
const gateway = workflows.get(".github/workflows/gateway.yml") ?? expect.unreachable();
const drift = workflows.get(".github/workflows/drift.yml") ?? expect.unreachable();
const stack = "$".concat("{{ matrix.stack }}");
const jobs = new Map([...Object.entries(gateway.jobs), ...Object.entries(drift.jobs)]);

test("the jobs are these", () => {
  expect([...jobs.keys()]).toEqual(["review", "apply", "drift"]);
  expect(workflows.size).toBe(2);
});

test("no workflow has more permissions than its jobs name, and no job more than it needs", () => {
  for (const { permissions } of workflows.values()) expect(permissions).toEqual({});
  expect(Object.fromEntries([...jobs].map(([name, { permissions }]) => [name, permissions]))).toEqual({
    review: { contents: "read", "pull-requests": "write" },
    apply: { contents: "read", actions: "read" },
    drift: { contents: "read", issues: "write" },
  });
});

test("a pull request's program never runs with the secrets of the target, and one from a fork is not reviewed", () => {
  expect(Object.keys(gateway.on)).toEqual(["pull_request", "push", "workflow_dispatch"]);
  expect(Object.keys(drift.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(jobs.get("review")?.if).toContain(
    "github.event.pull_request.head.repo.full_name == github.repository",
  );
});

test("only a push to main applies, in an environment of its own, one at a time and never cancelled", () => {
  const { apply } = gateway.jobs;
  expect(gateway.on.push).toEqual({ branches: ["main"] });
  expect(apply?.if).toBe("github.event_name == 'push'");
  expect(apply?.environment).toBe(`gateway-${stack}`);
  expect(apply?.concurrency).toEqual({ group: `gateway-apply-${stack}`, "cancel-in-progress": false });
});

test("every job has a group of its own for each stack, and all have the same stacks", () => {
  const groups = [...jobs.values()].map(({ concurrency }) => concurrency.group);
  expect(new Set(groups).size).toBe(jobs.size);
  for (const group of groups) expect(group).toContain(stack);
  for (const job of jobs.values()) {
    expect(job.strategy).toEqual({ "fail-fast": false, matrix: { stack: ["prod"] } });
    expect(job.env).toEqual({ STACK: stack });
  }
});

test("every step that runs something is one command of the script, with nothing of an event in it", () => {
  const commands = [...jobs].map(([name, { steps }]) => [name, steps.flatMap(({ run }) => run ?? [])]);
  expect(Object.fromEntries(commands)).toEqual({
    review: ["./pipeline.sh prepare", "./pipeline.sh review", "./pipeline.sh comment"],
    apply: ["./pipeline.sh prepare", "./pipeline.sh find-pin", "./pipeline.sh apply"],
    drift: ["./pipeline.sh prepare", "./pipeline.sh drift", "./pipeline.sh issue"],
  });
});

test("of an event, only what no stranger can word is read", () => {
  const read = [...workflows.keys()].flatMap((file) => textOf(file).match(/github\.event\.[\w.]+/g) ?? []);
  expect([...new Set(read)].sort()).toEqual([
    "github.event.pull_request.head.repo.full_name",
    "github.event.pull_request.head.sha",
    "github.event.pull_request.number",
  ]);
});

test("a step has either the secrets of the gateway or the token of GitHub, and a step that installs has none", () => {
  for (const step of steps()) {
    const env = JSON.stringify(step.env ?? {});
    expect(env.includes("secrets.") && env.includes("github.token")).toBe(false);
    if (step.run?.endsWith("prepare")) expect(step.env).toBeUndefined();
    expect(JSON.stringify(step.with ?? {})).not.toContain("secrets.");
  }
  expect(steps().filter(({ env }) => JSON.stringify(env ?? {}).includes("secrets."))).toHaveLength(3);
  // A job's variables would be in the environment of every step.
  for (const { env } of jobs.values()) expect(JSON.stringify(env)).not.toMatch(/secrets|token/);
});

test("every action has a version, and none keeps the token in the checkout", () => {
  const uses = steps().flatMap((step) => step.uses ?? []);
  expect(uses.length).toBeGreaterThan(9);
  for (const action of uses) expect(action).toMatch(/^(actions|pulumi)\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
  for (const step of steps().filter((each) => each.uses?.startsWith("actions/checkout@")))
    expect(step.with).toEqual({ "persist-credentials": false });
});

test("the comment is written though the guard refused, the pin is kept only if it did not", () => {
  const review = gateway.jobs.review?.steps ?? [];
  const comment = review.find(({ run }) => run?.endsWith("comment"));
  expect(comment?.if).toMatch(/^\$\{\{ !cancelled\(\) && /);
  // A job that has no time left is cancelled: no step would run after the review.
  const looked = review.find(({ id }) => id === "review")?.["timeout-minutes"];
  expect(looked).toBeLessThan(gateway.jobs.review?.["timeout-minutes"] ?? 0);
  const pin = review.find((step) => step.with?.path === "review/*.pin*");
  expect(pin?.if).toBeUndefined();
  // Those before it that may fail have no word that would let the job go on.
  expect(textOf(".github/workflows/gateway.yml")).not.toContain("continue-on-error");
  const others = review.filter((step) => step.uses?.includes("upload-artifact") && step !== pin);
  expect(others.map((step) => String(step.with?.path).split("\n").filter(Boolean))).toEqual([
    ["review/review.md", "review/review.html"],
  ]);
});

test("by hand, only main is reviewed or looked at: a branch would tell what nobody has merged", () => {
  expect(jobs.get("review")?.if).toContain(
    "(github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main')",
  );
  expect(jobs.get("drift")?.if).toBe("github.event_name == 'schedule' || github.ref == 'refs/heads/main'");
});

test("no artifact has a name with the stack in it: that of an organization has a slash, which none may have", () => {
  const artifacts = steps().filter(({ uses }) => uses?.includes("-artifact@"));
  expect(artifacts).toHaveLength(3);
  for (const step of artifacts)
    expect(step.with?.name).toMatch(/^[\w-]*\$\{\{ steps\.\w+\.outputs\.name \}\}$/);
});

test("drift is looked for once a night", () => {
  expect(drift.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
});

function steps(): Workflow["jobs"][string]["steps"] {
  return [...jobs.values()].flatMap((job) => job.steps);
}
