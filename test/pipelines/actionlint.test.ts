import { readdirSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findTool } from "../harness/cli/kits.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { emptyFolder, gitops } from "./support/step.ts";
import { workflowFiles } from "./support/workflows.ts";

const version = "1.7.12";
const name = "actionlint";
const module = "github.com/rhysd/actionlint";

/** Finds the checker of workflow files in the cache, else builds it with Go; or says why it cannot be had. */
function findActionlint() {
  const of = { name, version: `v${version}` };
  return findTool(
    {
      ...of,
      title: "checker actionlint",
      folder: `${name}-v${version}`,
      files: [name],
      ask: "-version",
      prints: version,
    },
    { ...of, module, command: `cmd/${name}`, stamp: `${module}.version=${version}` },
  );
}

test("actionlint reports no problems in the workflows of the examples and this repository", {
  timeout: 300_000,
}, async (context) => {
  const found = await findActionlint();
  if ("missing" in found) return context.skip(`actionlint was not run: ${found.missing}`);
  const own = path.join(paths.root, ".github", "workflows");
  // A workflow that calls another one names it from the root of its repository.
  const repository = await emptyFolder();
  await cp(gitops, repository, { recursive: true });
  await mkdir(path.join(repository, ".git"));
  // Shellcheck and pyflakes would be run where they happen to be installed.
  const { code, output } = await new RunningProcess(found.file, [
    ...["-no-color", "-shellcheck=", "-pyflakes="],
    ...workflowFiles.map((file) => path.join(repository, file)),
    ...readdirSync(own).map((name) => path.join(own, name)),
    path.join(paths.root, "examples/fleet/deploy/github/fleet.yml"),
  ]).done;
  expect({ code, output }).toEqual({ code: 0, output: "" });
});
