import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, knownValue, textOf, workspaceKey } from "../account/account-object.js";
import { workspaceTitles } from "../account/workspace-titles.js";
import { routingFindings } from "../routing/findings.js";
import { compareKeys, inTriedOrder } from "../routing/route.js";
import { defaultSemantics } from "../routing/semantics.js";
import { routedSetup } from "../routing/setup.js";
import type { Drawing } from "./drawing.js";

/** A `missing` node does not exist, but something leads to it. */
interface GraphNode {
  readonly id: string;
  readonly is: keyof typeof shapes;
  readonly label: string;
  /** The gateway's id, if it is an object. */
  readonly objectId?: string;
  readonly note?: string;
  readonly isPattern?: true;
  readonly isOff?: true;
}

interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly is: "leads to" | "is for" | "is served by";
  readonly label?: string;
  /** It begins at something that is switched off. */
  readonly isOff?: true;
  /** It ends at something that does not exist. */
  readonly isBroken?: true;
}

/** The routing of a workspace, as `graph --json` prints it. */
export interface WorkspaceGraph {
  /** The id of the workspace. */
  readonly workspace: string;
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Where the objects were read. An object that a stack does not have may still be on the gateway. */
export type GraphSource = "gateway" | "stack";

const shapes = {
  mapping: "box",
  prompt: "note",
  model: "ellipse",
  workspace: "folder",
  provider: "cylinder",
  "missing model": "ellipse",
  "missing provider": "cylinder",
} as const;

/** The kinds that are drawn, apart from workspaces. */
export const drawnKinds: readonly string[] = ["ModelProvider", "Model", "Mapping", "Prompt"];

/** A graph as boxes and arrows. */
export function drawingOf({ name, nodes, edges }: WorkspaceGraph): Drawing {
  return {
    title: name,
    boxes: nodes.map(({ id, is, label, note, isPattern, isOff }) => {
      const look = is.startsWith("missing") ? ("missing" as const) : isOff ? ("off" as const) : undefined;
      return { id, label, shape: isPattern ? "hexagon" : shapes[is], ...defined({ note, look }) };
    }),
    arrows: edges,
  };
}

/** The routing of each workspace, by name. The order of the objects does not matter. */
export function workspaceGraphs(objects: readonly AccountObject[], source: GraphSource): WorkspaceGraph[] {
  const drawn = objects.filter(({ kind }) => drawnKinds.includes(kind));
  const inside = Map.groupBy(drawn, workspaceKey);
  const workspaces = objects.filter(({ kind }) => kind === "Workspace");
  return [...workspaceTitles([...drawn, ...workspaces])]
    .toSorted(([id, name], [otherId, otherName]) => compareKeys([name, id], [otherName, otherId]))
    .map(([workspace, name], at) => ({
      workspace,
      name,
      ...graphOf(name, inside.get(workspace) ?? [], `w${at}`, source),
    }));
}

function graphOf(
  workspace: string,
  objects: readonly AccountObject[],
  prefix: string,
  source: GraphSource,
): Pick<WorkspaceGraph, "nodes" | "edges"> {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const missing = new Map<string, GraphNode>();

  function add({ note, ...node }: Omit<GraphNode, "id">): GraphNode {
    const notes = [...(node.isPattern ? ["pattern"] : []), ...(node.isOff ? ["off"] : []), note ?? []].flat();
    const added = {
      id: `${prefix}n${nodes.length}`,
      ...node,
      ...defined({ note: notes.join(", ") || undefined }),
    };
    nodes.push(added);
    return added;
  }

  function addObject(object: AccountObject, node: Omit<GraphNode, "id" | "objectId">): GraphNode {
    return add({ ...node, ...defined({ objectId: object.id }) });
  }

  function missingNode(what: "model" | "provider", name: string | undefined): GraphNode {
    const key = JSON.stringify([what, name]);
    const place = source === "gateway" ? "workspace" : "stack";
    const note = name === undefined ? "not known" : `no ${what} of this ${place}`;
    const node = missing.get(key) ?? add({ is: `missing ${what}`, label: name ?? "?", note });
    missing.set(key, node);
    return node;
  }

  function connect(from: GraphNode, is: GraphEdge["is"], to: GraphNode, label?: string): void {
    const isBroken = to.is.startsWith("missing") || undefined;
    edges.push({ from: from.id, to: to.id, is, ...defined({ label, isOff: from.isOff, isBroken }) });
  }

  /** Sorted by these keys, then by URN. */
  function sorted(kind: string, keysOf: (object: AccountObject) => readonly (string | number)[]) {
    return objects
      .filter((object) => object.kind === kind)
      .toSorted((a, b) => compareKeys([...keysOf(a), a.urn], [...keysOf(b), b.urn]));
  }

  const byPriority = (provider: AccountObject) => [
    amountOf(provider, "priority") ?? 0,
    labelOf(provider, "name"),
  ];
  const providers = new Map(
    sorted("ModelProvider", byPriority).map((provider) => {
      const note = numbered("priority", amountOf(provider, "priority"));
      const label = labelOf(provider, "name");
      return [provider.id, addObject(provider, { is: "provider", label, ...defined({ note }) })];
    }),
  );

  // As in a review: mappings in the order in which they are tried, models in the order of the mappings that lead to them.
  const routed = routedSetup(objects);
  const mappings = inTriedOrder(routed.mappings, defaultSemantics);
  const places = new Map(mappings.map(({ targetModel }, at) => [targetModel, at] as const).reverse());
  const models = sorted("Model", (model) => [
    places.get(textOf(model, "gatewayName")) ?? mappings.length,
    labelOf(model, "gatewayName", "name"),
  ]).map((model) => {
    const gatewayName = textOf(model, "gatewayName");
    const note = gatewayName === undefined ? "gateway name not known" : undefined;
    const label = labelOf(model, "gatewayName", "name");
    const node = addObject(model, { is: "model", label, ...defined({ note }) });
    const providerId = textOf(model, "providerId");
    connect(node, "is served by", providers.get(providerId) ?? missingNode("provider", providerId));
    return { id: model.id, gatewayName, node };
  });

  const shadowed = new Set(
    routingFindings({ ...routed, mappings }).flatMap(({ rule, urn }) =>
      rule === "pattern-shadowed" ? [urn] : [],
    ),
  );
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  for (const { urn, name, sourceName, targetModel, priority, enabled, isPattern } of mappings) {
    const node = add({
      is: "mapping",
      label: sourceName ?? name,
      ...defined({
        objectId: byUrn.get(urn)?.id,
        isPattern: isPattern || undefined,
        isOff: !(enabled ?? defaultSemantics.countsSilent) || undefined,
        note: shadowed.has(urn) ? "never decides" : undefined,
      }),
    });
    const ends = models.filter(({ gatewayName }) => gatewayName !== undefined && gatewayName === targetModel);
    for (const end of ends.length > 0
      ? ends.map((model) => model.node)
      : [missingNode("model", targetModel)]) {
      connect(node, "leads to", end, numbered("priority", priority));
    }
  }

  let whole: GraphNode | undefined;
  const byPosition = (prompt: AccountObject) => [amountOf(prompt, "position") ?? 0, labelOf(prompt, "name")];
  for (const prompt of sorted("Prompt", byPosition)) {
    const modelId = textOf(prompt, "modelId");
    const isGlobal = knownValue(prompt, "isGlobal") === true;
    const position = numbered("position", amountOf(prompt, "position"));
    const node = addObject(prompt, {
      is: "prompt",
      label: labelOf(prompt, "name"),
      ...defined({
        note: modelId === undefined && !isGlobal ? "for no model" : undefined,
        isOff: knownValue(prompt, "enabled") === false || undefined,
      }),
    });
    if (modelId !== undefined) {
      const model = models.find(({ id }) => id === modelId)?.node ?? missingNode("model", modelId);
      connect(node, "is for", model, position);
    }
    if (isGlobal) {
      whole ??= add({ is: "workspace", label: workspace, note: "all models" });
      connect(node, "is for", whole, position);
    }
  }
  if (objects.length === 0) {
    add({ is: "workspace", label: workspace, note: "nothing is routed here" });
  }
  return { nodes, edges };
}

function numbered(word: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${word} ${value}`;
}

function labelOf(object: AccountObject, ...fields: string[]): string {
  return fields.map((field) => textOf(object, field)).find((text) => text !== undefined) ?? object.name;
}
