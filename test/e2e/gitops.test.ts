import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway } from "../gateway/index.ts";
import type { PulumiProject } from "../harness/engine.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";
import { type StubGithub, startGithub } from "../pipelines/support/stub-github.ts";
import { main } from "./support/command.ts";
import { contents } from "./support/contents.ts";
import { example, settingsOf } from "./support/example.ts";

// The tests of this file are the days of one stack that a pipeline looks after, in this order.
const apiKey = "sk-made-up-openai";
let gateway: Gateway;
let github: StubGithub;
let project: PulumiProject;
/** What a job may do on the gateway before a merge, and after it. */
let reader: Readonly<Record<string, string>>;
let writer: Readonly<Record<string, string>>;
/** All that the steps printed. */
let log = "";

beforeAll(async () => {
  gateway = await startGateway();
  writer = settingsOf(gateway);
  const scopes = ["profile", "workspaces", "members", "providers", "models", "mapping", "prompts", "quotas"];
  const token = gateway.token({ scopes: scopes.map((scope) => `${scope}:read`) });
  reader = { ...writer, WORKSPACE_GATEWAY_ACCESS_TOKEN: token };
  github = await startGithub();
  project = await example("gitops", { stack: "prod", secrets: { openaiApiKey: apiKey } });
  // In an installed project npm makes this.
  await project.write("node_modules/.bin/workspace-gateway", `#!/bin/sh\nexec node '${main}' "$@"\n`);
  await chmod(path.join(project.directory, "node_modules/.bin/workspace-gateway"), 0o755);
  await git("init", "--quiet");
  await project.write(".git/info/exclude", ".backend\n.home\n");
  await commit();
  await push();
});
afterAll(async () => {
  await project?.dispose();
  github?.board.close();
  await gateway?.close();
});

test("a pull request gets a review comment with a read-only token, and another commit updates it", async () => {
  const reviewed = async () => {
    expect(await review()).toBe(0);
    expect(await step("comment", github.env)).toMatchObject({ code: 0 });
    expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
    return comments();
  };
  expect(await reviewed()).toEqual([
    expect.stringMatching(
      /^<!-- workspace-gateway review: workspace-gateway-gitops\/prod -->\n[\s\S]*gpt-small/,
    ),
  ]);
  const tone = await readFile(path.join(project.directory, "prompts/tone.md"), "utf8");
  await project.write("prompts/tone.md", `${tone}Never promise a date.\n`);
  await commit();
  expect(await reviewed()).toEqual([expect.stringContaining("Never promise a date.")]);
});

test("after a squash merge, the pin that matches the content of the commit is found and applied", async () => {
  await keepArtifact(501);
  await git("commit", "--quiet", "--amend", "--message", "Merge all of it as one");
  await push();
  expect(await merged()).toMatchObject({ code: 0 });
  expect(await step("report", afterMerge())).toMatchObject({ code: 0 });
  expect(comments()).toEqual([
    expect.stringContaining("Never promise a date."),
    expect.stringMatching(/^<!-- workspace-gateway apply: workspace-gateway-gitops\/prod -->\n/),
  ]);
  const one = { workspaces: 1, members: 1, providers: 1, models: 1, prompts: 1, mappings: 1 };
  expect(contents(gateway)).toEqual(one);
  expect(gateway.rows("prompts")[0]?.content).toContain("Never promise a date.");
});

test("the nightly check opens no issue if the gateway matches the program, and one after a console change", async () => {
  expect(await night()).toBe("The gateway matches the declaration.");
  expect(github.board.issues).toEqual([]);
  const [model] = gateway.rows("models");
  const { workspace_id } = gateway.rows("providers")[0] ?? {};
  await gateway.console("PATCH", `/models/${model?.id}`, { workspace_id, input_cost: 4 });
  const stray = { workspace_id, source_name: "clicked-together", target_model: "gpt-small" };
  const made = await gateway.console("POST", "/mappings", stray);
  expect(await night()).toBe("The gateway differs from the declaration. An issue was opened.");
  expect(github.board.issues).toMatchObject([{ state: "open", body: expect.stringContaining("inputCost") }]);
  expect(github.board.issues[0]?.body).toContain("clicked-together");
  const { data } = made.body as { data: { id: string } };
  await gateway.console("DELETE", `/mappings/${data.id}`, { workspace_id });
});

