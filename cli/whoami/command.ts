import type { Command } from "commander";
import { credentialOrigin, itemOf, type Json, Renewing, type Settings } from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { TextTable } from "../text/table.js";

export function whoamiCommand(terminal: Terminal): Command {
  return gatewayCommand("whoami", "Show your account on the gateway, and which credential is used.", {
    examples: ["workspace-gateway whoami", "workspace-gateway whoami --connection eu --json"],
  }).action((options: GatewayOptions) => printIdentity(options, terminal));
}

/** The account that the gateway sees, and the credential that shows it. */
interface Identity {
  readonly account: Readonly<Record<"id" | "email" | "username" | "role" | "accountType", Json | undefined>>;
  /** Where the credential comes from; never the credential. */
  readonly credential: string;
  /** Undefined if the gateway does not say which scopes the credential has. */
  readonly scopes: readonly string[] | undefined;
  readonly baseUrl: string;
  /** The pinned version; else the version that the answer names, if the name of its header is known. */
  readonly apiVersion: string | undefined;
}

export async function printIdentity(options: GatewayOptions, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options);
  const identity = await readIdentity(settings, terminal);
  if (options.json) {
    terminal.out(JSON.stringify(identity));
    return;
  }
  const { account, credential, scopes, baseUrl, apiVersion } = identity;
  const isPinned = settings.apiVersion !== undefined;
  const rows = [
    ["account", `${String(account.id)} (${String(account.email)})`],
    ["credential", credential],
    ["scopes", scopes?.join(" ") ?? "not known: the gateway does not show the scopes of such a token"],
    ["gateway", baseUrl],
    ["API version", `${apiVersion ?? "the gateway's latest"}, ${isPinned ? "pinned" : "not pinned"}`],
  ];
  new TextTable([{}, {}]).lines(rows).forEach(terminal.out);
}

export async function readIdentity(settings: Settings, terminal: Terminal): Promise<Identity> {
  const { client, auth } = clientFor(settings, terminal);
  const reply = await client.send({ method: "GET", path: "/user", scope: "profile:read" });
  const { id, email, username, role, account_type } = itemOf(reply) ?? {};
  const { versionEchoHeader, apiVersion } = settings;
  const served = versionEchoHeader && reply.headers[versionEchoHeader.toLowerCase()];
  return {
    account: { id, email, username, role, accountType: account_type },
    credential: credentialOrigin(settings),
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    baseUrl: settings.baseUrl,
    apiVersion: apiVersion ?? served,
  };
}
