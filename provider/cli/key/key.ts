import { itemOf } from "../../client/answers.js";
import type { Client } from "../../client/client.js";
import { path } from "../../client/http/path.js";
import type { Settings } from "../../client/settings/settings.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { findWorkspace } from "./find-workspace.js";

export interface KeyOptions extends GatewayOptions {
  /** An id, or a name. */
  readonly workspace: string;
}

export async function printKey(options: KeyOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { client } = clientFor(settings);
  const workspaceId = canSignIn(settings)
    ? await findWorkspace(client, options.workspace)
    : options.workspace;
  const gateKey = await makeKey(client, workspaceId);
  terminal.out(options.json ? JSON.stringify({ workspaceId, gateKey }) : gateKey);
  terminal.note(
    `A gateway key for the workspace ${workspaceId}: it works until it expires, no call withdraws it.`,
  );
}

/** A fresh key, which the gateway gives to the app itself (api.md, "Authentication" 5). */
export async function makeKey(client: Client, workspaceId: string): Promise<string> {
  const reply = await client.send({
    method: "POST",
    path: path`/workspaces/${workspaceId}/gate-token`,
    auth: "app",
    body: {},
  });
  const key = itemOf(reply)?.gate_key;
  if (typeof key !== "string" || key === "") {
    throw new Error("the gateway answered without a gate_key, so what it made is of no use");
  }
  return key;
}

/** Whether there is anything to get a bearer token with. */
function canSignIn({ credential, baseUrl, connection }: Settings): boolean {
  return credential.from !== "login" || credential.logins.find(baseUrl, connection) !== undefined;
}
