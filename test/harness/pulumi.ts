import { runInForeground } from "./foreground.ts";
import { namesGateway, withGateway } from "./gateway-environment.ts";
import { readGatewayRecord } from "./gateway-record.ts";
import { localCli } from "./local-cli.ts";
import { main } from "./main.ts";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";
import { quickstart } from "./quickstart.ts";

/** The commands during which a provider talks to its gateway. */
const operations = new Set([
  "up",
  "update",
  "preview",
  "pre",
  "refresh",
  "destroy",
  "down",
  "watch",
  "import",
]);

const args = process.argv.slice(2);
await main(async (signal) => {
  const env = await localCli(signal);
  return (await isForQuickstart(env)) ? runOnGateway(env) : runPulumi(env);
});

function runPulumi(env: NodeJS.ProcessEnv): Promise<number> {
  return runInForeground("pulumi", args, { env });
}

/** The gateway of `npm start` is there for as long as the command runs. */
async function runOnGateway(env: NodeJS.ProcessEnv): Promise<number> {
  const { openGateway } = await import("./reference-gateway.ts");
  const gateway = await openGateway(paths.gateway, paths.gatewayDatabase);
  try {
    return await runPulumi(withGateway(env, gateway));
  } finally {
    await gateway.close();
  }
}

/** Environment variables win over a stack's configuration, so another stack must never be sent to this gateway. */
async function isForQuickstart(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!args.some((arg) => operations.has(arg)) || isElsewhere() || namesGateway(process.env)) return false;
  if ((await readGatewayRecord(paths.gateway)) === undefined) return false;
  return (namedStack() ?? (await selectedStack(env))) === quickstart.stack;
}

function isElsewhere(): boolean {
  return process.cwd() !== paths.root || args.some((arg) => arg === "-C" || arg.startsWith("--cwd"));
}

function namedStack(): string | undefined {
  const flag = args.findIndex((arg) => arg === "-s" || arg === "--stack");
  if (flag !== -1) return args[flag + 1];
  return args.find((arg) => arg.startsWith("--stack="))?.slice("--stack=".length);
}

async function selectedStack(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { code, stdout } = await new RunningProcess("pulumi", ["stack", "--show-name", "--non-interactive"], {
    env,
  }).done;
  return code === 0 ? stdout.trim() : undefined;
}
