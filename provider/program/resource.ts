import type { z } from "zod";
import * as pulumi from "#sdk";
import { type Kind, offeredFields } from "../spec/kind.js";
import { hidden } from "../spec/values.js";
import { prepareInputs } from "./declaration.js";
import { dynamicRegistration, whyNoImport } from "./dynamic-resource.js";
import { nativeRegistration, usesPlugin } from "./native.js";
import { preflights } from "./preflight.js";
import { pointAtProgram, programLine } from "./program-line.js";
import { isTransformed, noteOutput, referencesIn } from "./references.js";
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
     * Name of the connection whose settings to use. Changing it to a connection of another gateway replaces the object.
     *
     * @default the settings without a name
     */
    connection?: string | undefined;
  };

/** A key only if it names a field: zod infers an index signature for a schema without fields. */
type Named<F> = string extends F ? never : F;

/**
 * The arguments of a kind's class. `connection` and the inputs of the kind's source are never sent to the gateway.
 */
export type ArgsOf<K extends Kind> = {
  [F in keyof Shape<K> as Named<F>]: pulumi.Input<WithInputs<Shape<K>[F]>>;
};

type OutputsOf<T> = { readonly [F in keyof T as Named<F>]-?: pulumi.Output<T[F]> };

/** The arguments of `get` besides the id: the object's parent, if it has one, and the connection. */
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

/** The key under which a class keeps its kind. A symbol, so that programs do not see it as a property. */
const kindKey = Symbol("kind");

/** The kind of a class. Undefined if the value is not the class of a kind. */
export function kindOf(value: unknown): Kind | undefined {
  return isKindClass(value) ? value[kindKey] : undefined;
}

function isKindClass(value: unknown): value is { readonly [kindKey]: Kind } {
  return typeof value === "function" && kindKey in value;
}

/**
 * Creates the base class of a kind's class: `class Model extends resource(model) {}`. Its constructor throws a `RunError` if the
 * inputs are invalid, in a preview after all resources of the same turn of the event loop were checked.
 */
export function resource<K extends Kind>(kind: K): ResourceClass<K> {
  const fields = [...kind.fields.values(), ...kind.outputFields.values()];
  const offered = offeredFields(kind).map((field) => field.name);
  const steady = [...kind.outputFields.values()].flatMap(({ name, madeOf }) => (madeOf ? [name] : []));
  const names = [...fields.map((field) => field.name), ...(offered.length === 0 ? [] : [hidden.shown])];
  const additionalSecretOutputs = fields.filter((field) => field.secret).map((field) => field.name);
  const class_ = class extends pulumi.CustomResource {
    static readonly [kindKey]: Kind = kind;

    constructor(name: string, declared: pulumi.Inputs | null, opts: pulumi.CustomResourceOptions = {}) {
      preflights.pass();
      const isNative = usesPlugin(kind, opts);
      if (isNative) {
        preflights.passWithPlugin();
      }
      const line = programLine();
      const args: pulumi.Inputs = { ...declared };
      const refusal = isNative || opts.import === undefined ? undefined : whyNoImport(kind);
      const inputs = prepareInputs({ kind, name, args, opts, line, refusal });
      const used = new Set<string>();
      // In an `up`, every value is known when it is checked.
      const references = pulumi.isDryRun() ? referencesIn(kind, args) : [];
      const hints = () => ({ used: [...used], references: isTransformed(opts, this) ? [] : references });
      const { type, otherType, added, options } = isNative
        ? nativeRegistration(kind, name, opts, references.length === 0 ? undefined : hints)
        : dynamicRegistration(kind, name, opts, hints);
      // The SDK creates outputs only for names among the properties, even if their values are undefined.
      const props = { ...Object.fromEntries(names.map((each) => [each, undefined])), ...inputs, ...added };
      const ownOptions = { ...options, additionalSecretOutputs, aliases: aliasesOf(otherType, name, opts) };
      const restoreTraces = pointAtProgram(line);
      try {
        super(type, name, props, pulumi.mergeOptions(ownOptions, opts));
      } finally {
        restoreTraces();
      }
      // A resource that is only read by an unknown id may find any object.
      const note = (output: string, value: unknown) =>
        opts.id === undefined && noteOutput(kind, output, value);
      showOutputs(this, {
        undeclared: offered.filter((each) => args[each] === undefined),
        steady,
        used,
        note,
      });
      for (const output of ["id", ...names]) {
        note(output, Object.getOwnPropertyDescriptor(this, output)?.value);
      }
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
  // CustomResource creates a property for each name in `props`. Only the kind's types know them.
  return class_ as object as ResourceClass<K>;
}

/**
 * Aliases that let a stack keep its objects when it switches between the native plugin and dynamic providers: the resource and
 * its declared aliases under `type`, the type that they have in the other mode. A text is used where possible, because the
 * SDK creates a dozen promises for any other alias.
 */
function aliasesOf(
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
