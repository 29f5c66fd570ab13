import { runInForeground } from "./foreground.ts";
import { readGatewayRecord, withGateway } from "./gateway-record.ts";
import { localCli } from "./local-cli.ts";
import { main } from "./main.ts";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";
import { quickstart } from "./quickstart.ts";

const args = process.argv.slice(2);

await main(async () => {
  const env = await localCli();
  const command = { args, cwd: process.cwd(), env: process.env };
  const started = (await readGatewayRecord(paths.gateway)) !== undefined;
  const meant = started && (await quickstart.isMeantBy(command, () => selectedStack(env)));
  return meant ? runOnGateway(env) : runPulumi(env);
});

function runPulumi(env: NodeJS.ProcessEnv): Promise<number> {
  return runInForeground("pulumi", args, { env });
}

/** Runs the gateway of `npm start` as long as the command runs. */
async function runOnGateway(env: NodeJS.ProcessEnv): Promise<number> {
  // Loaded only here, because `pulumi version` needs no server.
  const { openGateway } = await import("./reference-gateway.ts");
  const gateway = await openGateway(paths.gateway, paths.gatewayDatabase);
  try {
    return await runPulumi(withGateway(env, gateway));
  } finally {
    await gateway.close();
  }
}

async function selectedStack(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const stack = new RunningProcess("pulumi", ["stack", "--show-name", "--non-interactive"], { env });
  const { code, stdout } = await stack.done;
  return code === 0 ? stdout.trim() : undefined;
}
