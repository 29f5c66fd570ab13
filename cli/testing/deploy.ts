import { everyKind } from "pulumi-workspace-gateway/tools";
import type { Gateway } from "workspace-gateway-emulator";
import type { DeployedStack, DeployOptions } from "./api.js";
import { Deployed } from "./deployed.js";
import { startGateways } from "./gateways.js";
import { projectOf } from "./program/project.js";
import { stackConfigOf } from "./program/stack-config.js";
import { assertDone, runOnce } from "./run.js";
import type { Setting } from "./setting.js";

const usualTimeout = 60_000;
const longestTimeout = 2_147_483_647;

/**
 * Deploys a program to a gateway in this process, as the first `pulumi up` of a stack. The program is loaded anew each time, in a
 * process of its own, and reaches nothing but this machine.
 *
 * @param program - its file or folder, from the current folder
 */
export async function deploy(program: string | URL, options: DeployOptions = {}): Promise<DeployedStack> {
  const { stack = "test", organization = "organization", timeout = usualTimeout } = options;
  if (!(timeout > 0 && timeout <= longestTimeout)) {
    throw new RangeError(
      `timeout is ${timeout}: give milliseconds, more than 0 and at most ${longestTimeout}.`,
    );
  }
  const project = projectOf(program, stack);
  const config = stackConfigOf(project.name, { ...project.config, ...options.config });
  const gateways = await startGateways(options.connections ?? [], options.gateways ?? {});
  const setting: Setting = {
    project,
    stack: { organization, project: project.name, stack },
    config,
    env: { ...withoutSettings(process.env), ...options.env, ...gateways.env },
    mocks: options.mocks ?? {},
    stackReferences: options.stackReferences ?? {},
    timeout,
    onWorkspace: (id) => welcome(gateways.default, id, options.joined ?? []),
  };
  const ran = await runOnce(setting, false, new Map());
  assertDone(ran);
  return new Deployed(ran, setting, await everyKind(), gateways.default);
}

/** Settings of the shell are those of real stacks. */
function withoutSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:WORKSPACE_GATEWAY|PULUMI)_/.test(name)),
  );
}

function welcome(gateway: Gateway, workspaceId: string, people: readonly string[]): void {
  for (const person of people) {
    gateway.seed.member(workspaceId, accountOf(gateway, person));
  }
}

function accountOf(gateway: Gateway, username: string): string {
  const known = gateway.rows("users").some((row) => row.username === username);
  return (known ? gateway.account(username) : gateway.seed.user(username)).id;
}
