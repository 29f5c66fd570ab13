import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { messageOf } from "pulumi-workspace-gateway/tools";
import { pulumiOutput } from "../../pulumi.js";
import type { Terminal } from "../../terminal.js";

/**
 * Runs pulumi in the folder of a program, and gives what it printed to standard output. All that it says is shown on
 * standard error, unless it is `quiet`.
 *
 * @param otherwise - what holds if it fails, and what to do then
 */
export async function pulumiIn(
  folder: string,
  args: readonly string[],
  { terminal, otherwise, quiet }: { terminal: Terminal; otherwise: string; quiet?: true },
): Promise<string> {
  const all = [...args, "--non-interactive", "--cwd", folder];
  return pulumiOutput(all, terminal, {
    otherwise: `: ${otherwise}.`,
    show: quiet ? undefined : terminal.note,
  });
}

const needed = ["pulumi-workspace-gateway/runtime", "@pulumi/pulumi"];

/** Installs the packages of a program, if it cannot find those that it needs. */
export async function installPackages(folder: string, { env, note }: Terminal): Promise<void> {
  const { resolve } = createRequire(path.join(path.resolve(folder), "index.js"));
  if (needed.every((name) => isFound(() => resolve(name)))) {
    return;
  }
  note(`Running \`npm install\` in ${folder}, because its packages are not there yet.`);
  const isWindows = process.platform === "win32"; // npm is a batch file there
  const child = spawn("npm", ["install"], {
    cwd: folder,
    env: { ...env },
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", note);
  }
  const problem = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(messageOf(error)));
    child.on("close", (code) => resolve(code === 0 ? undefined : `the exit code ${code}`));
  });
  if (problem !== undefined) {
    throw new Error(
      `\`npm install\` failed in ${folder}: ${problem}. The program is written, and nothing was imported: ` +
        "install the packages, and run this again with --into --import.",
    );
  }
}

function isFound(find: () => unknown): boolean {
  try {
    find();
    return true;
  } catch {
    return false;
  }
}
