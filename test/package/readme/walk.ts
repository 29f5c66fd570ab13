import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { blocksOf } from "../../docs/support/pages.ts";
import { Shell } from "../../docs/walk/shell.ts";
import { findCli } from "../../harness/cli/find.ts";
import { freePorts } from "../../harness/free-ports.ts";
import { packed } from "../tarball.ts";

/** The command that goes on beside the others. The program is saved before it, where README says so. */
const emulator = /^npx workspace-gateway-emulator .*(?= &$)/;

export function commandsOfReadme(): string[] {
  const [install, first] = blocksOf("README.md", "sh");
  return [install, first].flatMap((block) => block?.text.trim().split("\n") ?? []);
}

/**
 * Goes README's way in an empty folder, as a reader would type it. Packed packages stand for those of the registry, and a free port
 * for the one that is named there.
 */
export async function walk(
  signal: AbortSignal,
): Promise<Readonly<Record<"commands" | "onGateway", readonly string[]>>> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "readme-walk-")));
  const cli = await findCli();
  const env = environment(cli.directory, folder);
  const shell = new Shell({ cwd: folder, env, memory: path.join(folder, ".shell"), signal });
  try {
    const tarballs = {
      "pulumi-workspace-gateway": await packed("provider", folder),
      "workspace-gateway": await packed("cli", folder),
      "workspace-gateway-emulator": await packed("test/gateway", folder),
    };
    const [port = ""] = await freePorts(1);
    const program = path.join(folder, "program.ts");
    await writeFile(program, blocksOf("README.md", "ts")[0]?.text ?? "");
    const commands = commandsOfReadme();
    for (const command of commands) {
      const typed = inPlace(command, tarballs).replaceAll("8080", port);
      const [served] = emulator.exec(typed) ?? [];
      if (served === undefined) await succeeded(shell, typed);
      else {
        await succeeded(shell, `cp ${program} index.ts`);
        await shell.leaveRunning(served, /base URL/);
      }
    }
    return { commands, onGateway: JSON.parse(await succeeded(shell, `node -e '${asks}'`)) };
  } finally {
    await shell.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function succeeded(shell: Shell, command: string): Promise<string> {
  const { code, stdout, output } = await shell.run(command);
  if (code !== 0) throw new Error(`README's way ended at \`${command}\`, with ${code}:\n${output}`);
  return stdout;
}

const asks = `
const { WORKSPACE_GATEWAY_BASE_URL: at, WORKSPACE_GATEWAY_ACCESS_TOKEN: token } = process.env;
const rows = async (place) => (await (await fetch(at + place, { headers: { authorization: "Bearer " + token } })).json()).data;
(async () => {
  const [team] = await rows("/workspaces");
  const providers = await rows("/providers?workspace_id=" + team.id);
  console.log(JSON.stringify([team, ...providers].map(({ name }) => name)));
})();`;

/** A command with our packages as files, in the place of those that npm would load. */
function inPlace(command: string, tarballs: Readonly<Record<string, string>>): string {
  if (!command.startsWith("npm install ")) return command;
  return command.replaceAll(/(?<= )[\w-]+(?= |$)/g, (name) => tarballs[name] ?? name);
}

function environment(cli: string, folder: string): NodeJS.ProcessEnv {
  return {
    HOME: homedir(),
    PATH: [path.dirname(process.execPath), cli, process.env.PATH].join(path.delimiter),
    PULUMI_HOME: path.join(folder, ".pulumi-home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}
