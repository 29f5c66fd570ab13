import type { Command } from "commander";
import type { GatewayOptions } from "../gateway.js";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { tellIdentity } from "./whoami.js";

export function whoamiCommand(terminal: Terminal): Command {
  return gatewayCommand("whoami", "Show your account on the gateway, and which credential is used.", {
    examples: ["workspace-gateway whoami", "workspace-gateway whoami --connection eu --json"],
  }).action((options: GatewayOptions) => tellIdentity(options, terminal));
}
