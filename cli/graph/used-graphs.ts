import { defined } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { objectUses } from "../usage/use/object-use.js";
import type { ObjectUse, TellableUsage } from "../usage/use/tellable-usage.js";
import { requestWords } from "../usage/use/use-words.js";
import type { GraphNode, WorkspaceGraph } from "./workspace-graph.js";

const kindOf: Partial<Record<GraphNode["is"], string>> = {
  mapping: "Mapping",
  model: "Model",
  provider: "ModelProvider",
};

/** The same graphs with requests: at models and providers, and at the arrows from mappings to models. */
export function usedGraphs(
  graphs: readonly WorkspaceGraph[],
  objects: readonly AccountObject[],
  usage: TellableUsage,
): WorkspaceGraph[] {
  const known = new Map(objects.map((object) => [`${object.kind} ${object.id}`, object]));
  const useOf = objectUses(objects, usage);
  return graphs.map(({ nodes, edges, ...graph }) => {
    const uses = new Map(
      nodes.flatMap((node): [string, ObjectUse][] => {
        const object = known.get(`${kindOf[node.is]} ${node.objectId}`);
        const use = object && useOf(object);
        return use === undefined ? [] : [[node.id, use]];
      }),
    );
    return {
      ...graph,
      nodes: nodes.map((node) => {
        const use = node.is === "mapping" ? undefined : uses.get(node.id);
        return use === undefined ? node : { ...node, note: noted(node.note, use), requests: use.requests };
      }),
      edges: edges.map((edge) => {
        const use = edge.is === "leads to" ? uses.get(edge.from) : undefined;
        const { requests, isAtMost, isAtLeast } = use ?? {};
        return use === undefined
          ? edge
          : { ...edge, label: noted(edge.label, use), ...defined({ requests, isAtMost, isAtLeast }) };
      }),
    };
  });
}

function noted(text: string | undefined, use: ObjectUse): string {
  return [...(text === undefined ? [] : [text]), requestWords(use)].join(", ");
}
