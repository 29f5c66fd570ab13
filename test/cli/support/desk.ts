import { onTestFinished } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { clientFor, settingsFor } from "../../../cli/gateway.js";
import type { Terminal } from "../../../cli/terminal.js";
import type { Client } from "../../../provider/client/client.js";
import type { Settings } from "../../../provider/client/settings.js";
import { Stack } from "../../contract/support/stack.ts";
import { Console } from "../../e2e/support/console.ts";
import { type Gateway, startGateway, type Variants } from "../../gateway/index.ts";
import { heardTerminal } from "./heard-terminal.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What the core of a command needs, in this process: a gateway, and a terminal that keeps what it is told. */
export interface Desk {
  readonly gateway: Gateway;
  readonly clicks: Console;
  readonly terminal: Terminal;
  /** What went to standard output. */
  readonly out: string[];
  readonly notes: string[];
  readonly settings: Settings;
  readonly client: Client;
  /** A stack at the gateway. */
  readonly stack: Stack;
  /** Runs a command line. What was told before is forgotten. */
  run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** Signed in with a token, unless `env` says otherwise; a variable that is undefined is not there. */
export async function openDesk(variants: Partial<Variants> = {}, env: Terminal["env"] = {}): Promise<Desk> {
  const gateway = await startGateway({ variants });
  const home = await temporaryFolder();
  onTestFinished(() => gateway.close());
  const heard = heardTerminal({
    HOME: home,
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_CLIENT_ID: gateway.app.clientId,
    WORKSPACE_GATEWAY_CLIENT_SECRET: gateway.app.clientSecret,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
    ...env,
  });
  const settings = settingsFor(heard.terminal, {}, "sign in");
  const { client } = clientFor(settings, heard.terminal);
  const run: Desk["run"] = async (...args) => {
    for (const lines of [heard.out, heard.notes]) lines.length = 0;
    const code = await runCommandLine(args, heard.terminal);
    return { code, stdout: heard.out.join("\n"), stderr: heard.notes.join("\n") };
  };
  const stack = new Stack({
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  });
  return { ...heard, gateway, clicks: new Console(gateway), settings, client, stack, run };
}
