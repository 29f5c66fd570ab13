import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { findCli } from "../../harness/cli/find.ts";
import { offlineEnvironment } from "../../harness/environment.ts";
import { freePorts } from "../../harness/free-ports.ts";
import { paths } from "../../harness/paths.ts";
import { blocksOf } from "../support/pages.ts";
import { Shell } from "./shell.ts";

/** Where a reader follows a page: a folder in which the packages are installed, and a gateway. */
export interface Place {
  readonly page: string;
  readonly folder: string;
  readonly gateway: Gateway;
  readonly token: string;
  readonly shell: Shell;
  readonly ports: readonly string[];
  write(file: string, text: string): Promise<void>;
  copy(example: string): Promise<void>;
  /** The text of a block of the page, by its language and its number among those. */
  printed(language: string, at?: number): string;
  /** The lines at which those blocks begin whose text was asked for. */
  readonly read: Set<number>;
  /** Types what the page does not print, because the reader has it behind them. */
  earlier(command: string, input?: string): Promise<string>;
  dispose(): Promise<void>;
}

export async function openPlace(page: string, signal: AbortSignal): Promise<Place> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "page-")));
  const folder = path.join(root, "project");
  const gateway = await startGateway();
  const token = gateway.standingToken();
  const env = await environment(root);
  env.WORKSPACE_GATEWAY_BASE_URL = gateway.baseUrl;
  env.WORKSPACE_GATEWAY_ACCESS_TOKEN = token;
  const shell = new Shell({ cwd: folder, env, memory: path.join(root, "memory"), signal });
  const read = new Set<number>();
  await mkdir(folder);
  await symlink(path.join(paths.root, "node_modules"), path.join(folder, "node_modules"));
  return {
    page,
    folder,
    gateway,
    token,
    shell,
    ports: await freePorts(2),
    read,
    async write(file, text) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    },
    copy: (example) => cp(path.join(paths.root, "examples", example), folder, { recursive: true }),
    printed(language, at = 0) {
      const block = blocksOf(page, language)[at];
      if (block === undefined) throw new Error(`${page} has no block ${at} of ${language}.`);
      read.add(block.line);
      return block.text;
    },
    async earlier(command, input) {
      const { code, output, stdout } = await shell.run(command, input);
      if (code !== 0) throw new Error(`${page}: \`${command}\` exited with ${code}:\n${output}`);
      return stdout;
    },
    async dispose() {
      await shell.end();
      await gateway.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Variables of a machine on which nothing is set but the gateway: the settings of whoever runs the tests do not count. */
async function environment(root: string): Promise<NodeJS.ProcessEnv> {
  const [bin, backend, home] = ["bin", "backend", "home"].map((name) => path.join(root, name));
  const { directory: cli } = await findCli();
  const at = {
    cli,
    bin: `${bin}:${paths.bin}`,
    backend: backend ?? "",
    home: path.join(home ?? "", ".pulumi"),
  };
  for (const each of [bin, backend, home]) await mkdir(each ?? "");
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(path.join(bin ?? "", name), text);
    await chmod(path.join(bin ?? "", name), 0o755);
  }
  const env = offlineEnvironment({ HOME: home, PATH: process.env.PATH }, at);
  // Nobody is at the terminal to say yes.
  return { ...env, PULUMI_SKIP_CONFIRMATIONS: "true", DISPLAY: ":0", LANG: "C.UTF-8" };
}

const commands = {
  // npm's own needs twice the time of what it starts. The way of README is walked with that.
  npx: `#!/bin/sh
command=$1
shift
at=$PWD
while [ ! -e "$at/node_modules/.bin/$command" ] && [ "$at" != / ]; do at=$(dirname "$at"); done
exec "$at/node_modules/.bin/$command" "$@"
`,
  // A browser in front of somebody who approves what it opens.
  "xdg-open": "#!/usr/bin/env node\nawait fetch(process.argv[2]);\n",
};
