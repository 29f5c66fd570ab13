import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "../docs/support/pages.ts";
import { findCli } from "../harness/cli/find.ts";
import { paths } from "../harness/paths.ts";
import { Shell } from "../harness/shell.ts";
import { openRegistry } from "./registry.ts";

test("README leads from an empty folder to a first up in at most four commands", async ({ signal }) => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "readme-walk-")));
  const registry = await openRegistry(folder);
  const env = await environment(folder, registry.url);
  const shell = new Shell({ cwd: folder, env, memory: path.join(folder, ".shell"), signal });
  try {
    const commands = blocksOf("README.md", "sh")[0]?.text.trim().split("\n") ?? [];
    expect(commands.length).toBeLessThanOrEqual(4);
    let printed = "";
    for (const command of commands) {
      const { code, output } = await shell.run(command);
      expect(code, `${command}\n${output}`).toBe(0);
      printed = output;
    }
    expect(printed).toMatch(/\+ 12 created/);
  } finally {
    await shell.run("npm run emulator:stop");
    registry.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** The npm package `pulumi` finds the CLI of the tests where it would have downloaded one. */
async function environment(folder: string, registry: string): Promise<NodeJS.ProcessEnv> {
  const home = path.join(folder, ".pulumi-home");
  const template = await readFile(path.join(paths.root, "cli/init/command.ts"), "utf8");
  const [, version = ""] = /pulumiVersion = "(.*)"/.exec(template) ?? [];
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
