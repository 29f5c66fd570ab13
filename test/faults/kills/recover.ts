import path from "node:path";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import type { Stage } from "../stage.ts";

const main = path.join(paths.root, "provider/dist/cli/main.js");

/** The one command after any crash; `since` if nobody wrote down what the run did that began then. */
export async function recover(stage: Stage, since?: Date): Promise<string> {
  const { project, env } = stage;
  const from = since === undefined ? [] : ["--since", since.toISOString()];
  const args = [main, "recover", "--yes", "--stack", project.stack, ...from];
  const settings = { cwd: project.directory, env: { ...project.env, ...env } };
  const { code, output } = stage.watch(await new RunningProcess(process.execPath, args, settings).done);
  if (code !== 0) stage.untrue.push(`recover ended with ${code}: ${output}`);
  return output;
}
