import { needsUrn } from "../../../../provider/spec/kind.js";
import { hidden, unknownValue, type Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";
import { calling } from "../calling.ts";
import type { Provider } from "../provider.ts";
import { kindNamed, type Plugin } from "./plugin.ts";
import { type Declared, isRef, type Program, type Ref, urnOf, urnsOf } from "./program.ts";
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

export function goalOf(declared: Declared, program: Program, plugin: Plugin): Goal {
  const { name, kind, inputs, aliases, protect = false, retainOnDelete = false, by = plugin.by } = declared;
  const inputsFrom = Object.fromEntries(
    Object.entries(inputs).flatMap(([input, value]) =>
      isRef(value) ? [[input, urnOf(named(program, value.ref), program)]] : [],
    ),
  );
  return { urn: urnOf(declared, program), name, kind, by, aliases, protect, retainOnDelete, inputsFrom };
}

/** The process that works on a declared resource. */
export function providerFor({ name, kind, parent }: Declared, { urn, by }: Goal, plugin: Plugin): Provider {
  return plugin.provider(kind, parent === undefined ? name : urn, by);
}

/** The inputs that the provider gets, with the values of what they refer to. */
export function inputsOf(declared: Declared, urn: string, valueFor: (ref: Ref) => Json): Values {
  const { kind, name, inputs, parent } = declared;
  const values = Object.entries(inputs).map(([key, each]) => [key, isRef(each) ? valueFor(each) : each]);
  const used = [...kindNamed(kind).outputFields.keys()];
  const references = Object.keys(inputs).filter((key) => isRef(inputs[key]));
  return {
    ...calling(parent === undefined ? name : urn, { used, references }),
    ...Object.fromEntries(values),
    ...(needsUrn(kindNamed(kind)) ? { [hidden.urn]: urn } : {}),
  };
}

/** What a preview of a program on a state finds, resource by resource. */
export async function previewed(
  program: Program,
  resources: readonly Stored[],
  plugin: Plugin,
): Promise<{ goal: Goal; plan: Plan }[]> {
  const plans = new Map<string, Plan>();
  const valueFor = ({ ref, output }: Ref): Json => {
    const plan = plans.get(ref);
    if (plan === undefined || plan.does === "create" || plan.does === "replace") return unknownValue;
    if (output === "id") return plan.old.id;
    return (plan.does === "same" ? plan.old.outputs[output] : plan.inputs[output]) ?? unknownValue;
  };
  const found: { goal: Goal; plan: Plan }[] = [];
  for (const declared of program) {
    const goal = goalOf(declared, program, plugin);
    const old = formerIn(resources, urnsOf(declared, program));
    const news = inputsOf(declared, goal.urn, valueFor);
    const plan = await planOf(providerFor(declared, goal, plugin), news, old);
    assertReplaceable(plan, goal);
    plans.set(declared.name, plan);
    found.push({ goal, plan });
  }
  return found;
}

/** Fails if a replacement would take a protected resource away. */
export function assertReplaceable(plan: Plan, { protect }: Goal): void {
  if (plan.does === "replace" && protect && plan.old.protect) {
    throw new Error(`unable to replace resource "${plan.old.urn}"`);
  }
}

function named(program: Program, wanted: string): Declared {
  const found = program.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`the program has no ${wanted}`);
  return found;
}
