import type { Diagnosis } from "../../../cli/doctor/table.ts";
import { type ProcessResult, RunningProcess } from "../../harness/process.ts";
import { type Place, runCommand } from "./command.ts";

/**
 * Runs `workspace-gateway recover` where the program is. If the kill cut the state short, it is `repaired` first by the commands that
 * doctor prints. Then only a preview shows what was created, without its secrets.
 */
export async function runRecover(
  place: Place,
  args: readonly string[] = ["--yes"],
  stack: readonly string[] = ["--stack", place.project.stack],
): Promise<ProcessResult & { repaired: boolean }> {
  const ran = await runCommand(place, ["recover", ...stack, ...args]);
  if (!ran.output.includes("failed to load checkpoint")) return { ...ran, repaired: false };
  const { stdout } = await runCommand(place, ["doctor", "--json", ...stack]);
  const { findings }: { findings: Diagnosis[] } = JSON.parse(stdout);
  const damaged = findings.filter(({ check }) => check === "checkpoint files");
  let recovered: ProcessResult | undefined;
  for (const command of damaged.flatMap(({ facts }) => (facts?.commands ?? []) as string[])) {
    const [first, ...words] = command.split(" ");
    if (first === "npx") recovered = await runCommand(place, [...words.slice(1), ...args]);
    else await new RunningProcess("sh", ["-c", command], { cwd: place.project.directory }).done;
  }
  // A damaged `.attrs` file is only removed, so the lock of the killed run is still there.
  recovered ??= await runCommand(place, ["recover", ...stack, ...args]);
  return { ...recovered, repaired: true };
}
