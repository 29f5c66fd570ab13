import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openGithub, openGitlab } from "./support/both.ts";
import { emptyFolder, run } from "./support/step.ts";

const name = "gateway-pin-prod-4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const kept = `review/${name}.pin`;
const all = (text: string) => ({ [kept]: text, [`${kept}.plan.json`]: `plan ${text}` });
const merge = "89abcdef0123456789abcdef0123456789abcdef";
const head = "1111111111111111111111111111111111111111";

test("on GitHub find-pin picks the newest run with the artifact, except expired or forked", async () => {
  const { env, artifacts } = await openGithub();
  const { code, outputs } = await findOnGithub(env);
  expect({ code, outputs }).toEqual({ code: 1, outputs: "" });
  artifacts.push({ id: 4, name, run: 40, fork: true }, { id: 5, name, run: 50, expired: true });
  expect((await findOnGithub(env)).code).toBe(1);
  artifacts.push({ id: 2, name, run: 20 }, { id: 3, name, run: 30 }, { id: 1, name, run: 10 });
  artifacts.push({ id: 6, name: `${name}0`, run: 60 });
  expect(await findOnGithub(env)).toEqual({ code: 0, outputs: "run=30\n" });
});

test("on GitHub find-pin ignores a run whose commit has different content", async () => {
  const { env, artifacts } = await openGithub();
  artifacts.push({ id: 9, name, run: 90, tree: "of-a-branch" });
  expect(await findOnGithub(env)).toEqual({ code: 1, outputs: "" });
  artifacts.push({ id: 2, name, run: 20 });
  expect(await findOnGithub(env)).toEqual({ code: 0, outputs: "run=20\n" });
});

test("a later refused review of the same content revokes the pin, and an approval restores it", async () => {
  const { env, artifacts } = await openGithub();
  artifacts.push({ id: 2, name, run: 20 }, { id: 3, name: `refused-${name}`, run: 30 });
  expect(await findOnGithub(env)).toEqual({ code: 1, outputs: "" });
  artifacts.push({ id: 4, name, run: 30 });
  expect(await findOnGithub(env)).toEqual({ code: 0, outputs: "run=30\n" });
  // Another's refusal takes nothing.
  artifacts.push({ id: 5, name: `refused-${name}`, run: 50, tree: "of-a-branch" });
  expect(await findOnGithub(env)).toEqual({ code: 0, outputs: "run=30\n" });

  const gitlab = await openGitlab();
  gitlab.pipelines.push({ id: 3, sha: head, files: all("reviewed"), ofRequest: true });
  const files = { [`review/refused/${name}.pin`]: "refused" };
  gitlab.pipelines.push({ id: 4, sha: head, files, ofRequest: true, status: "failed" });
  expect(await findOnGitlab(gitlab.env)).toEqual({ code: 1, text: undefined });
});

test("on GitLab find-pin ignores a pipeline with different content or a failed review", async () => {
  const { env, pipelines } = await openGitlab();
  pipelines.push({ id: 9, sha: "2".repeat(40), files: all("forged"), ofRequest: true, isOther: true });
  pipelines.push({ id: 8, sha: head, files: all("of a failed job"), ofRequest: true, status: "failed" });
  expect(await findOnGitlab(env)).toEqual({ code: 1, text: undefined });
  pipelines.push({ id: 3, sha: head, files: all("reviewed"), ofRequest: true });
  expect(await findOnGitlab(env)).toEqual({ code: 0, text: "reviewed" });
});

test("on GitLab find-pin uses the newest review of the merge request or commit, ignoring forks", async () => {
  const { env, pipelines } = await openGitlab();
  expect(await findOnGitlab(env)).toEqual({ code: 1, text: undefined });
  pipelines.push({ id: 11, sha: head, files: { [kept]: "without its plan" }, ofRequest: true });
  pipelines.push({ id: 9, sha: head, files: all("of a fork"), ofRequest: true, fork: true });
  pipelines.push({ id: 8, sha: head, files: all("of another job"), ofRequest: true, job: "reviewers" });
  pipelines.push({ id: 7, sha: head, files: { "review/gateway-pin-prod-0.pin": "other" }, ofRequest: true });
  expect((await findOnGitlab(env)).code).toBe(1);
  pipelines.push({ id: 3, sha: head, files: all("older"), ofRequest: true });
  pipelines.push({ id: 5, sha: head, files: all("reviewed"), ofRequest: true, job: "review: [dev]" });
  expect(await findOnGitlab(env)).toEqual({ code: 0, text: "reviewed" });
  pipelines.push({ id: 6, sha: merge, files: all("reviewed on main"), ofRequest: false });
  expect(await findOnGitlab(env)).toEqual({ code: 0, text: "reviewed on main" });
});

test("an API error is reported, not treated as a missing pin", async () => {
  for (const { env, board } of [await openGithub(), await openGitlab()]) {
    board.fault = { status: 500, body: { message: "down" } };
    const { code, output } = await run(env, ["find-pin", name, "nowhere"]);
    expect(code).toBe(1);
    expect(output).toMatch(/^GET \S+ returned 500\. Response: \{"message":"down"\}\n$/);
  }
});

async function findOnGithub(env: Readonly<Record<string, string>>) {
  const file = path.join(await emptyFolder(), "output");
  await writeFile(file, "");
  const { code } = await run({ ...env, GITHUB_OUTPUT: file }, ["find-pin", name, "unused"]);
  return { code, outputs: await readFile(file, "utf8") };
}

async function findOnGitlab(env: Readonly<Record<string, string>>) {
  const file = path.join(await emptyFolder(), "pin");
  const { code } = await run(env, ["find-pin", name, file]);
  if (code !== 0) return { code, text: undefined };
  const text = await readFile(file, "utf8");
  expect(await readFile(`${file}.plan.json`, "utf8")).toBe(`plan ${text}`);
  return { code, text };
}
