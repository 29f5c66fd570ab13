import { defined } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  amountOf,
  knownValue,
  textOf,
  workspaceKey,
  workspaceTitles,
} from "../account/account-object.js";
import { routingFindings } from "../routing/findings.js";
import { inTriedOrder } from "../routing/route.js";
import { defaultSemantics } from "../routing/semantics.js";
import { routedSetup } from "../routing/setup.js";
import { compareKeys } from "../text/words.js";
import type { Arrow, Drawing } from "./drawing.js";

/** A workspace in the JSON output. */
export type WorkspaceGraph = Readonly<ReturnType<typeof workspaceGraphs>[number]>;

interface GraphNode {
  readonly id: string;
  /** A missing object is referenced by another object but does not exist. */
  readonly is: keyof typeof shapes;
  readonly label: string;
  /** The object's id on the gateway. Undefined for a missing object. */
  readonly objectId?: string | undefined;
  readonly isPattern?: boolean | undefined;
  readonly isOff?: boolean | undefined;
  readonly note?: string | undefined;
}

interface GraphEdge extends Pick<Arrow, "from" | "to" | "label" | "isOff" | "isBroken"> {
  readonly is: "resolves to" | "is for" | "is served by";
}

/** Where the objects were read from. An object that is not in a stack may still be on the gateway. */
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

export const drawnKinds: readonly string[] = ["ModelProvider", "Model", "Mapping", "Prompt"];

export function drawingOf({ name, nodes, edges }: WorkspaceGraph): Drawing {
  const boxes = nodes.map(({ id, is, label, note, isPattern, isOff }): Drawing["boxes"][number] => {
    const look = is.startsWith("missing") ? "missing" : isOff ? "off" : undefined;
    return { id, label, shape: isPattern ? "hexagon" : shapes[is], ...defined({ note, look }) };
  });
  return { title: name, boxes, arrows: edges };
}

/** Sorted by workspace name, regardless of the order of `objects`. */
export function workspaceGraphs(objects: readonly AccountObject[], source: GraphSource) {
  const drawn = objects.filter(({ kind }) => drawnKinds.includes(kind));
  const inside = Map.groupBy(drawn, workspaceKey);
  const workspaces = objects.filter(({ kind }) => kind === "Workspace");
  return [...workspaceTitles([...drawn, ...workspaces])]
    .toSorted(([id, name], [otherId, otherName]) => compareKeys([name, id], [otherName, otherId]))
    .map(([workspace, name], at) => {
      const graph = graphOf(name, inside.get(workspace) ?? [], `w${at}`, source);
      return { workspace, name, ...graph };
    });
}

function graphOf(workspace: string, objects: readonly AccountObject[], prefix: string, source: GraphSource) {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];

  function add(is: GraphNode["is"], label: string, details: Partial<GraphNode>): GraphNode {
    const { objectId, isPattern, isOff, note } = details;
    const notes = [isPattern ? "pattern" : [], isOff ? "disabled" : [], note ?? []].flat().join(", ");
    const flags = { isPattern: isPattern || undefined, isOff: isOff || undefined };
    const id = `${prefix}n${nodes.length}`;
    const node = { id, is, label, ...defined({ objectId, ...flags, note: notes || undefined }) };
    nodes.push(node);
    return node;
  }

  function missing(what: "model" | "provider", name: string | undefined): GraphNode {
    const place = source === "gateway" ? "workspace" : "stack";
    const note = name === undefined ? "unknown" : `no ${what} in this ${place}`;
    const [is, label] = [`missing ${what}` as const, name ?? "?"];
    const known = nodes.find((node) => node.is === is && node.label === label && node.note === note);
    return known ?? add(is, label, { note });
  }

  function connect(from: GraphNode, is: GraphEdge["is"], to: GraphNode, label?: string): void {
    const isOff = from.isOff ? (true as const) : undefined;
    const isBroken = to.is.startsWith("missing") ? (true as const) : undefined;
    edges.push({ from: from.id, to: to.id, is, ...defined({ label, isOff, isBroken }) });
  }

  function sorted(kind: string, numberOf: (object: AccountObject) => number | undefined, ...names: string[]) {
    const keysOf = (object: AccountObject) => [numberOf(object) ?? 0, labelOf(object, ...names), object.urn];
    return objects
      .filter((object) => object.kind === kind)
      .toSorted((a, b) => compareKeys(keysOf(a), keysOf(b)));
  }

  const providers = new Map(
    sorted("ModelProvider", (provider) => amountOf(provider, "priority"), "name").map((provider) => {
      const note = numbered("priority", amountOf(provider, "priority"));
      return [provider.id, add("provider", labelOf(provider, "name"), { objectId: provider.id, note })];
    }),
  );

  // As in a review, mappings are in order of evaluation, and models in the order of their first mappings.
  const routed = routedSetup(objects);
  const mappings = inTriedOrder(routed.mappings, defaultSemantics);
  const places = new Map(mappings.map(({ targetModel }, at) => [targetModel, at] as const).reverse());
  const placeOf = (model: AccountObject) => places.get(textOf(model, "gatewayName")) ?? mappings.length;
  const models = sorted("Model", placeOf, "gatewayName", "name").map((model) => {
    const gatewayName = textOf(model, "gatewayName");
    const note = gatewayName === undefined ? "gateway name unknown" : undefined;
    const node = add("model", labelOf(model, "gatewayName", "name"), { objectId: model.id, note });
    const providerId = textOf(model, "providerId");
    connect(node, "is served by", providers.get(providerId) ?? missing("provider", providerId));
    return { id: model.id, gatewayName, node };
  });

  const findings = routingFindings({ ...routed, mappings });
  const shadowed = new Set(findings.flatMap(({ rule, urn }) => (rule === "pattern-shadowed" ? urn : [])));
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  for (const { urn, name, sourceName, targetModel, priority, enabled, isPattern } of mappings) {
    const node = add("mapping", sourceName ?? name, {
      objectId: byUrn.get(urn)?.id,
      isPattern,
      isOff: !(enabled ?? defaultSemantics.countsSilent),
      note: shadowed.has(urn) ? "has no effect" : undefined,
    });
    const ends = models.filter(({ gatewayName }) => gatewayName !== undefined && gatewayName === targetModel);
    const targets = ends.length > 0 ? ends.map((end) => end.node) : [missing("model", targetModel)];
    for (const target of targets) connect(node, "resolves to", target, numbered("priority", priority));
  }

  let whole: GraphNode | undefined;
  for (const prompt of sorted("Prompt", (each) => amountOf(each, "position"), "name")) {
    const modelId = textOf(prompt, "modelId");
    const isGlobal = knownValue(prompt, "isGlobal") === true;
    const position = numbered("position", amountOf(prompt, "position"));
    const node = add("prompt", labelOf(prompt, "name"), {
      objectId: prompt.id,
      note: modelId === undefined && !isGlobal ? "neither global nor for a model" : undefined,
      isOff: knownValue(prompt, "enabled") === false,
    });
    if (modelId !== undefined) {
      const model = models.find(({ id }) => id === modelId)?.node;
      connect(node, "is for", model ?? missing("model", modelId), position);
    }
    if (isGlobal) {
      whole ??= add("workspace", workspace, { note: "all models" });
      connect(node, "is for", whole, position);
    }
  }
  if (objects.length === 0) {
    add("workspace", workspace, { note: "nothing is routed here" });
  }
  return { nodes, edges };
}

function numbered(word: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${word} ${value}`;
}

function labelOf(object: AccountObject, ...fields: string[]): string {
  return fields.map((field) => textOf(object, field)).find((text) => text !== undefined) ?? object.name;
}
