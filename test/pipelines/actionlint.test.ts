import { readdirSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { findActionlint } from "./support/actionlint.ts";
import { emptyFolder, gitops } from "./support/step.ts";
import { workflowFiles } from "./support/workflows.ts";

test("actionlint finds nothing in the workflows of the examples and of this repository, and would find a title in a command", {
  timeout: 300_000,
}, async (context) => {
  const found = await findActionlint();
  if ("missing" in found) return context.skip(`actionlint was not run: ${found.missing}`);
  const lint = async (files: readonly string[]) => {
    // Shellcheck and pyflakes would be run where they happen to be installed.
    const args = ["-no-color", "-shellcheck=", "-pyflakes=", ...files];
    return new RunningProcess(found.file, args).done;
  };
  const own = path.join(paths.root, ".github", "workflows");
  // A workflow that calls another one names it from the root of its repository.
  const repository = await emptyFolder();
  await cp(gitops, repository, { recursive: true });
  await mkdir(path.join(repository, ".git"));
  const result = await lint([
    ...workflowFiles.map((file) => path.join(repository, file)),
    ...readdirSync(own).map((name) => path.join(own, name)),
    path.join(paths.root, "examples/fleet/deploy/github/fleet.yml"),
  ]);
  expect(result.output).toBe("");
  expect(result.code).toBe(0);

  const unsafe = path.join(await emptyFolder(), "unsafe.yml");
  await writeFile(unsafe, workflowWith("echo $".concat("{{ github.event.pull_request.title }}")));
  expect(await lint([unsafe])).toMatchObject({ code: 1, output: expect.stringContaining("untrusted") });
});

function workflowWith(run: string): string {
  const job = { "runs-on": "ubuntu-latest", steps: [{ run }] };
  return JSON.stringify({ on: "pull_request", jobs: { job } }); // JSON is YAML
}
