import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { previewOf } from "../../cli/account/engine.ts";
import { RunningProcess } from "../../harness/process.ts";
import { main } from "../support/command.ts";
import { type Declared, ref } from "../support/declaration.ts";

const team: Declared = { kind: "Workspace", name: "one", args: { name: "Team one" } };
const key = (release: number): Declared => ({
  kind: "GatewayKey",
  name: "one-key",
  args: { workspaceId: ref("one"), triggers: { release } },
});
const budget = (amount: number): Declared => ({
  kind: "Budget",
  name: "one-cap",
  args: { workspaceId: ref("one"), budget: amount },
});
const strict = "refuse: [medium]\nmaxBudgetUp: 100\n";
const change = {
  before: [team, budget(2000), key(1)],
  after: [team, budget(2300), key(2)],
};

/** A pull request that changes the guard's file, which the target branch has; undefined deletes it. */
async function pullRequest(rules: string | undefined) {
  const folder = await mkdtemp(path.join(tmpdir(), "guard-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "gateway-guard.yaml");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder });
  await writeFile(file, strict);
  await writeFile(path.join(folder, "preview.json"), previewOf(change));
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "gateway-guard.yaml");
  git("commit", "--quiet", "--message", "Rules");
  git("checkout", "--quiet", "-b", "change");
  await (rules === undefined ? rm(file) : writeFile(file, rules));
  git("commit", "--quiet", "--all", "--message", "Looser rules");
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("WORKSPACE_GATEWAY_")),
  );
  const review = (...args: string[]) =>
    new RunningProcess(process.execPath, [main, "review", "preview.json", ...args], { cwd: folder, env })
      .done;
  return { review };
}

test.each([
  ["raises a limit", "refuse: [medium]\nmaxBudgetUp: 1000000\n"],
  ["names what may pass", `${strict}allow: [budget-up, key-rotated]\n`],
  ["refuses less", "maxBudgetUp: 100\n"],
  ["deletes the file", undefined],
])("a loosened guard that %s does not count, and is told first", async (_what, rules) => {
  const { review } = await pullRequest(rules);
  const comment = await review("--guard", "--guard-ref", "main");
  expect(comment.code, comment.output).toBe(3);
  expect(comment.stdout.split("\n").slice(0, 4).join("\n")).toContain("gateway-guard.yaml");
  expect(comment.stderr).toMatch(/budget-up one-cap/);
  expect(comment.stderr).toMatch(/key-rotated one-key/);
});
