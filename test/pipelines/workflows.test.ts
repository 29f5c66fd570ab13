import { expect, test } from "vitest";
import { parseWorkflow, textOf, type Workflow, workflowFiles } from "./support/workflows.ts";

type Job = Workflow["jobs"][string];

const at = (name: string) => `.github/workflows/${name}.yml`;
const read = (name: string) => parseWorkflow(textOf(at(name)));
const [gateway, stack, drift] = [read("gateway"), read("stack"), read("drift")];
const expression = (text: string) => "$".concat(`{{ ${text} }}`);
const jobs = new Map([...Object.entries(stack.jobs), ...Object.entries(drift.jobs)]);
const jobOf = (name: string): Job => jobs.get(name) ?? expect.unreachable(`there is no job ${name}`);
const steps = [...jobs.values()].flatMap((job) => job.steps);
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
const [review, comment, permit] = [jobOf("review"), jobOf("comment"), jobOf("permit")];
const before = ["review", "comment", "permit", "reviewed"];
const contents = { contents: "read" };

test("each job runs only commands of the script, with no more permissions than they need", () => {
  expect(workflowFiles.toSorted()).toEqual(["drift", "gateway", "stack"].map(at));
  expect([...jobs.keys()]).toEqual([...before, "apply", "report", "drift"]);
  const of = (permissions: object, ...names: string[]) => ({
    ...{ permissions, commands: names.map((name) => `./pipeline.sh ${name}`) },
  });
  const needed = [...jobs].map(([name, job]) => [
    name,
    { permissions: job.permissions, commands: commandsOf(job) },
  ]);
  const { reviewed: _, ...others } = Object.fromEntries(needed);
  expect(others).toEqual({
    review: of(
      { ...contents, actions: "read", "pull-requests": "read" },
      ...["await-apply", "permits", "prepare", "review"],
    ),
    comment: of({ ...contents, "pull-requests": "write" }, "comment"),
    permit: of({ ...contents, actions: "read" }, "permit"),
    apply: of({ ...contents, actions: "read" }, "find-pin", "prepare", "apply"),
    report: of({ ...contents, "pull-requests": "write" }, "report"),
    drift: of({ ...contents, issues: "write" }, "prepare", "drift", "issue"),
  });
  for (const { permissions } of [gateway, stack, drift]) expect(permissions).toEqual({});
  for (const { defaults } of [stack, drift]) expect(defaults).toBeDefined();
  // A called workflow gets no more than its caller has.
  const all = { ...contents, actions: "read", "pull-requests": "write" };
  expect(gateway.jobs.stack).toMatchObject({ permissions: all, secrets: "inherit" });
});

test("a pull request's code never runs in a job with a write token", () => {
  expect(Object.values(review.permissions ?? {})).not.toContain("write");
  for (const {
    steps: [checkout],
  } of [comment, permit])
    expect(checkout?.with).toEqual({ ref: "main", "persist-credentials": false });
  // In the job with the program, what has the token comes before anything that the pull request installs.
  const withToken = review.steps.flatMap(({ env = {} }, index) =>
    JSON.stringify(env).includes("github.token") ? index : [],
  );
  expect(withToken).toHaveLength(2);
  expect(Math.max(...withToken)).toBeLessThan(review.steps.findIndex(({ run }) => run?.endsWith("prepare")));
});

