import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";

/** The folder of the example. */
export const gitops = path.join(paths.root, "examples/gitops");

/** The first line of the reviews of these tests. */
export const marker = "<!-- workspace-gateway review: shop/prod -->";

type Env = Readonly<Record<string, string>>;

/** Runs a command of `pipeline/main.mts`, with these texts as files, and nothing else in its environment. */
export async function tell(env: Env, command: string, ...texts: readonly string[]) {
  const folder = await emptyFolder();
  const files = texts.map((_, index) => path.join(folder, String(index)));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? "")));
  return run(env, [command, ...files]);
}

/** Has a review posted as the comment of a stack. */
export async function comment(env: Env, markdown: string, { stack = "prod", of = "comment" } = {}) {
  const text = path.join(await emptyFolder(), "review.md");
  await writeFile(text, markdown);
  return run(env, [of, text, stack]);
}

/** Runs `pipeline/main.mts` with these arguments. */
export function run(env: Env, args: readonly string[]) {
  const main = path.join(gitops, "pipeline/main.mts");
  return new RunningProcess(path.join(paths.bin, "node"), [main, ...args], { env: { ...env } }).done;
}

/** A folder for the length of one test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pipeline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
