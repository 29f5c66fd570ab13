import { everyKind, type Kind, likely, quoted } from "pulumi-workspace-gateway/tools";
import { gatewayObject } from "../../account/gateway-objects.js";
import { stackObjects } from "../../account/stack-objects.js";
import { dot } from "../../graph/dot.js";
import { mermaid, tooLargeForMermaid } from "../../graph/mermaid.js";
import { svg } from "../../graph/svg.js";
import type { GraphSource, WorkspaceGraph } from "../../graph/workspace-graph.js";
import { drawnKinds, workspaceGraphs } from "../../graph/workspace-graphs.js";
import { nameOf, readAccount } from "../../live/live-account.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import { openStacks } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { writeWhole } from "../whole-file.js";

export const graphFormats = ["mermaid", "dot", "svg"] as const;
type GraphFormat = (typeof graphFormats)[number];

export interface GraphOptions extends GatewayOptions {
  /** The name or id of the only workspace to draw. */
  readonly workspace?: string;
  readonly stack?: string;
  readonly format?: GraphFormat;
  readonly out?: string;
}

/**
 * Draws where requests go.
 *
 * @param file - what `pulumi stack export` has written, to draw that instead of the gateway
 */
export async function drawGraph(
  file: string | undefined,
  options: GraphOptions,
  terminal: Terminal,
): Promise<void> {
  assertOneSource(file, options);
  // The kinds load the engine's SDK, which is slow.
  const kinds = await everyKind();
  const isStack = file !== undefined || options.stack !== undefined;
  const source = isStack ? "stack" : "gateway";
  const all = isStack
    ? await graphsOfStack(file, options, kinds, terminal)
    : await graphsOfGateway(options, kinds, terminal);
  const graphs = chosen(all, options.workspace);
  const text = written(graphs, source, options, terminal);
  if (options.out === undefined) {
    terminal.out(text.trimEnd());
  } else {
    await writeWhole(options.out, text);
  }
}

function assertOneSource(file: string | undefined, { stack, json, format }: GraphOptions): void {
  if (file !== undefined && stack !== undefined) {
    throw new UsageError("give a file or --stack, not both");
  }
  if (json && format !== undefined) {
    throw new UsageError("--json cannot be used with --format");
  }
}

async function graphsOfGateway(
  options: GraphOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<WorkspaceGraph[]> {
  const { workspace, connection } = options;
  const session = sessionFor(terminal, options, kinds);
  const { objects, holders } = await readAccount({
    kinds,
    session,
    connection,
    within: (holder) => workspace === undefined || [holder.id, nameOf(holder)].includes(workspace),
    reads: ({ name }) => drawnKinds.includes(name),
    told: (done, lists) => terminal.progress(`${done} of ${lists} lists read`),
  });
  terminal.progress("");
  if (workspace !== undefined && objects.length === 0) {
    throw noWorkspace(workspace, holders.map(nameOf));
  }
  return workspaceGraphs(objects.map(gatewayObject), "gateway");
}

async function graphsOfStack(
  file: string | undefined,
  { stack }: GraphOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<WorkspaceGraph[]> {
  const given = file === undefined ? { names: stack === undefined ? [] : [stack] } : { files: [file] };
  const stacks = await openStacks({ ...given, onlyState: true }, kinds, terminal);
  return workspaceGraphs(
    stacks.flatMap(({ state }) => stackObjects(state)),
    "stack",
  );
}

/** Several, if they have the same name. */
function chosen(graphs: readonly WorkspaceGraph[], wanted: string | undefined): readonly WorkspaceGraph[] {
  const meant = graphs.filter(
    ({ workspace, name }) => wanted === undefined || workspace === wanted || name === wanted,
  );
  if (wanted !== undefined && meant.length === 0) {
    throw noWorkspace(
      wanted,
      graphs.map(({ name }) => name),
    );
  }
  return meant;
}

function noWorkspace(wanted: string, names: readonly string[]): Error {
  const meant = likely(wanted, names);
  const hint = meant === undefined ? "" : ` Is ${quoted(meant)} meant?`;
  return new Error(`no workspace has the name or id ${quoted(wanted)}.${hint}`);
}

function written(
  graphs: readonly WorkspaceGraph[],
  source: GraphSource,
  { json, format = "mermaid" }: GraphOptions,
  terminal: Terminal,
): string {
  if (json) {
    return `${JSON.stringify({ source, workspaces: graphs }, undefined, 2)}\n`;
  }
  if (format === "svg") {
    return svg(graphs, source);
  }
  if (format === "dot") {
    return dot(graphs);
  }
  const text = mermaid(graphs);
  const problem = tooLargeForMermaid(graphs, text);
  if (problem !== undefined) {
    terminal.note(problem);
  }
  return text;
}
