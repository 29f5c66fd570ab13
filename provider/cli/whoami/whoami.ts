import type { Command } from "commander";
import { itemOf } from "../../client/answers.js";
import type { Settings } from "../../client/settings/settings.js";
import { Renewing } from "../../client/sign-in/renewing.js";
import { signingIn } from "../environment.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";

interface Options extends GatewayOptions {
  readonly json?: true;
}

export function whoamiCommand(terminal: Terminal): Command {
  return gatewayCommand("whoami", "Tell who the gateway takes you for, and by which credential.", {
    examples: ["workspace-gateway whoami", "workspace-gateway whoami --connection eu --json"],
    reads: [...signingIn, "API_VERSION"],
  }).action((options: Options) => tell(options, terminal));
}

async function tell(options: Options, terminal: Terminal): Promise<void> {
  const settings = settingsFor(terminal, options);
  const { client, auth } = clientFor(settings);
  const reply = await client.send({ method: "GET", path: "/user", scope: "profile:read" });
  const { id, email, username, role, account_type } = itemOf(reply) ?? {};
  const { versionEchoHeader, apiVersion } = settings;
  const served = versionEchoHeader && reply.headers[versionEchoHeader.toLowerCase()];
  const facts = {
    account: { id, email, username, role, accountType: account_type },
    credential: origin(settings),
    scopes: auth instanceof Renewing ? auth.scopes : undefined,
    baseUrl: settings.baseUrl,
    apiVersion: apiVersion ?? served,
  };
  if (options.json) {
    terminal.out(JSON.stringify(facts));
    return;
  }
  terminal.out(`account      ${String(id)} (${String(email)})`);
  terminal.out(`credential   ${facts.credential}`);
  terminal.out(
    `scopes       ${facts.scopes?.join(" ") ?? "not known: the gateway does not tell those of a given token"}`,
  );
  terminal.out(`gateway      ${facts.baseUrl}`);
  terminal.out(
    `API version  ${apiVersion === undefined ? `${served ?? "the gateway's latest"}, not pinned` : `${apiVersion}, pinned`}`,
  );
}

/** Where the credential comes from; never the credential. */
function origin({ credential, named }: Settings): string {
  switch (credential.from) {
    case "accessToken":
      return `the token in ${named("accessToken")}`;
    case "service":
      return `the app ${credential.app.clientId} (${named("clientId")}), with tokens from ${credential.tokenUrl}`;
    case "login":
      return `the login in ${credential.logins.file}`;
  }
}
