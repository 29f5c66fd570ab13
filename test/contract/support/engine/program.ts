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
  /** The names of the resources that it waits for besides those that it refers to. */
  readonly dependsOn?: readonly string[];
  /** Whether its object stays on the gateway when the resource goes. */
  readonly retainOnDelete?: boolean | undefined;
}

/** In an order in which every resource comes after those that it refers to. */
export type Program = readonly Declared[];

export function isRef(value: Json | undefined): value is Ref {
  return isJsonObject(value) && typeof value.ref === "string" && typeof value.output === "string";
}

/** The names of the resources that a resource waits for. */
export function dependenciesOf({ inputs, dependsOn = [] }: Declared): string[] {
  const named = Object.values(inputs).flatMap((value) => (isRef(value) ? [value.ref] : []));
  return [...new Set([...named, ...dependsOn])];
}

export function urnOf({ kind, name }: Declared): string {
  return `urn:pulumi:model::chains::pulumi-nodejs:dynamic/workspace-gateway:${kind}::${name}`;
}
