import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { blocksOf } from "../../docs/support/pages.ts";
import { findCli } from "../../harness/cli/find.ts";
import { realHost } from "../../harness/cli/host.ts";
import { RunningProcess } from "../../harness/process.ts";
import { packed } from "../tarball.ts";

/** One command of README, as it was typed, and how long it took. */
interface Step {
  readonly command: string;
  readonly seconds: number;
}

export interface Walked {
  readonly steps: readonly Step[];
  /** The names of what the gateway has at the end. */
  readonly onGateway: readonly string[];
}

const mark = "@@ step";

/** The commands of "Start", in their order. */
export function commandsOfReadme(): string[] {
  const [install, first] = blocksOf("README.md", "sh");
  return [install, first].flatMap((block) => block?.text.trim().split("\n") ?? []);
}

/**
 * Goes README's way in an empty folder, in one shell, as a reader would type it. Packed packages stand for those of the registry,
 * and a free port for the one that is named there.
 */
export async function walk(signal: AbortSignal): Promise<Walked> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "readme-walk-")));
  try {
    const tarballs = {
      "pulumi-workspace-gateway": await packed("provider", folder),
      "workspace-gateway": await packed("cli", folder),
      "workspace-gateway-emulator": await packed("test/gateway", folder),
    };
    const port = String(await freePort());
    const program = path.join(folder, "program.ts");
    await writeFile(program, blocksOf("README.md", "ts")[0]?.text ?? "");
    const commands = commandsOfReadme();
    const typed = commands.map((command) => inPlace(command, tarballs).replaceAll("8080", port));
    const script = [
      "trap 'kill -TERM -$$' EXIT",
      "set -e",
      ...typed.flatMap((command, at) => [
        // A reader saves the program where the text says so: after the first block.
        ...(command.startsWith("npx workspace-gateway-emulator") ? [`cp ${program} index.ts`] : []),
        command,
        `echo "${mark} ${at}"`,
      ]),
      `node -e '${asks}'`,
    ].join("\n");
    const cli = await findCli(realHost(signal));
    const started = performance.now();
    const times: number[] = [];
    const { stdout, output } = await new RunningProcess("/bin/sh", ["-c", script], {
      cwd: folder,
      env: environment(cli.directory, folder),
      leadsGroup: true,
      signal,
      onOutput: (text) => {
        for (const _ of text.matchAll(new RegExp(mark, "g")))
          times.push((performance.now() - started) / 1_000);
      },
    }).done;
    const [, names] = /^@@ names (.*)$/m.exec(stdout) ?? [];
    if (names === undefined) throw new Error(`README's way ended before its end:\n${output}`);
    const steps = commands.map((command, at) => ({
      command,
      seconds: (times[at] ?? 0) - (times[at - 1] ?? 0),
    }));
    return { steps, onGateway: JSON.parse(names) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const asks = `
const { WORKSPACE_GATEWAY_BASE_URL: at, WORKSPACE_GATEWAY_ACCESS_TOKEN: token } = process.env;
const rows = async (place) => (await (await fetch(at + place, { headers: { authorization: "Bearer " + token } })).json()).data;
(async () => {
  const [team] = await rows("/workspaces");
  const providers = await rows("/providers?workspace_id=" + team.id);
  console.log("\\n@@ names " + JSON.stringify([team, ...providers].map(({ name }) => name)));
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
