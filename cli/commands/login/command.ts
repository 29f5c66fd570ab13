import type { Command } from "commander";
import { gatewayCommand, numberOf } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type LoginOptions, logIn } from "./login.js";

export function loginCommand(terminal: Terminal): Command {
  return gatewayCommand("login", "Sign in as a person: approve the app in a browser. The login is kept.", {
    examples: [
      "workspace-gateway login --base-url https://gateway.example/api/v1 --client-id app_123",
      "workspace-gateway login --scopes profile:read workspaces:read workspaces:write",
      "workspace-gateway login --authorize-url https://id.example/authorize --token-url https://id.example/token",
    ],
    reads: ["BASE_URL", "CLIENT_ID", "CLIENT_SECRET", "SCOPES", "APP_AUTH"],
    notes:
      "The app must allow the redirect URI http://127.0.0.1/callback with any port.\n" +
      "If the app has a secret, it is read from $WORKSPACE_GATEWAY_CLIENT_SECRET.\n" +
      "The login is kept in $XDG_CONFIG_HOME or ~/.config, in workspace-gateway/credentials.json. Only you can read it.",
  })
    .option(
      "--issuer <url>",
      "authorization server that publishes its endpoints (default: origin of the base URL)",
    )
    .option("--authorize-url <url>", "page where a person approves, if the issuer does not publish it")
    .option("--token-url <url>", "token endpoint; needed with --authorize-url")
    .option("--client-id <id>", "the app (default: $WORKSPACE_GATEWAY_CLIENT_ID)")
    .option("--scopes <scope...>", "scopes to ask for (default: none are named, and the gateway decides)")
    .option("--no-browser", "only print the URL")
    .option("--timeout <seconds>", "how long to wait for the approval", numberOf("seconds", 3600), 300)
    .action((options: LoginOptions) => logIn(options, terminal));
}
