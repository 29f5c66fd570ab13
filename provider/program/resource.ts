import type { z } from "zod";
import * as pulumi from "#sdk";
import { type Kind, offeredFields } from "../spec/kind.js";
import { hidden } from "../spec/values.js";
import { prepared } from "./declaration.js";
import { dynamicRegistration, whyNoImport } from "./dynamic-resource.js";
import { goesToPlugin, nativeRegistration } from "./native.js";
import { preflights } from "./preflight.js";
import { pointAtProgram, programLine } from "./program-line.js";
import { showOutputs } from "./shown-outputs.js";

/** A value whose parts may be outputs, at any depth. */
export type WithInputs<T> = T extends readonly (infer E)[]
  ? pulumi.Input<WithInputs<E>>[]
  : T extends object
    ? { [K in keyof T]: pulumi.Input<WithInputs<T[K]>> }
    : T;

type Shape<K extends Kind> = z.input<K["inputs"]> &
  z.input<K["source"]["inputs"]> & {
    /**
     * Name of the connection whose settings to use; one that leads elsewhere replaces the object.
     *
     * @default the settings without a name
     */
    connection?: string | undefined;
  };

/** Only names of fields: for a schema without fields, zod infers an index signature. */
type Named<F> = string extends F ? never : F;

/**
 * The arguments of a kind's class. `connection` names the settings to use.
 * It and the source's inputs are never sent.
 */
export type ArgsOf<K extends Kind> = {
  [F in keyof Shape<K> as Named<F>]: pulumi.Input<WithInputs<Shape<K>[F]>>;
};

type OutputsOf<T> = { readonly [F in keyof T as Named<F>]-?: pulumi.Output<T[F]> };

/** What `get` needs besides the id to find an object: what the object belongs to, and the connection. */
type LookupOf<K extends Kind> = Pick<
  ArgsOf<K>,
  Extract<keyof ArgsOf<K>, "connection" | ParentOf<K["endpoints"]>>
>;

type ParentOf<E> = E extends { readonly parent: { readonly field: infer F } } ? F : never;

export type ResourceClass<K extends Kind> = {
  new (
    name: string,
    args: ArgsOf<K>,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.CustomResource & OutputsOf<z.output<K["inputs"]>> & OutputsOf<z.output<K["outputs"]>>;
  /**
   * Reads an existing object without managing it. Fails in the preview if there is none with this id.
   *
   * @param name Logical name in the program.
   * @param id The object's id on the gateway.
   * @param lookup Where to look for it.
   */
  get<R>(
    this: new (
      name: string,
      args: ArgsOf<K>,
      opts?: pulumi.CustomResourceOptions,
    ) => R,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    lookup: LookupOf<K>,
    opts?: pulumi.CustomResourceOptions,
  ): R;
};

/** Where a class keeps the kind that it is made of: no name of a property that programs could see. */
const ofKind = Symbol("kind");

/** The kind that a class is made of; undefined for whatever is no class of a kind. */
export function kindOf(value: unknown): Kind | undefined {
  return isMade(value) ? value[ofKind] : undefined;
}

function isMade(value: unknown): value is { readonly [ofKind]: Kind } {
  return typeof value === "function" && ofKind in value;
}

/** Makes the class that the class of a kind extends: `class Model extends resource(model) {}`. */
export function resource<K extends Kind>(kind: K): ResourceClass<K> {
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const offered = offeredFields(kind).map((field) => field.name);
  const steady = [...kind.outputFields.values()].flatMap(({ name, madeOf }) => (madeOf ? [name] : []));
  const names = [...fields.map((field) => field.name), ...(offered.length === 0 ? [] : [hidden.shown])];
  const additionalSecretOutputs = fields.filter((field) => field.secret).map((field) => field.name);
  const class_ = class extends pulumi.CustomResource {
    static readonly [ofKind]: Kind = kind;

    constructor(name: string, given: pulumi.Inputs | null, opts: pulumi.CustomResourceOptions = {}) {
      preflights.pass();
      const isNative = goesToPlugin(kind, opts);
      if (isNative) {
        preflights.passWithPlugin();
      }
      const line = programLine();
      const args: pulumi.Inputs = { ...given };
      const refused = isNative || opts.import === undefined ? undefined : whyNoImport(kind);
      const inputs = prepared({ kind, name, args, opts, line, refused });
      const used = new Set<string>();
      const { type, otherType, added, options } = isNative
        ? nativeRegistration(kind)
        : dynamicRegistration(kind, name, opts, used);
      // The SDK makes an output only of a name that is among the properties. The name needs no value.
      const props = { ...Object.fromEntries(names.map((each) => [each, undefined])), ...inputs, ...added };
      const ours = { ...options, additionalSecretOutputs, aliases: otherwise(otherType, name, opts) };
      const done = pointAtProgram(line);
      try {
        super(type, name, props, pulumi.mergeOptions(ours, opts));
      } finally {
        done();
      }
      showOutputs(this, { undeclared: offered.filter((each) => args[each] === undefined), steady, used });
    }

    static get(
      name: string,
      id: pulumi.Input<pulumi.ID>,
      lookup: pulumi.Inputs,
      opts?: pulumi.CustomResourceOptions,
    ) {
      return new this(name, lookup, { ...opts, id });
    }
  };
  // Only the types of the kind know the properties that CustomResource makes of `props`.
  return class_ as object as ResourceClass<K>;
}

/**
 * The aliases of a resource under the type that it has if a plugin makes it instead of a dynamic provider, or the other way
 * round: a stack keeps its objects when it switches. The SDK makes a dozen promises of an alias that is no text.
 */
function otherwise(
  type: string,
  name: string,
  { aliases = [], parent }: pulumi.CustomResourceOptions,
): (pulumi.Alias | pulumi.URN)[] {
  const isNameOnly = (alias: object | string): alias is pulumi.Alias =>
    typeof alias === "object" &&
    !(pulumi.Output.isInstance(alias) || alias instanceof Promise || "type" in alias);
  const own =
    parent === undefined
      ? `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`
      : { type };
  return [own, ...aliases.filter(isNameOnly).map((alias) => ({ ...alias, type }))];
}
