import { defined } from "pulumi-workspace-gateway/tools";
import type { GraphEdge, GraphNode, GraphSource, WorkspaceGraph } from "./workspace-graph.js";

/** A graph while it is drawn: it numbers the nodes, and knows what is switched off and what is not there. */
export class Sketch {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly edges: GraphEdge[] = [];
  private readonly absent = new Map<string, string>();

  constructor(
    private readonly prefix: string,
    private readonly source: GraphSource,
  ) {}

  /** Adds a node, and gives its id. */
  node(node: Omit<GraphNode, "id">): string {
    const id = `${this.prefix}n${this.nodes.size}`;
    const notes = [
      ...(node.isPattern ? ["pattern"] : []),
      ...(node.isOff ? ["off"] : []),
      node.note ?? [],
    ].flat();
    this.nodes.set(id, { id, ...node, ...defined({ note: notes.join(", ") || undefined }) });
    return id;
  }

  /** The node for what something leads to although it is not there; undefined if it is not known what that is. */
  missing(what: "model" | "provider", called: string | undefined): string {
    const key = JSON.stringify([what, called]);
    const known = this.absent.get(key);
    if (known !== undefined) {
      return known;
    }
    const place = this.source === "gateway" ? "workspace" : "stack";
    const note = called === undefined ? "not known" : `no ${what} of this ${place}`;
    const id = this.node({ is: `missing ${what}`, label: called ?? "?", note });
    this.absent.set(key, id);
    return id;
  }

  edge(edge: Omit<GraphEdge, "isOff" | "isBroken">): void {
    const isOff = this.nodes.get(edge.from)?.isOff || undefined;
    const isBroken = this.nodes.get(edge.to)?.is.startsWith("missing") || undefined;
    this.edges.push({ ...edge, ...defined({ isOff, isBroken }) });
  }

  drawn(): Pick<WorkspaceGraph, "nodes" | "edges"> {
    return { nodes: [...this.nodes.values()], edges: this.edges };
  }
}
