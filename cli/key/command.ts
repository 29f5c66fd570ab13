import type { Command } from "commander";
import { type Client, hasStatus, idOf, itemOf, path, quoted } from "pulumi-workspace-gateway/tools";
import { workspaceCalled } from "../account/account-object.js";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import { type OutputOptions, resultText } from "../output.js";
import type { Terminal } from "../terminal.js";

export function keyCommand(terminal: Terminal): Command {
  return gatewayCommand("key", "Print a new gateway key for inference requests through the gateway.", {
    examples: [
      "export OPENAI_API_KEY=$(workspace-gateway key --workspace 'Support assistant')",
      "workspace-gateway key --workspace ws_123 --json",
    ],
    notes:
      "The key is created with the app's own credentials ($WORKSPACE_GATEWAY_CLIENT_ID and _CLIENT_SECRET).\n" +
      "To find a workspace by name, the command must also be able to sign in. An id does not require this.",
  })
    .requiredOption("-w, --workspace <name>", "name or id of the workspace that the key is for")
    .action((options: KeyOptions) => printKey(options, terminal));
}

interface KeyOptions extends GatewayOptions, OutputOptions {
  readonly workspace: string;
}

async function printKey(options: KeyOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { client } = clientFor(settings, terminal);
  const { credential, baseUrl, connection } = settings;
  const canSignIn = credential.from !== "login" || credential.logins.find(baseUrl, connection) !== undefined;
  const workspaceId = canSignIn ? await findWorkspace(client, options.workspace) : options.workspace;
  const gateKey = await makeKey(client, workspaceId);
  terminal.out(
    resultText(
      options,
      () => ({ workspaceId, gateKey }),
      () => gateKey,
    ),
  );
  terminal.note(
    `This gateway key is for the workspace ${workspaceId}. It works until it expires, and cannot be revoked.`,
  );
}

/** The gateway issues keys to the app itself (item 5 of the section "Authentication" in the API document). */
export async function makeKey(client: Client, workspaceId: string): Promise<string> {
  const reply = await client.send({
    method: "POST",
    path: path`/workspaces/${workspaceId}/gate-token`,
    auth: "app",
    body: {},
  });
  const key = itemOf(reply)?.gate_key;
  if (typeof key !== "string" || key === "") {
    throw new Error("the gateway's response contains no gate_key. Run the command again");
  }
  return key;
}

const scope = "workspaces:read";

/** A name is looked up only in a complete list. */
export async function findWorkspace(client: Client, wanted: string): Promise<string> {
  const { rows, complete } = await client.rows({ method: "GET", path: "/workspaces", scope });
  const titles = rows.map((row) => [idOf(row) ?? "", String(row.name)] as const);
  if (complete) {
    return workspaceCalled(wanted, titles);
  }
  if (titles.some(([id]) => id === wanted) || (await exists(client, wanted))) {
    return wanted;
  }
  throw new Error(
    `no workspace has the id ${quoted(wanted)}, and workspaces cannot be looked up by name, because the ` +
      "gateway did not send the complete list of workspaces. Use the workspace's id",
  );
}

async function exists(client: Client, id: string): Promise<boolean> {
  try {
    await client.send({ method: "GET", path: path`/workspaces/${id}`, scope });
    return true;
  } catch (error) {
    if (hasStatus(error, 404)) {
      return false;
    }
    throw error;
  }
}
