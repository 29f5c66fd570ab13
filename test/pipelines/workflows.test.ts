import { expect, test } from "vitest";
import { callerOf, textOf, type Workflow, workflowFiles, workflowOf } from "./support/workflows.ts";

const files = { gateway: "gateway.yml", stack: "stack.yml", drift: "drift.yml" };
const at = (name: string) => `.github/workflows/${name}`;
const gateway = callerOf(at(files.gateway));
const stack = workflowOf(at(files.stack));
const drift = workflowOf(at(files.drift));
const expression = (text: string) => "$".concat(`{{ ${text} }}`);
const jobs = new Map([...Object.entries(stack.jobs), ...Object.entries(drift.jobs)]);
const before = ["review", "comment", "permit", "reviewed"];

test("the jobs are these", () => {
  expect([...jobs.keys()]).toEqual([...before, "apply", "report", "drift"]);
  expect(workflowFiles.toSorted()).toEqual(Object.values(files).map(at).toSorted());
});

test("no workflow has more permissions than its jobs name, and no job more than it needs", () => {
  for (const { permissions } of [gateway, stack, drift]) expect(permissions).toEqual({});
  const read = { contents: "read" };
  expect(Object.fromEntries([...jobs].map(([name, { permissions }]) => [name, permissions]))).toEqual({
    review: { ...read, actions: "read", "pull-requests": "read" },
    comment: { ...read, "pull-requests": "write" },
    permit: { ...read, actions: "read" },
    reviewed: {},
    apply: { ...read, actions: "read" },
    report: { ...read, "pull-requests": "write" },
    drift: { ...read, issues: "write" },
  });
  // A called workflow gets no more than its caller has.
  expect(gateway.jobs.stack.permissions).toEqual({ ...read, actions: "read", "pull-requests": "write" });
});

test("no job that runs a pull request's program has a token that writes, and none with such a token runs its code", () => {
  const { review, ...others } = stack.jobs;
  expect(Object.values(review?.permissions ?? {})).not.toContain("write");
  for (const name of ["comment", "permit"]) {
    const [checkout] = others[name]?.steps ?? [];
    expect(checkout?.with).toEqual({ ref: "main", "persist-credentials": false });
    expect(commandsOf(others[name])).toEqual([`./pipeline.sh ${name}`]);
  }
  // In the job with the program, what has the token comes before anything that the pull request installs.
  const steps = review?.steps ?? [];
  const withToken = steps.flatMap(({ env }, index) =>
    JSON.stringify(env ?? {}).includes("github.token") ? index : [],
  );
  expect(withToken).toHaveLength(2);
  expect(Math.max(...withToken)).toBeLessThan(steps.findIndex(({ run }) => run?.endsWith("prepare")));
});

