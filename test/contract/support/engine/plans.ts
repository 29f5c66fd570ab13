import { needsUrn } from "../../../../provider/spec/kind.js";
import { hidden, unknownValue, type Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";
import { calling } from "../calling.ts";
import type { Provider } from "../provider.ts";
import { kindNamed, type Plugin } from "./plugin.ts";
import { type Declared, isRef, type Program, type Ref, urnOf } from "./program.ts";
import { formerIn, type Goal, type Stored } from "./state.ts";

/** What the engine has of a resource before it is checked. */
type Known = Pick<Stored, "id" | "inputs" | "outputs"> & Partial<Stored>;

/** What a resource goes on to be. */
export type Plan<Old extends Known = Stored> =
  | { readonly does: "create"; readonly inputs: Values }
  | { readonly does: "same" | "update"; readonly inputs: Values; readonly old: Old }
  | {
      readonly does: "replace";
      readonly inputs: Values;
      readonly old: Old;
      /** What the provider wants. */
      readonly deletesBefore: boolean;
    };

/**
 * Asks the provider what a declaration means for the resource that it goes on from: the engine checks with the inputs of
 * before, and again without them what it will create.
 */
export async function planOf<Old extends Known>(
  provider: Provider,
  news: Values,
  old: Old | undefined,
): Promise<Plan<Old>> {
  const check = async (olds: Values): Promise<Values> => {
    const { inputs = news, failures = [] } = await provider.check(
      structuredClone(olds),
      structuredClone(news),
    );
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return inputs;
  };
  if (old === undefined) return { does: "create", inputs: await check({}) };
  const inputs = await check(old.inputs);
  const diff = await provider.diff(old.id, structuredClone(old.outputs), inputs);
  if ((diff.replaces ?? []).length > 0 || old.status === "replacing") {
    return {
      does: "replace",
      inputs: await check({}),
      old,
      deletesBefore: diff.deleteBeforeReplace === true,
    };
  }
  return { does: diff.changes === true || old.hasInitErrors === true ? "update" : "same", inputs, old };
}

export function goalOf(declared: Declared, plugin: Plugin): Goal {
  const { name, kind, retainOnDelete = false, by = plugin.by } = declared;
  return { urn: urnOf(declared), name, kind, by, retainOnDelete };
}

/** The inputs that the provider gets, with the values of what they refer to. */
export function inputsOf(
  { kind, name, inputs }: Declared,
  urn: string,
  valueFor: (ref: Ref) => Json,
): Values {
  const values = Object.entries(inputs).map(([key, each]) => [key, isRef(each) ? valueFor(each) : each]);
  const used = [...kindNamed(kind).outputFields.keys()];
  const references = Object.keys(inputs).filter((key) => isRef(inputs[key]));
  return {
    ...calling(name, { used, references }),
    ...Object.fromEntries(values),
    ...(needsUrn(kindNamed(kind)) ? { [hidden.urn]: urn } : {}),
  };
}

/** Previews a program on a state, resource by resource. */
export async function preview(program: Program, resources: readonly Stored[], plugin: Plugin): Promise<void> {
  const plans = new Map<string, Plan>();
  const valueFor = ({ ref, output }: Ref): Json => {
    const plan = plans.get(ref);
    if (plan === undefined || plan.does === "create" || plan.does === "replace") return unknownValue;
    if (output === "id") return plan.old.id;
    return (plan.does === "same" ? plan.old.outputs[output] : plan.inputs[output]) ?? unknownValue;
  };
  for (const declared of program) {
    const { urn, kind, name, by } = goalOf(declared, plugin);
    const news = inputsOf(declared, urn, valueFor);
    plans.set(name, await planOf(plugin.provider(kind, name, by), news, formerIn(resources, urn)));
  }
}
