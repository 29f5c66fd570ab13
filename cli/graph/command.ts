import type { Command } from "commander";
import { everyKind, howMany } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  workspaceKey,
  workspacesCalled,
  workspaceTitles,
} from "../account/account-object.js";
import { isRouted, liveAccount, stacksAccount, type WorkspaceOptions } from "../account-options.js";
import { writeWhole } from "../files.js";
import { gatewayCommand } from "../gateway.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { forPrograms, resultText } from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";
import { masked } from "../text/mask.js";
import { dot, graphviz, mermaid, tooLargeForMermaid } from "./drawing.js";
import { drawingOf, type GraphSource, type WorkspaceGraph, workspaceGraphs } from "./workspace-graphs.js";

export function graphCommand(terminal: Terminal): Command {
  return gatewayCommand("graph", "Draw where requests go: mappings, models, providers and prompts.", {
    examples: [
      'workspace-gateway graph --workspace "Support assistant"',
      "workspace-gateway graph --output svg --out routing.svg",
      "workspace-gateway graph --stack prod --output dot | dot -Tpng > routing.png",
      "pulumi stack export > stack.json && workspace-gateway graph stack.json",
    ],
    notes:
      "Arrows point from a mapping to its model, from a model to its provider, and from a prompt to its model or the\n" +
      "whole workspace. Disabled objects are dotted, and patterns have their own shape. Broken references are marked.\n" +
      "With a stack, only its objects are drawn. --output json prints the nodes and edges.\n" +
      "The command only reads from the gateway. It needs the scopes workspaces:read, providers:read, models:read,\n" +
      "mapping:read and prompts:read.",
    formats: ["mermaid", "dot", "svg", ...forPrograms],
  })
    .argument("[file]", "draw the output of `pulumi stack export` instead of the gateway")
    .option(
      "-s, --stack <name>",
      "draw this stack of the project in the current folder instead of the gateway",
    )
    .option("-w, --workspace <name>", "draw only the workspace with this name or id (default: all)")
    .option("--out <file>", "write the graph to this file (default: standard output)")
    .action((file: string | undefined, options: GraphOptions) => drawGraph(file, options, terminal));
}

interface GraphOptions extends WorkspaceOptions {
  readonly stack?: string;
  readonly output?: "mermaid" | "dot" | "svg" | "json" | "yaml";
  readonly json?: true;
  readonly out?: string;
}

async function drawGraph(file: string | undefined, options: GraphOptions, terminal: Terminal): Promise<void> {
  assertOneSource(file, options);
  // Loading the kinds loads the Pulumi SDK, which is slow.
  const kinds = await everyKind();
  const stack = options.stack === undefined ? [] : [options.stack];
  const isStack = file !== undefined || options.stack !== undefined;
  const source = isStack ? "stack" : "gateway";
  const account = isStack
    ? await stacksAccount(file === undefined ? { names: stack } : { files: [file] }, options, kinds, terminal)
    : await liveAccount(options, kinds, terminal);
  noteUnmasked([account], terminal);
  const drawn = chosen(account.objects.filter(isRouted), options.workspace);
  const graphs = masked(workspaceGraphs(drawn, source), maskFor(terminal));
  const text = await written(graphs, source, options, terminal);
  if (options.out === undefined) {
    terminal.out(text.trimEnd());
  } else {
    await writeWhole(options.out, text);
  }
}

function assertOneSource(file: string | undefined, { stack }: GraphOptions): void {
  if (file !== undefined && stack !== undefined) {
    throw new UsageError("specify a file or --stack, not both");
  }
}

/** Several workspaces can have the same name. */
function chosen(objects: readonly AccountObject[], wanted: string | undefined): readonly AccountObject[] {
  if (wanted === undefined) {
    return objects;
  }
  const keys = workspacesCalled(wanted, workspaceTitles(objects));
  return objects.filter((object) => {
    const isWorkspace = object.kind === "Workspace";
    return keys.includes(isWorkspace ? (object.id ?? object.urn) : workspaceKey(object));
  });
}

async function written(
  graphs: readonly WorkspaceGraph[],
  source: GraphSource,
  { json, output: format = json ? "json" : "mermaid" }: GraphOptions,
  terminal: Terminal,
): Promise<string> {
  if (format === "json" || format === "yaml") {
    return `${resultText({ output: format }, () => ({ source, workspaces: graphs }))}\n`;
  }
  const drawings = graphs.map(drawingOf);
  if (format === "svg") {
    const [only, ...others] = drawings;
    const title = only && others.length === 0 ? only.title : howMany(drawings.length, "workspace");
    return (await graphviz())(drawings, `Routing of ${title}`);
  }
  if (format === "dot") {
    return dot(drawings);
  }
  const text = mermaid(drawings);
  const problem = tooLargeForMermaid(text, drawings);
  if (problem !== undefined) {
    terminal.note(problem);
  }
  return text;
}