test("a pull request's program never runs with the secrets of the target, and one from a fork is not reviewed", () => {
  expect(Object.keys(gateway.on)).toEqual(["pull_request", "merge_group", "push", "workflow_dispatch"]);
  expect(Object.keys(stack.on)).toEqual(["workflow_call"]);
  expect(Object.keys(drift.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(jobs.get("review")?.if).toContain(
    "github.event.pull_request.head.repo.full_name == github.repository",
  );
});

test("the required check is no job that can be skipped: a skipped one would count as passed", () => {
  const { reviewed } = stack.jobs;
  expect(reviewed?.needs).toEqual(["review", "permit"]);
  expect(reviewed?.if).toBe(expression("always() && github.event_name != 'push'"));
  expect(reviewed?.steps).toEqual([
    {
      run: 'test "$REVIEW" = success || test "$PERMIT" = success',
      env: { REVIEW: expression("needs.review.result"), PERMIT: expression("needs.permit.result") },
    },
  ]);
});

test("what was refused becomes a pin only by the job that asks who approved, in an environment of its own", () => {
  const { review, permit } = stack.jobs;
  expect(permit?.environment).toBe(`gateway-permit-${expression("inputs.stack")}`);
  expect(permit?.if).toContain("needs.review.outputs.refused == 'true'");
  const steps = permit?.steps.map(({ run, uses }) => run ?? uses?.split("@")[0]) ?? [];
  expect(steps.indexOf("./pipeline.sh permit")).toBeLessThan(steps.indexOf("actions/download-artifact"));
  const refused = review?.steps.filter((step) => step.with?.path === "review/refused/*.pin*") ?? [];
  expect(refused.map((step) => step.with?.name)).toEqual([
    `refused-${expression("steps.review.outputs.name")}`,
  ]);
});

test("a queue's merge is reviewed like a pull request, after what it builds on was applied", () => {
  expect(gateway.on.merge_group).toEqual({ branches: ["main"] });
  expect(jobs.get("review")?.if).toContain("github.event_name == 'merge_group' ||");
  const wait = jobs.get("review")?.steps.find(({ run }) => run?.endsWith("await-apply"));
  expect(wait?.if).toBe("github.event_name == 'merge_group'");
  expect(wait?.env?.BASE_COMMIT).toBe(expression("github.event.merge_group.base_sha"));
});

test("only a push to main applies, in an environment of its own, one at a time and never cancelled", () => {
  const { apply } = stack.jobs;
  expect(gateway.on.push).toEqual({ branches: ["main"] });
  expect(apply?.if).toBe("github.event_name == 'push'");
  expect(apply?.environment).toBe(`gateway-${expression("inputs.stack")}`);
  expect(gateway.concurrency.group).toContain(expression("github.event_name"));
  expect(gateway.concurrency["cancel-in-progress"]).toBe(expression("github.event_name != 'push'"));
  for (const name of before)
    expect({ name, ofPush: /event_name == 'push'/.test(jobs.get(name)?.if ?? "") }).toEqual({
      name,
      ofPush: false,
    });
});

test("the stacks stand in one place, and those of the night in another", () => {
  const called = { "fail-fast": false, matrix: { stack: ["prod"] } };
  expect(gateway.jobs.stack.strategy).toEqual(called);
  expect(gateway.jobs.stack.with).toEqual({ stack: expression("matrix.stack") });
  expect(gateway.jobs.stack.uses).toBe(`./${at(files.stack)}`);
  expect(stack.env).toEqual({ STACK: expression("inputs.stack") });
  expect(drift.jobs.drift?.strategy).toEqual(called);
  expect(drift.jobs.drift?.env).toEqual({ STACK: expression("matrix.stack") });
  expect(drift.jobs.drift?.concurrency?.group).toContain(expression("matrix.stack"));
});

test("every step that runs something is one command of the script, with nothing of an event in it", () => {
  const others = [...jobs].filter(([name]) => name !== "reviewed");
  expect(Object.fromEntries(others.map(([name, job]) => [name, commandsOf(job)]))).toEqual({
    review: ["await-apply", "permits", "prepare", "review"].map((name) => `./pipeline.sh ${name}`),
    comment: ["./pipeline.sh comment"],
    permit: ["./pipeline.sh permit"],
    apply: ["find-pin", "prepare", "apply"].map((name) => `./pipeline.sh ${name}`),
    report: ["./pipeline.sh report"],
    drift: ["./pipeline.sh prepare", "./pipeline.sh drift", "./pipeline.sh issue"],
  });
});

test("of an event, only what no stranger can word is read", () => {
  const read = workflowFiles.flatMap((file) => textOf(file).match(/github\.event\.[\w.]+/g) ?? []);
  expect([...new Set(read)].sort()).toEqual([
    "github.event.merge_group.base_sha",
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
  for (const { env } of [stack, ...jobs.values()])
    expect(JSON.stringify(env ?? {})).not.toMatch(/secrets|token/);
});

test("every action has a version, and none keeps the token in the checkout", () => {
  const uses = steps().flatMap((step) => step.uses ?? []);
  expect(uses.length).toBeGreaterThan(9);
  for (const action of uses) expect(action).toMatch(/^(actions|pulumi)\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
  const checkouts = steps().filter((each) => each.uses?.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(4);
  for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
});

test("the comment is written though the guard refused, the pin is kept only if it did not", () => {
  const { review, comment } = stack.jobs;
  expect(comment?.if).toMatch(/^\$\{\{ !cancelled\(\) && /);
  expect(comment?.if).toContain(`contains(fromJSON('["success", "failure"]'), needs.review.result)`);
  // A job that has no time left is cancelled: its comment would be that of an earlier commit.
  const looked = review?.steps.find(({ id }) => id === "review")?.["timeout-minutes"];
  expect(looked).toBeLessThan(review?.["timeout-minutes"] ?? 0);
  const pin = review?.steps.find((step) => step.with?.path === "review/*.pin*");
  expect(pin?.if).toBeUndefined();
  expect(review?.steps.at(-1)).toBe(pin);
  // Those before it that may fail have no word that would let the job go on.
  for (const file of workflowFiles) expect(textOf(file)).not.toContain("continue-on-error");
});

test("the pull request is told what was applied, also if nothing was", () => {
  const { apply, report } = stack.jobs;
  expect(report?.needs).toBe("apply");
  expect(report?.if).toBe(expression("!cancelled() && github.event_name == 'push'"));
  const [kept] = apply?.steps.filter((step) => step.with?.path === "review/apply.md") ?? [];
  expect(kept?.if).toBe(expression("!cancelled() && steps.apply.outputs.told == 'true'"));
  const [got] = report?.steps.filter((step) => step.uses?.includes("download-artifact")) ?? [];
  expect(got?.if).toBe("needs.apply.outputs.told == 'true'");
});

test("by hand, only main is reviewed or looked at: a branch would tell what nobody has merged", () => {
  expect(jobs.get("review")?.if).toContain(
    "(github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main')",
  );
  expect(jobs.get("drift")?.if).toBe("github.event_name == 'schedule' || github.ref == 'refs/heads/main'");
});

test("no artifact has a name with the stack in it: that of an organization has a slash, which none may have", () => {
  const artifacts = steps().filter(({ uses }) => uses?.includes("-artifact@"));
  expect(artifacts).toHaveLength(9);
  for (const step of artifacts)
    expect(step.with?.name).toMatch(/^[\w-]*\$\{\{ (steps|needs)\.\w+\.outputs\.name \}\}$/);
});

test("drift is looked for once a night", () => {
  expect(drift.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
});

function steps(): Workflow["jobs"][string]["steps"] {
  return [...jobs.values()].flatMap((job) => job.steps);
}

function commandsOf(job: Workflow["jobs"][string] | undefined): string[] {
  return job?.steps.flatMap(({ run }) => run ?? []) ?? [];
}
