import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { clientFor, settingsFor } from "../../../../cli/commands/gateway.js";
import type { Terminal } from "../../../../cli/commands/terminal.js";
import type { Client } from "../../../../provider/client/client.js";
import type { Settings } from "../../../../provider/client/settings/settings.js";
import { type Gateway, startGateway, type Variants } from "../../../gateway/index.ts";

/** What the core of a command needs, in this process: a gateway, and a terminal that keeps what it is told. */
export interface Desk {
  readonly gateway: Gateway;
  readonly terminal: Terminal;
  /** What went to standard output. */
  readonly out: string[];
  readonly notes: string[];
  readonly settings: Settings;
  readonly client: Client;
}

/** Signed in with a token, unless `env` says otherwise; a variable that is undefined is not there. */
export async function openDesk(variants: Partial<Variants> = {}, env: Terminal["env"] = {}): Promise<Desk> {
  const gateway = await startGateway({ variants });
  const home = await mkdtemp(path.join(tmpdir(), "desk-"));
  onTestFinished(async () => {
    await gateway.close();
    await rm(home, { recursive: true });
  });
  const out: string[] = [];
  const notes: string[] = [];
  const terminal: Terminal = {
    env: {
      HOME: home,
      WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
      WORKSPACE_GATEWAY_CLIENT_ID: gateway.app.clientId,
      WORKSPACE_GATEWAY_CLIENT_SECRET: gateway.app.clientSecret,
      WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
      ...env,
    },
    interactive: false,
    out: (line) => void out.push(line),
    note: (line) => void notes.push(line),
    progress: () => {},
    confirm: async () => false,
  };
  const settings = settingsFor(terminal, {}, "sign in");
  return { gateway, terminal, out, notes, settings, client: clientFor(settings, terminal).client };
}
