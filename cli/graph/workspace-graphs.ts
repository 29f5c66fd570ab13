import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, amountOf, knownValue, textOf, workspaceKey } from "../account/account-object.js";
import { workspaceTitles } from "../account/workspace-titles.js";
import { routingFindings } from "../routing/findings.js";
import { compareKeys, inTriedOrder } from "../routing/route.js";
import { defaultSemantics } from "../routing/semantics.js";
import { routedSetup, type Setup } from "../routing/setup.js";
import { Sketch } from "./sketch.js";
import type { GraphSource, WorkspaceGraph } from "./workspace-graph.js";

/** The kinds that are drawn; workspaces besides. */
export const drawnKinds: readonly string[] = ["ModelProvider", "Model", "Mapping", "Prompt"];

/** The routing of each workspace, by name. The order of the objects does not matter. */
export function workspaceGraphs(objects: readonly AccountObject[], source: GraphSource): WorkspaceGraph[] {
  const drawn = objects.filter(({ kind }) => drawnKinds.includes(kind));
  const inside = Map.groupBy(drawn, workspaceKey);
  const workspaces = objects.filter(({ kind }) => kind === "Workspace");
  return [...workspaceTitles([...drawn, ...workspaces])]
    .toSorted(([id, name], [otherId, otherName]) => compareKeys([name, id], [otherName, otherId]))
    .map(([id, name], at) => graphOf({ id, name, objects: inside.get(id) ?? [] }, `w${at}`, source));
}

interface Room {
  readonly id: string;
  readonly name: string;
  readonly objects: readonly AccountObject[];
}

function graphOf(room: Room, prefix: string, source: GraphSource): WorkspaceGraph {
  const sketch = new Sketch(prefix, source);
  const of = (kind: string) => room.objects.filter((object) => object.kind === kind);
  const providers = drawProviders(sketch, of("ModelProvider"));
  // As a review has it: the mappings in the order in which they are tried, and the models in that of what leads to them.
  const routed = routedSetup(room.objects);
  const setup = { ...routed, mappings: inTriedOrder(routed.mappings, defaultSemantics) };
  const models = drawModels(sketch, of("Model"), providers, setup);
  drawMappings(sketch, setup, of("Mapping"), models);
  drawPrompts(sketch, of("Prompt"), models, room);
  if (room.objects.length === 0) {
    sketch.node({ is: "workspace", label: room.name, note: "nothing is routed here" });
  }
  return { workspace: room.id, name: room.name, ...sketch.drawn() };
}

/** The node of each id. */
type Ids = ReadonlyMap<string | undefined, string>;

function drawProviders(sketch: Sketch, providers: readonly AccountObject[]): Ids {
  const sorted = sortedBy(providers, (provider) => [
    amountOf(provider, "priority") ?? 0,
    labelOf(provider, "name"),
  ]);
  return new Map(
    sorted.map((provider) => {
      const priority = amountOf(provider, "priority");
      const note = priority === undefined ? undefined : `priority ${priority}`;
      const node = {
        is: "provider",
        label: labelOf(provider, "name"),
        ...defined({ objectId: provider.id, note }),
      } as const;
      return [provider.id, sketch.node(node)];
    }),
  );
}

interface DrawnModels {
  readonly byId: Ids;
  /** Several only where the gateway has two of one name. */
  readonly byGatewayName: ReadonlyMap<string | undefined, readonly string[]>;
}

function drawModels(
  sketch: Sketch,
  models: readonly AccountObject[],
  providers: Ids,
  { mappings }: Setup,
): DrawnModels {
  const places = new Map(mappings.map(({ targetModel }, at) => [targetModel, at] as const).reverse());
  const triedAt = (model: AccountObject) => places.get(textOf(model, "gatewayName")) ?? mappings.length;
  const byId = new Map<string | undefined, string>();
  const byGatewayName = new Map<string | undefined, string[]>();
  for (const model of sortedBy(models, (each) => [triedAt(each), labelOf(each, "gatewayName", "name")])) {
    const gatewayName = textOf(model, "gatewayName");
    const node = sketch.node({
      is: "model",
      label: labelOf(model, "gatewayName", "name"),
      ...defined({
        objectId: model.id,
        note: gatewayName === undefined ? "gateway name not known" : undefined,
      }),
    });
    byId.set(model.id, node);
    byGatewayName.set(gatewayName, [...(byGatewayName.get(gatewayName) ?? []), node]);
    const providerId = textOf(model, "providerId");
    const to = providers.get(providerId) ?? sketch.missing("provider", providerId);
    sketch.edge({ from: node, to, is: "is served by" });
  }
  byGatewayName.delete(undefined);
  return { byId, byGatewayName };
}

function drawMappings(
  sketch: Sketch,
  setup: Setup,
  objects: readonly AccountObject[],
  { byGatewayName }: DrawnModels,
): void {
  const shadowed = new Set(
    routingFindings(setup).flatMap(({ rule, urn }) => (rule === "pattern-shadowed" ? [urn] : [])),
  );
  const objectOf = new Map(objects.map((object) => [object.urn, object]));
  for (const { urn, name, sourceName, targetModel, priority, enabled, isPattern } of setup.mappings) {
    const isOff = !(enabled ?? defaultSemantics.countsSilent);
    const from = sketch.node({
      is: "mapping",
      label: sourceName ?? name,
      ...defined({
        objectId: objectOf.get(urn)?.id,
        isPattern: isPattern || undefined,
        isOff: isOff || undefined,
        note: shadowed.has(urn) ? "never decides" : undefined,
      }),
    });
    const label = defined({ label: priority === undefined ? undefined : `priority ${priority}` });
    for (const to of byGatewayName.get(targetModel) ?? [sketch.missing("model", targetModel)]) {
      sketch.edge({ from, to, is: "leads to", ...label });
    }
  }
}

function drawPrompts(
  sketch: Sketch,
  prompts: readonly AccountObject[],
  { byId }: DrawnModels,
  { name }: Room,
): void {
  let whole: string | undefined;
  const sorted = sortedBy(prompts, (prompt) => [amountOf(prompt, "position") ?? 0, labelOf(prompt, "name")]);
  for (const prompt of sorted) {
    const modelId = textOf(prompt, "modelId");
    const isGlobal = knownValue(prompt, "isGlobal") === true;
    const position = amountOf(prompt, "position");
    const from = sketch.node({
      is: "prompt",
      label: labelOf(prompt, "name"),
      ...defined({
        objectId: prompt.id,
        note: modelId === undefined && !isGlobal ? "for no model" : undefined,
        isOff: knownValue(prompt, "enabled") === false || undefined,
      }),
    });
    const label = defined({ label: position === undefined ? undefined : `position ${position}` });
    if (modelId !== undefined) {
      const to = byId.get(modelId) ?? sketch.missing("model", modelId);
      sketch.edge({ from, to, is: "is for", ...label });
    }
    if (isGlobal) {
      whole ??= sketch.node({ is: "workspace", label: name, note: "all models" });
      sketch.edge({ from, to: whole, is: "is for", ...label });
    }
  }
}

function labelOf(object: AccountObject, ...fields: string[]): string {
  return fields.map((field) => textOf(object, field)).find((text) => text !== undefined) ?? object.name;
}

function sortedBy(
  objects: readonly AccountObject[],
  keysOf: (object: AccountObject) => readonly (string | number)[],
): AccountObject[] {
  return objects.toSorted((a, b) => compareKeys([...keysOf(a), a.urn], [...keysOf(b), b.urn]));
}
