import type { Values } from "../../../../provider/spec/values.js";
import { isJsonObject, type Json } from "../../../../provider/text/json.js";
import type { By } from "../provider.ts";

/** An output of another resource of the program, or its id. */
export type Ref = { readonly ref: string; readonly output: string };

/** A resource as a program declares it. Its name is the only one of the program. */
export interface Declared {
  readonly name: string;
  readonly kind: string;
  readonly inputs: Values;
  /** The process that makes it, if that is not the one that makes all. */
  readonly by?: By;
  /** The name of the resource that is its parent for the engine. */
  readonly parent?: string | undefined;
  /** The names of the resources that it waits for besides those that it refers to. */
  readonly dependsOn?: readonly string[];
  /** URNs that it had before. */
  readonly aliases?: readonly string[];
  readonly protect?: boolean;
  /** Whether its object stays on the gateway when the resource goes. */
  readonly retainOnDelete?: boolean | undefined;
  /** The option of the program, which goes before what the provider wants. */
  readonly deleteBeforeReplace?: boolean | undefined;
}

/** In an order in which every resource comes after those that it refers to. */
export type Program = readonly Declared[];

export function isRef(value: Json | undefined): value is Ref {
  return isJsonObject(value) && typeof value.ref === "string" && typeof value.output === "string";
}

export function ref(name: string, output = "id"): Ref {
  return { ref: name, output };
}

/** The names of the resources that a resource waits for. */
export function dependenciesOf({ inputs, parent, dependsOn = [] }: Declared): string[] {
  const named = Object.values(inputs).flatMap((value) => (isRef(value) ? [value.ref] : []));
  return [...new Set([...named, ...dependsOn, ...(parent === undefined ? [] : [parent])])];
}

/** The type of a resource in its URN: with the types of its parents before it. */
function qualifiedType({ kind, parent }: Declared, program: Program): string {
  const above = program.find(({ name }) => name === parent);
  const own = `pulumi-nodejs:dynamic/workspace-gateway:${kind}`;
  return above === undefined ? own : `${qualifiedType(above, program)}$${own}`;
}

export function urnOf(declared: Declared, program: Program): string {
  return `urn:pulumi:model::chains::${qualifiedType(declared, program)}::${declared.name}`;
}

/** The URNs by which a resource finds what it goes on from. */
export function urnsOf(declared: Declared, program: Program): string[] {
  return [urnOf(declared, program), ...(declared.aliases ?? [])];
}
