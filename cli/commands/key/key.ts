import { type Client, itemOf, path, type Settings } from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { findWorkspace } from "./find-workspace.js";

export interface KeyOptions extends GatewayOptions {
  /** An id, or a name. */
  readonly workspace: string;
}

export async function printKey(options: KeyOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { client } = clientFor(settings, terminal);
  const workspaceId = canSignIn(settings)
    ? await findWorkspace(client, options.workspace)
    : options.workspace;
  const gateKey = await makeKey(client, workspaceId);
  terminal.out(options.json ? JSON.stringify({ workspaceId, gateKey }) : gateKey);
  terminal.note(
    `This gateway key is for the workspace ${workspaceId}. It works until it expires, and cannot be withdrawn.`,
  );
}

/** Makes a new key. The gateway gives it to the app itself (the API's section "Authentication", 5). */
export async function makeKey(client: Client, workspaceId: string): Promise<string> {
  const reply = await client.send({
    method: "POST",
    path: path`/workspaces/${workspaceId}/gate-token`,
    auth: "app",
    body: {},
  });
  const key = itemOf(reply)?.gate_key;
  if (typeof key !== "string" || key === "") {
    throw new Error(
      "the gateway answered without a gate_key, so there is no key to print. Run the command again",
    );
  }
  return key;
}

/** Whether the command can get a bearer token. */
function canSignIn({ credential, baseUrl, connection }: Settings): boolean {
  return credential.from !== "login" || credential.logins.find(baseUrl, connection) !== undefined;
}