test("a manual review on main creates a pin that fixes the drift, and the next night closes the issue", async () => {
  expect(await review()).toBe(0);
  await keepArtifact(502);
  expect(await merged()).toMatchObject({ code: 0 });
  expect(gateway.rows("models")[0]?.input_cost).toBe(0.4);
  expect(await night()).toBe("The gateway matches the declaration again. The issue was closed.");
  expect(github.board.issues).toMatchObject([{ state: "closed" }]);
});

test("no step shows a secret in its log, in a comment or in an issue", () => {
  const posts = [...github.board.comments, ...github.board.issues];
  const shown = [log, ...posts.map(({ body }) => body)].join("\n");
  expect(shown.length).toBeGreaterThan(2_000);
  expect(shown).not.toContain(apiKey);
  expect(shown).not.toContain(github.board.token);
  for (const env of [reader, writer]) {
    expect(shown).not.toContain(env.WORKSPACE_GATEWAY_ACCESS_TOKEN);
    expect(shown).not.toContain(env.WORKSPACE_GATEWAY_CLIENT_SECRET);
  }
});

async function step(command: string, env: Readonly<Record<string, string>>): Promise<ProcessResult> {
  const result = await new RunningProcess("sh", ["pipeline.sh", command], {
    cwd: project.directory,
    env: { ...project.env, STACK: "prod", ...env },
  }).done;
  log += result.output;
  return result;
}

async function review(): Promise<number> {
  gateway.log.clear();
  return (await step("review", reader)).code;
}

/** What a job after a merge has in its environment. */
function afterMerge(): Readonly<Record<string, string>> {
  return { ...github.env, PULL_REQUEST: "", GITHUB_REF: "refs/heads/main" };
}

/** The commit is what main holds now, where the guard's rules are read. */
async function push(): Promise<void> {
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
}

/** What the job after a merge does, with the action that downloads the artifact. */
async function merged(): Promise<ProcessResult> {
  await writeFile(outputFile(), "");
  const found = await step("find-pin", { ...afterMerge(), GITHUB_OUTPUT: outputFile() });
  expect(found.output).toBe("The pin of the review was found.\n");
  const outputs = Object.fromEntries(
    (await readFile(outputFile(), "utf8")).split("\n").map((line) => line.split("=")),
  );
  await cp(artifactOf(Number(outputs.run)), path.join(project.directory, "review"), { recursive: true });
  return step("apply", writer);
}

async function night(): Promise<string> {
  expect(await step("drift", reader)).toMatchObject({ code: 0 });
  const { code, output } = await step("issue", github.env);
  expect(code, output).toBe(0);
  return output.trim();
}

/** What the action does that uploads the pin. */
async function keepArtifact(run: number): Promise<void> {
  const name = `gateway-pin-workspace-gateway-gitops-prod-${await git("rev-parse", "HEAD^{tree}")}`;
  await mkdir(artifactOf(run));
  for (const file of [`${name}.pin`, `${name}.pin.plan.json`])
    await cp(path.join(project.directory, "review", file), path.join(artifactOf(run), file));
  github.artifacts.push({ id: run, name, run });
}

function artifactOf(run: number): string {
  return path.join(project.directory, ".home", `artifact-${run}`);
}

function outputFile(): string {
  return path.join(project.directory, ".home", "output");
}

async function commit(): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Change the gateway");
}

async function git(...args: readonly string[]): Promise<string> {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const options = { cwd: project.directory, env: { ...project.env, GIT_CONFIG_GLOBAL: "/dev/null" } };
  const { code, output } = await new RunningProcess("git", [...who, ...args], options).done;
  expect(code, output).toBe(0);
  return output.trim();
}

function comments(): string[] {
  return github.board.comments.map(({ body }) => body);
}
