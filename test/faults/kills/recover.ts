import { runRecover } from "../../e2e/support/recover-command.ts";
import type { Stage } from "../stage.ts";

/** The one command after any crash; `since` if nobody wrote down what the run did that began then. */
export async function recover(stage: Stage, since?: Date): Promise<void> {
  const from = since === undefined ? [] : ["--since", since.toISOString()];
  const { code, output } = stage.watch(await runRecover(stage, ["--yes", ...from]));
  if (code !== 0) stage.untrue.push(`recover ended with ${code}: ${output}`);
  await stage.state();
}
