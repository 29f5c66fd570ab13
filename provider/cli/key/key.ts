import type { Command } from "commander";
import { idOf, itemOf } from "../../client/answers.js";
import type { Client } from "../../client/client.js";
import { hasStatus } from "../../client/http/errors.js";
import { path } from "../../client/http/path.js";
import { signingIn } from "../environment.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { isSignedIn } from "./signed-in.js";

const scope = "workspaces:read";

interface Options extends GatewayOptions {
  readonly workspace: string;
  readonly json?: true;
}

export function keyCommand(terminal: Terminal): Command {
  return gatewayCommand("key", "Print a fresh gateway key, for sending inference through the gateway.", {
    examples: [
      "export OPENAI_API_KEY=$(workspace-gateway key --workspace 'Support assistant')",
      "workspace-gateway key --workspace ws_123 --json",
    ],
    reads: [...signingIn, "APP_AUTH"],
  })
    .requiredOption("--workspace <id|name>", "the workspace that the key is for")
    .addHelpText(
      "after",
      "\nThe key is made with the app's own credentials ($WORKSPACE_GATEWAY_CLIENT_ID and _CLIENT_SECRET).\n" +
        "A workspace is found by its name only if there is also a way to sign in; its id is enough without.",
    )
    .action((options: Options) => printKey(options, terminal));
}

async function printKey(options: Options, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options, "sign in");
  const { client } = clientFor(settings);
  const id = isSignedIn(settings) ? await workspaceId(client, options.workspace) : options.workspace;
  const reply = await client.send({
    method: "POST",
    path: path`/workspaces/${id}/gate-token`,
    auth: "app",
    body: {},
  });
  const key = itemOf(reply)?.gate_key;
  if (typeof key !== "string" || key === "") {
    throw new Error("the gateway answered without a gate_key, so what it made is of no use");
  }
  terminal.out(options.json ? JSON.stringify({ workspaceId: id, gateKey: key }) : key);
  terminal.note(`A gateway key for the workspace ${id}: it works until it expires, no call withdraws it.`);
}

/** An id goes before a name: no one can take another's id as a name and be served. */
async function workspaceId(client: Client, wanted: string): Promise<string> {
  const { rows, complete } = await client.rows({ method: "GET", path: "/workspaces", scope });
  if (rows.some((row) => idOf(row) === wanted) || (!complete && (await exists(client, wanted)))) {
    return wanted;
  }
  if (!complete) {
    throw new Error(
      `no workspace has the id ${JSON.stringify(wanted)}, and none can be found by its name, because ` +
        "the gateway cut the list of workspaces: give its id",
    );
  }
  const named = rows.filter(({ name }) => name === wanted).flatMap((row) => idOf(row) ?? []);
  const [id] = named;
  if (id === undefined) {
    const names = rows.map(({ name }) => JSON.stringify(name)).join(", ");
    throw new Error(
      `no workspace has the id or name ${JSON.stringify(wanted)}; there are: ${names || "none"}`,
    );
  }
  if (named.length > 1) {
    throw new Error(
      `several workspaces have the name ${JSON.stringify(wanted)}: give one of the ids ${named.join(", ")}`,
    );
  }
  return id;
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
