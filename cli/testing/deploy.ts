import type { Gateway } from "workspace-gateway-emulator";
import { DeployError, type DeployOptions } from "./api.js";
import { Deployed } from "./deployed.js";
import { startGateways } from "./gateways.js";
import { configOf, projectOf } from "./project.js";
import { run } from "./run.js";

const longestTimeout = 2_147_483_647;

export async function deployProgram(program: string | URL, options: DeployOptions): Promise<Deployed> {
  const { stack = "test", timeout = 60_000, joined = [] } = options;
  if (!(timeout > 0 && timeout <= longestTimeout)) {
    throw new RangeError(
      `timeout is ${timeout}. Give milliseconds: more than 0, and at most ${longestTimeout}.`,
    );
  }
  const project = projectOf(program, stack);
  const gateways = await startGateways(options.connections ?? [], options.gateways ?? {});
  const deployment = await run({
    project,
    stack,
    config: configOf(project, options.config ?? {}),
    env: { ...withoutSettings(process.env), ...options.env, ...gateways.env },
    mocks: options.mocks ?? {},
    timeout,
    onWorkspace: (id) => {
      for (const person of joined) {
        gateways.default.seed.member(id, accountOf(gateways.default, person));
      }
    },
  });
  if (deployment.failed || deployment.diagnostics.some(({ severity }) => severity === "error")) {
    throw new DeployError(deployment.diagnostics);
  }
  return new Deployed(deployment, gateways.default);
}

/** Settings of the shell are those of real stacks. */
function withoutSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:WORKSPACE_GATEWAY|PULUMI)_/.test(name)),
  );
}

function accountOf(gateway: Gateway, username: string): string {
  const known = gateway.rows("users").some((row) => row.username === username);
  return (known ? gateway.account(username) : gateway.seed.user(username)).id;
}
