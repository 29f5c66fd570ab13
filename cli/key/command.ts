import type { Command } from "commander";
import { type Client, hasStatus, idOf, itemOf, path } from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";

export function keyCommand(terminal: Terminal): Command {
  return gatewayCommand("key", "Print a new gateway key, for sending inference through the gateway.", {
    examples: [
      "export OPENAI_API_KEY=$(workspace-gateway key --workspace 'Support assistant')",
      "workspace-gateway key --workspace ws_123 --json",
    ],
    notes:
      "The key is made with the app's own credentials ($WORKSPACE_GATEWAY_CLIENT_ID and _CLIENT_SECRET).\n" +
      "To find a workspace by its name, the command must also be able to sign in. With its id, it need not.",
  })
    .requiredOption("--workspace <id|name>", "the workspace that the key is for")
    .action((options: KeyOptions) => printKey(options, terminal));
}

interface KeyOptions extends GatewayOptions {
  readonly workspace: string;
}

export async function printKey(options: KeyOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { client } = clientFor(settings, terminal);
  const { credential, baseUrl, connection } = settings;
  const canSignIn = credential.from !== "login" || credential.logins.find(baseUrl, connection) !== undefined;
  const workspaceId = canSignIn ? await findWorkspace(client, options.workspace) : options.workspace;
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
    throw new Error("the gateway answered without a gate_key. Run the command again");
  }
  return key;
}

const scope = "workspaces:read";

/**
 * The id of the workspace with this id, or else with this name.
 * The id comes first: a workspace that has the id of another one as its name is never taken for it.
 */
export async function findWorkspace(client: Client, wanted: string): Promise<string> {
  const { rows, complete } = await client.rows({ method: "GET", path: "/workspaces", scope });
  if (rows.some((row) => idOf(row) === wanted) || (!complete && (await exists(client, wanted)))) {
    return wanted;
  }
  if (!complete) {
    throw new Error(
      `no workspace has the id ${JSON.stringify(wanted)}, and it cannot be found by its name, because ` +
        "the gateway did not send the whole list of workspaces. Give the id of the workspace",
    );
  }
  const named = rows.filter(({ name }) => name === wanted).flatMap((row) => idOf(row) ?? []);
  const [id] = named;
  if (id !== undefined && named.length === 1) {
    return id;
  }
  const names = rows.map(({ name }) => JSON.stringify(name)).join(", ");
  throw new Error(
    id === undefined
      ? `no workspace has the id or name ${JSON.stringify(wanted)}. The workspaces are: ${names || "none"}`
      : `several workspaces have the name ${JSON.stringify(wanted)}: give one of the ids ${named.join(", ")}`,
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
