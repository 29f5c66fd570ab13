import type { z } from "zod";
import * as pulumi from "#sdk";
import { type Kind, offeredFields } from "../spec/kind.js";
import { hidden } from "../spec/values.js";
import { isJsonObject } from "../text/json.js";
import { isTransformed, noteOutput, prepareInputs, referencesIn } from "./declaration.js";
import { registrationOf, usesPlugin, whyNoImport } from "./native.js";
import { preflights } from "./preflight.js";
import { pointAtProgram, programLine } from "./program-line.js";

/** A value whose parts may be outputs, at any depth. */
export type WithInputs<T> = T extends readonly (infer E)[]
  ? pulumi.Input<WithInputs<E>>[]
  : T extends object
    ? { [K in keyof T]: pulumi.Input<WithInputs<T[K]>> }
    : T;

type Shape<K extends Kind> = z.input<K["inputs"]> &
  z.input<K["source"]["inputs"]> & {
    /**
     * Name of the connection whose settings to use. Changing it to a connection of a different gateway
     * replaces the object.
     *
     * @default the default connection, which has no name
     */
    connection?: string | undefined;
  };

/** Drops the index signature that zod infers for a schema without fields. */
type Named<F> = string extends F ? never : F;

/**
 * The arguments of a kind's class. `connection` and the inputs of the kind's source are never sent to the
 * gateway.
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

type ResourceClass<K extends Kind> = {
  new (
    name: string,
    args: ArgsOf<K>,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.CustomResource & OutputsOf<z.output<K["inputs"]>> & OutputsOf<z.output<K["outputs"]>>;
  /**
   * Reads an existing object without managing it. Fails in the preview if no object has this id.
   *
   * @param name Logical name of the resource in the program.
   * @param id The object's id on the gateway.
   * @param lookup Where to find the object: its workspace, if it has one, and the connection to use.
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

export function kindOf(value: unknown): Kind | undefined {
  return isKindClass(value) ? value[kindKey] : undefined;
}

function isKindClass(value: unknown): value is { readonly [kindKey]: Kind } {
  return typeof value === "function" && kindKey in value;
}

/** Creates the base class of a kind's class: `class Model extends resource(model) {}`. */
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
      const isHinted = !isNative || references.length > 0;
      const registration = registrationOf(kind, name, opts, isNative, isHinted ? hints : undefined);
      const { type, otherType, added, options } = registration;
      // The SDK creates outputs only for names that occur in the properties. Their values may be undefined.
      const props = { ...Object.fromEntries(names.map((each) => [each, undefined])), ...inputs, ...added };
      const ownOptions = { ...options, additionalSecretOutputs, aliases: aliasesOf(otherType, name, opts) };
      const restoreTraces = pointAtProgram(line);
      try {
        super(type, name, props, pulumi.mergeOptions(ownOptions, opts));
      } finally {
        restoreTraces();
      }
      // If a resource is read by an id that is not yet known, it may be any object.
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
  // CustomResource creates a property for each name in `props`. Only the kind's types declare these
  // properties.
  return class_ as object as ResourceClass<K>;
}

/**
 * They let a stack keep its objects when it switches between the native plugin and dynamic providers. A
 * string is used where possible, because the SDK creates a dozen promises for any other alias.
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

/**
 * In a preview of an update, the engine uses the checked inputs of a dynamic resource as its outputs, so an
 * output that is not an input would be unknown. Therefore, `check` adds the retained outputs as one input
 * whose name no diff shows.
 */
function showOutputs(
  resource: pulumi.CustomResource,
  {
    undeclared,
    steady,
    used,
    note,
  }: {
    readonly undeclared: readonly string[];
    readonly steady: readonly string[];
    readonly used: Set<string>;
    readonly note: (name: string, output: unknown) => void;
  },
): void {
  const shown = outputOf(resource, hidden.shown);
  const retained = outputOf(resource, hidden.retained);
  const define = (name: string, make: (own: Value) => Value) => {
    const own = outputOf(resource, name);
    let made: Value | undefined;
    const get = () => {
      used.add(name);
      if (made === undefined && own !== undefined) {
        made = make(own); // most programs read only a few outputs
        note(name, made);
      }
      return made;
    };
    Object.defineProperty(resource, name, { configurable: true, enumerable: true, get });
  };
  if (shown !== undefined) {
    for (const name of undeclared) {
      define(name, (own) => shownOutput(own, { shown, retained }, name));
    }
  }
  if (retained !== undefined) {
    for (const name of steady) {
      define(name, (own) => (pulumi.isDryRun() ? retainedOutput(own, retained, name) : own));
    }
  }
}

type Value = pulumi.Output<unknown>;

function outputOf(resource: pulumi.CustomResource, name: string): Value | undefined {
  const value: unknown = Reflect.get(resource, name);
  return pulumi.Output.isInstance(value) ? value : undefined;
}

/** From the state or, in a preview of an update, from `check` if the value is known there. */
function shownOutput(
  own: Value,
  { shown, retained }: { shown: Value; retained: Value | undefined },
  name: string,
): Value {
  return pulumi.output(undefined).apply(async () => {
    const isStored = retained === undefined || (await isKnown(shown));
    const values = isStored
      ? shown
      : retained.apply((all) => (isJsonObject(all) ? all[hidden.shown] : undefined));
    const read = () => values.apply((all) => (isJsonObject(all) ? all[name] : own));
    return (await isKnown(own)) ? own.apply((value) => (value === undefined ? read() : value)) : read();
  });
}

function retainedOutput(own: Value, retained: Value, name: string): Value {
  return pulumi.output(undefined).apply(async () => {
    if (await isKnown(own)) {
      return own;
    }
    return retained.apply((values) => (isJsonObject(values) && name in values ? values[name] : own));
  });
}

/** `isKnown` is not in the SDK's types. Without it, every output counts as known. */
function isKnown(output: Value): Promise<unknown> {
  const known: unknown = Reflect.get(output, "isKnown");
  return known instanceof Promise ? known : Promise.resolve(true);
}
