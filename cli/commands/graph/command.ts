import { type Command, Option } from "commander";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { drawGraph, type GraphOptions, graphFormats } from "./graph.js";

export function graphCommand(terminal: Terminal): Command {
  return gatewayCommand(
    "graph",
    "Draw where requests go: mappings, models, providers, and the prompts at them.",
    {
      examples: [
        'workspace-gateway graph --workspace "Support assistant"',
        "workspace-gateway graph --format svg --out routing.svg",
        "workspace-gateway graph --stack prod --format dot | dot -Tpng > routing.png",
        "pulumi stack export > stack.json && workspace-gateway graph stack.json",
      ],
      notes:
        "Arrows lead from a mapping to its model, from there to its provider, and from a prompt to its model or the whole\n" +
        "workspace. What is switched off is dotted, and a pattern has a shape of its own. What something leads to although it\n" +
        "is not there is marked; a stack only shows what it has itself. --json gives the nodes and edges.\n" +
        "The gateway is only read. The scopes workspaces:read, providers:read, models:read, mapping:read and prompts:read\n" +
        "are needed.",
    },
  )
    .argument("[file]", "draw what `pulumi stack export` has written, instead of the gateway")
    .option("--stack <name>", "draw this stack of the project in the current folder, instead of the gateway")
    .option("--workspace <name>", "name or id of the only workspace to draw (default: all)")
    .addOption(new Option("--format <format>", "how it is drawn (default: mermaid)").choices(graphFormats))
    .option("--out <file>", "where to write it (default: standard output)")
    .action((file: string | undefined, options: GraphOptions) => drawGraph(file, options, terminal));
}
