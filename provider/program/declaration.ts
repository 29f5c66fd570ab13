import { AsyncLocalStorage } from "node:async_hooks";
import path from "node:path";
import * as pulumi from "#sdk";
import { checkInputs, sentence } from "../lifecycle/state/check.js";
import type { Kind } from "../spec/kind.js";
import { unknownValue, type Values } from "../spec/values.js";
import type { Json } from "../text/json.js";
import { printable } from "../text/printable.js";
import { jsonInput } from "./json-input.js";
import { wrongResources } from "./wrong-resources.js";

/** What a line of the program declares. */
interface Declared {
  readonly kind: { readonly name: string };
  readonly name: string;
  readonly args: pulumi.Inputs;
  /** The place in the program. */
  readonly line: string | undefined;
}

interface Declaration extends Declared {
  readonly kind: Kind;
  readonly opts: pulumi.CustomResourceOptions;
  /** Why the options are refused. */
  readonly refused?: string | undefined;
}

/**
 * The arguments as they go to the engine. What is wrong with them is told here, so that a preview tells it of all resources: the
 * engine ends the program at the first resource that it refuses.
 */
export function prepared(declaration: Declaration): pulumi.Inputs {
  const { kind, args, refused } = declaration;
  const inputs: pulumi.Inputs = {};
  const values: Values = {};
  const wrong: string[] = refused === undefined ? [] : [said(declaration, refused)];
  for (const [name, value] of Object.entries(args).filter(([, value]) => value !== undefined)) {
    values[name] = unknownValue;
    // Any other unknown name is refused with a suggestion. The SDK would call or print these before.
    if (name in {} || name !== printable(name)) {
      wrong.push(said(declaration, `${printable(name)} is no property of ${kind.name}.`));
      continue;
    }
    try {
      inputs[name] = jsonInput(value, name, (problem) => new pulumi.RunError(said(declaration, problem)));
      values[name] = known(value);
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
  }
  const secrets = [...kind.fields.values()].filter(({ secret }) => secret).map(({ name }) => name);
  for (const name of secrets.filter((each) => args[each] !== undefined)) {
    inputs[name] = pulumi.secret(inputs[name]).apply((value) => present(declaration, name, value));
  }
  warnOfUndefined(declaration, secrets);
  const problems = isFinal(declaration.opts) ? checkInputs(kind, values).map(sentence) : [];
  const all = [...wrong, ...problems.map((problem) => said(declaration, `${printable(problem)}.`))];
  return all.length === 0 ? inputs : { wrong: wrongResources.add(all) };
}

/** Warns of secrets that the program names and does not set, as `process.env` does: without a key, requests fail later. */
export function warnOfUndefined(declaration: Declared, secrets: readonly string[]): void {
  for (const name of secrets.filter(
    (each) => each in declaration.args && declaration.args[each] === undefined,
  )) {
    const doubt = `${name} is undefined, so it is not declared. Leave the property out, or set it.`;
    void pulumi.log.warn(said(declaration, doubt)); // never fails
  }
}

/** One line about a resource, with its place in the program. */
function said({ kind, name, line }: Declared, text: string): string {
  const near = line === undefined ? "" : path.relative(process.cwd(), line);
  const place = near.startsWith("..") ? line : near;
  return `${kind.name} "${name}": ${text}${place === "" ? "" : ` (${place})`}`;
}

/** Whether the engine gets the arguments as they are, and all of them. A parent may have transforms, which it does not show. */
function isFinal({ id, urn, parent, ...opts }: pulumi.CustomResourceOptions): boolean {
  const stack = pulumi.getStackResource();
  const ofStack: unknown = stack === undefined ? [] : Reflect.get(stack, "__transformations");
  const changes = [ofStack, opts.ignoreChanges, opts.transformations, opts.transforms];
  const isChanged = changes.some((each) => Array.isArray(each) && each.length > 0) || hasTransforms();
  return id === undefined && urn === undefined && parent === undefined && !isChanged;
}

/** The SDK makes callbacks for the first transform of the stack. It does not declare where it keeps them. */
function hasTransforms(): boolean {
  const local: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const ofRun: unknown = local instanceof AsyncLocalStorage ? local.getStore() : undefined;
  return Reflect.get(Object(ofRun ?? Reflect.get(globalThis, "globalStore")), "callbacks") !== undefined;
}

/** An argument as far as it is known while the program runs. */
function known(value: unknown): Json {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return unknownValue;
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
  }
  return Array.isArray(value)
    ? value.map(known)
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== undefined)
          .map(([key, part]) => [key, known(part)]),
      );
}

/** Refuses undefined: the SDK makes null of an undefined secret, and null would clear the value. */
function present<T>(declaration: Declaration, property: string, value: T): T {
  if (value === undefined) {
    throw new pulumi.RunError(
      said(declaration, `${property} turned out undefined. Leave it out to leave it alone; null clears it.`),
    );
  }
  return value;
}