test("no workflow uses pull_request_target, and pull requests from forks are not reviewed", () => {
  expect([gateway, stack, drift].map(({ on }) => Object.keys(on))).toEqual([
    ["pull_request", "merge_group", "push", "workflow_dispatch"],
    ["workflow_call"],
    ["schedule", "workflow_dispatch"],
  ]);
  expect(review.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
});

test("the required check is never skipped, because a skipped check counts as passed", () => {
  const env = { REVIEW: expression("needs.review.result"), PERMIT: expression("needs.permit.result") };
  expect(jobOf("reviewed")).toMatchObject({
    permissions: {},
    needs: ["review", "permit"],
    if: expression("always() && github.event_name != 'push'"),
    steps: [{ run: 'test "$REVIEW" = success || test "$PERMIT" = success', env }],
  });
});

test("a refused review becomes a pin only in the permit job, after approval in its environment", () => {
  expect(permit.environment).toBe(`gateway-permit-${expression("inputs.stack")}`);
  expect(permit.if).toContain("needs.review.outputs.refused == 'true'");
  const order = permit.steps.map(({ run, uses }) => run ?? uses?.split("@")[0]);
  expect(order.indexOf("./pipeline.sh permit")).toBeLessThan(order.indexOf("actions/download-artifact"));
  const refused = review.steps.filter((step) => step.with?.path === "review/refused/*.pin*");
  expect(refused.map((step) => step.with?.name)).toEqual([
    `refused-${expression("steps.review.outputs.name")}`,
  ]);
});

test("a merge queue commit is reviewed like a pull request, after its base commit is applied", () => {
  expect(gateway.on.merge_group).toEqual({ branches: ["main"] });
  expect(review.if).toContain("github.event_name == 'merge_group' ||");
  const base = expression("github.event.merge_group.base_sha");
  expect(review.steps.find(({ run }) => run?.endsWith("await-apply"))).toMatchObject({
    ...{ if: "github.event_name == 'merge_group'", env: { BASE_COMMIT: base } },
  });
});

test("only a push to main applies, in its own environment, one at a time and never canceled", () => {
  expect(gateway.on.push).toEqual({ branches: ["main"] });
  const environment = `gateway-${expression("inputs.stack")}`;
  expect(jobOf("apply")).toMatchObject({ if: "github.event_name == 'push'", environment });
  expect(gateway.concurrency).toEqual({
    group: expect.stringContaining(expression("github.event_name")),
    "cancel-in-progress": expression("github.event_name != 'push'"),
  });
  expect(before.filter((name) => /event_name == 'push'/.test(jobOf(name).if ?? ""))).toEqual([]);
});

test("workflows read only event fields whose text an outsider cannot choose", () => {
  const words = workflowFiles.flatMap((file) => textOf(file).match(/github\.event\.[\w.]+/g) ?? []);
  expect([...new Set(words)].sort()).toEqual([
    "github.event.merge_group.base_sha",
    "github.event.pull_request.head.repo.full_name",
    "github.event.pull_request.head.sha",
    "github.event.pull_request.number",
  ]);
});

test("no step has both gateway secrets and the GitHub token, and an install step has neither", () => {
  const hasSecrets = (values: object = {}) => JSON.stringify(values).includes("secrets.");
  for (const step of steps) {
    expect(hasSecrets(step.env) && JSON.stringify(step.env).includes("github.token")).toBe(false);
    if (step.run?.endsWith("prepare")) expect(step.env).toBeUndefined();
    expect(hasSecrets(step.with)).toBe(false);
  }
  expect(steps.filter(({ env }) => hasSecrets(env))).toHaveLength(3);
  // A job's variables would be in the environment of every step.
  for (const { env = {} } of [stack, ...jobs.values()])
    expect(JSON.stringify(env)).not.toMatch(/secrets|token/);
});

test("every action has a version, and no checkout keeps the token", () => {
  const uses = steps.flatMap((step) => step.uses ?? []);
  expect(uses.length).toBeGreaterThan(9);
  for (const action of uses) expect(action).toMatch(/^(actions|pulumi)\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
  const checkouts = steps.filter((each) => each.uses?.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(4);
  for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
});

test("the comment is written even after a refused review, but then no pin is kept", () => {
  expect(comment.if).toMatch(/^\$\{\{ !cancelled\(\) && /);
  expect(comment.if).toContain(`contains(fromJSON('["success", "failure"]'), needs.review.result)`);
  // A job that has no time left is cancelled: its comment would be that of an earlier commit.
  const looked = review.steps.find(({ id }) => id === "review")?.["timeout-minutes"];
  expect(looked).toBeLessThan(review["timeout-minutes"] ?? 0);
  expect(review.steps.at(-1)?.with?.path).toBe("review/*.pin*");
  expect(review.steps.at(-1)?.if).toBeUndefined();
  // Those before it that may fail have no word that would let the job go on.
  for (const file of workflowFiles) expect(textOf(file)).not.toContain("continue-on-error");
});

test("a manual run reviews or checks only main, and drift is checked once a night", () => {
  const byHand = "(github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main')";
  expect(review.if).toContain(byHand);
  expect(jobOf("drift").if).toBe("github.event_name == 'schedule' || github.ref == 'refs/heads/main'");
  expect(drift.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
});

test("artifact names do not contain the stack, because a name with an organization has a slash", () => {
  const artifacts = steps.filter(({ uses }) => uses?.includes("-artifact@"));
  expect(artifacts).toHaveLength(9);
  for (const step of artifacts)
    expect(step.with?.name).toMatch(/^[\w-]*\$\{\{ (steps|needs)\.\w+\.outputs\.name \}\}$/);
});
