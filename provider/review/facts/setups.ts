import { isUnknown } from "../../spec/values.js";
import type { Json } from "../../text/json.js";
import type { Snapshot, Step } from "../plan/plan.js";
import type { RoutedMapping, RoutedModel, Setup } from "../routing/setup.js";
import type { DeclaredObject } from "../rules/declared-object.js";
import type { Resources } from "./resources.js";
import { workspaceNames, workspaceOf } from "./workspace-keys.js";

/** A resource at one of the two moments that a review compares. */
export interface Present {
  readonly step: Step;
  readonly snapshot: Snapshot;
}

/** What is there before the `up`, or after it. What is deleted with `retainOnDelete` stays on the gateway. */
export function presentAt(moment: "before" | "after", { plan }: Resources): Present[] {
  return plan.steps.flatMap((step) => {
    const { before, after, operation } = step;
    const stays = operation === "delete" && before?.retainOnDelete ? before : after;
    const snapshot = moment === "before" ? before : stays;
    return snapshot === undefined || operation === "other" ? [] : [{ step, snapshot }];
  });
}

/** All that decides where requests end, at one moment. */
export function setupAt(moment: "before" | "after", resources: Resources): Setup {
  const present = presentAt(moment, resources);
  return {
    models: present.flatMap((each) => (each.step.kind === "Model" ? [modelOf(each, resources)] : [])),
    mappings: present.flatMap((each) => (each.step.kind === "Mapping" ? [mappingOf(each, resources)] : [])),
    workspaces: workspaceNames(resources),
  };
}

/** The objects of one moment, as the rules about a setup see them. */
export function declaredAt(moment: "before" | "after", resources: Resources): DeclaredObject[] {
  return presentAt(moment, resources).flatMap(({ step, snapshot }) =>
    step.kind === undefined
      ? []
      : [
          {
            kind: step.kind,
            urn: step.urn,
            name: step.name,
            inputs: snapshot.inputs,
            outputs: snapshot.outputs,
            from: snapshot.from,
            ...(snapshot.id === undefined ? {} : { id: snapshot.id }),
          },
        ],
  );
}

function modelOf({ step, snapshot }: Present, resources: Resources): RoutedModel {
  const { inputs } = snapshot;
  const provider = resources.named(snapshot, "providerId")?.urn ?? text(inputs.providerId);
  return {
    urn: step.urn,
    name: step.name,
    workspace: workspaceOf(resources, step, snapshot) ?? "",
    ...defined({
      gatewayName: text(snapshot.outputs.gatewayName),
      modelName: text(inputs.name),
      inputCost: number(inputs.inputCost),
      outputCost: number(inputs.outputCost),
      provider,
    }),
  };
}

/** Of a mapping that may be switched off, or come first or last, it is not known where names end that it takes. */
function mappingOf({ step, snapshot }: Present, resources: Resources): RoutedMapping {
  const { inputs, from } = snapshot;
  const isOpen = [inputs.enabled, inputs.priority, inputs.isPattern].some(isUnknown);
  return {
    urn: step.urn,
    name: step.name,
    workspace: workspaceOf(resources, step, snapshot) ?? "",
    ...defined({
      sourceName: text(inputs.sourceName),
      targetModel: isOpen ? undefined : text(inputs.targetModel),
      targetUrn: isOpen ? undefined : from.targetModel?.find((urn) => resources.byUrn(urn)?.kind === "Model"),
      priority: number(inputs.priority),
      enabled: flag(inputs.enabled),
      isPattern: flag(inputs.isPattern),
    }),
  };
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

function number(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function flag(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Without the properties that are undefined. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  Object.assign(known, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
  return known;
}
