import type { Command } from "commander";
import type { GatewayOptions } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { logOut } from "./logout.js";

export function logoutCommand(terminal: Terminal): Command {
  return gatewayCommand("logout", "Delete the login, and let the server end it, if the server can.", {
    examples: ["workspace-gateway logout", "workspace-gateway logout --connection eu"],
    reads: ["BASE_URL"],
  }).action((options: GatewayOptions) => logOut(options, terminal));
}
