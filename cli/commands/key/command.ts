import type { Command } from "commander";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type KeyOptions, printKey } from "./key.js";

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
