import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { cliFiles } from "./cli.ts";
import type { Host } from "./host.ts";
import { runWithProgress } from "./progress.ts";

const scriptUrl = "https://get.pulumi.com/install.sh";

/** Installs the CLI of this version into `directory`, as `PulumiCommand.install` would, but with a time limit. */
export async function installCli(host: Host, version: string, directory: string): Promise<void> {
  const script = await host.download(scriptUrl).catch((cause: unknown) => {
    throw new Error(`${scriptUrl} cannot be reached (${reason(cause)})`, { cause });
  });
  const work = await mkdtemp(path.join(os.tmpdir(), "pulumi-installer-"));
  try {
    const file = path.join(work, "install.sh");
    await writeFile(file, script);
    const args = [file, "--no-edit-path", "--install-root", work, "--version", version.slice(1)];
    const { code, output } = await runWithProgress(host, `Installing Pulumi ${version}`, "/bin/sh", args, {
      env: host.env,
      signal: AbortSignal.timeout(180_000),
    });
    if (code !== 0) throw new Error(`Pulumi's installer failed: ${output.trim().split("\n").at(-1) ?? ""}`);
    for (const name of cliFiles) await cp(path.join(work, "bin", name), path.join(directory, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** `fetch` says what happened only in the `cause` of its error. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
