import { type ProcessOptions, RunningProcess } from "../../../harness/process.ts";

/** What a command that must succeed prints. */
export async function succeeded(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<string> {
  const { code, stdout, output } = await new RunningProcess(command, args, options).done;
  if (code !== 0) throw new Error(`\`${[command, ...args].join(" ")}\` exited with ${code}:\n${output}`);
  return stdout;
}
