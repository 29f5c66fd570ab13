import { needsUrn } from "../../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../../provider/spec/values.js";
import type { Json } from "../../../../provider/text/json.js";
import { calling } from "../../../contract/support/calling.ts";
import { type Declared, isRef, type Program, type Ref, urnOf } from "../program/program.ts";
import { kindNamed, type Plugin } from "./plugin.ts";
import type { Goal, Stored } from "./state.ts";

/** In a preview, and for what a deletion would take along, the engine knows no value that is still to come. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What a resource goes on to be. */
export type Plan =
  | { readonly does: "create"; readonly inputs: Values }
  | { readonly does: "same" | "update"; readonly inputs: Values; readonly old: Stored }
  | {
      readonly does: "replace";
      readonly inputs: Values;
      readonly old: Stored;
      readonly deletesBefore: boolean;
    };

/** Asks the provider what a declaration means for the resource that it goes on from. */
export async function planOf(
  plugin: Plugin,
  declared: Declared,
  news: Values,
  old: Stored | undefined,
): Promise<Plan> {
  const provider = plugin.provider(declared.kind);
  const check = async (olds: Values): Promise<Values> => {
    const checked = await provider.check?.(structuredClone(olds), structuredClone(news));
    const { inputs = news, failures = [] } = checked ?? {};
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return inputs;
  };
  if (old === undefined) return { does: "create", inputs: await check({}) };
  const inputs = await check(old.inputs);
  const diff = await provider.diff?.(old.id, structuredClone(old.outputs), inputs);
  if ((diff?.replaces ?? []).length > 0 || old.status === "replacing") {
    if (declared.protect && old.protect) throw new Error(`unable to replace resource "${old.urn}"`);
    const deletesBefore = declared.deleteBeforeReplace ?? diff?.deleteBeforeReplace ?? false;
    return { does: "replace", inputs: await check({}), old, deletesBefore };
  }
  return { does: diff?.changes === true || old.hasInitErrors ? "update" : "same", inputs, old };
}

export function goalOf(declared: Declared, program: Program): Goal {
  const { name, kind, args, aliases, protect, retainOnDelete = false } = declared;
  const inputsFrom = Object.fromEntries(
    Object.entries(args).flatMap(([input, value]) =>
      isRef(value) ? [[input, urnOf(named(program, value.ref), program)]] : [],
    ),
  );
  return { urn: urnOf(declared, program), name, kind, aliases, protect, retainOnDelete, inputsFrom };
}

/** The inputs that the provider gets, with the values of what they refer to. */
export function inputsOf(declared: Declared, urn: string, valueFor: (ref: Ref) => Json): Values {
  const { kind, name, args, parent } = declared;
  const values = Object.entries(args).map(([key, value]) => [key, isRef(value) ? valueFor(value) : value]);
  const used = [...kindNamed(kind).outputFields.keys()];
  const references = Object.keys(args).filter((key) => isRef(args[key]));
  return {
    ...Object.fromEntries(values),
    ...calling(parent === undefined ? name : urn, { used, references }),
    ...(needsUrn(kindNamed(kind)) ? { [hidden.urn]: urn } : {}),
  };
}

function named(program: Program, wanted: string): Declared {
  const found = program.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`the program has no ${wanted}`);
  return found;
}
