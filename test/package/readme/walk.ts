import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { blocksOf } from "../../docs/support/pages.ts";
import { Shell } from "../../docs/walk/shell.ts";
import { findCli } from "../../harness/cli/find.ts";
import { openRegistry } from "../registry.ts";

export function commandsOfReadme(): string[] {
  return blocksOf("README.md", "sh")[0]?.text.trim().split("\n") ?? [];
}

interface Walked {
  readonly commands: readonly string[];
  /** What the last command printed. */
  readonly output: string;
}

/** Types README's commands into an empty folder. A registry on loopback has the packed packages. */
export async function walk(signal: AbortSignal): Promise<Walked> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "readme-walk-")));
  const registry = await openRegistry(folder);
  const shell = new Shell({
    cwd: folder,
    env: await environment(folder, registry.url),
    memory: path.join(folder, ".shell"),
    signal,
  });
  try {
    const commands = commandsOfReadme();
    let output = "";
    for (const command of commands) output = await succeeded(shell, command);
    return { commands, output };
  } finally {
    await shell.run("npm run emulator:stop");
    registry.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function succeeded(shell: Shell, command: string): Promise<string> {
  const { code, output } = await shell.run(command);
  if (code !== 0) throw new Error(`README's way ended at \`${command}\`, with ${code}:\n${output}`);
  return output;
}

/** The npm package `pulumi` finds the CLI of the tests where it would have downloaded one. */
async function environment(folder: string, registry: string): Promise<NodeJS.ProcessEnv> {
  const home = path.join(folder, ".pulumi-home");
  const template = path.join(import.meta.dirname, "../../../cli/init/command.ts");
  const [, version = ""] = /pulumiVersion = "(.*)"/.exec(await readFile(template, "utf8")) ?? [];
  await mkdir(path.join(home, "versions", version), { recursive: true });
  await symlink((await findCli()).directory, path.join(home, "versions", version, "bin"));
  return {
    HOME: homedir(),
    PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_SKIP_CONFIRMATIONS: "true",
    npm_config_registry: registry,
    npm_config_replace_registry_host: "never",
    npm_config_yes: "true",
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}
