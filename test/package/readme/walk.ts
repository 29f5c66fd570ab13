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

/** An empty folder, in which commands are typed. Each must succeed. */
interface Place {
  readonly folder: string;
  readonly shell: Shell;
  type(command: string): Promise<string>;
}

/** A registry on loopback has the packed packages. */
export async function inEmptyFolder<T>(signal: AbortSignal, go: (place: Place) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "first-steps-")));
  const registry = await openRegistry(folder);
  const env = await environment(folder, registry.url);
  const shell = new Shell({ cwd: folder, env, memory: path.join(folder, ".shell"), signal });
  const type = async (command: string) => {
    const { code, output } = await shell.run(command);
    if (code !== 0) throw new Error(`\`${command}\` exited with ${code}:\n${output}`);
    return output;
  };
  try {
    return await go({ folder, shell, type });
  } finally {
    await shell.end();
    registry.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The npm package `pulumi` finds the CLI of the tests where it would have downloaded one. It is on the PATH, too. */
async function environment(folder: string, registry: string): Promise<NodeJS.ProcessEnv> {
  const home = path.join(folder, ".pulumi-home");
  const template = path.join(import.meta.dirname, "../../../cli/init/command.ts");
  const [, version = ""] = /pulumiVersion = "(.*)"/.exec(await readFile(template, "utf8")) ?? [];
  await mkdir(path.join(home, "versions", version), { recursive: true });
  const { directory } = await findCli();
  const { NODE_EXTRA_CA_CERTS } = process.env;
  await symlink(directory, path.join(home, "versions", version, "bin"));
  return {
    HOME: homedir(),
    // npm does not apply its own `cafile` after a redirect from the registry on loopback.
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    PATH: [path.dirname(process.execPath), directory, process.env.PATH].join(path.delimiter),
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
