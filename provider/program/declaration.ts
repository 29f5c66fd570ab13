import { AsyncLocalStorage } from "node:async_hooks";
import * as pulumi from "#sdk";
import { checkInputs } from "../lifecycle/state.js";
import { type Kind, referenceOf } from "../spec/kind.js";
import { unknownValue, type Values } from "../spec/values.js";
import { defined, type Json } from "../text/json.js";
import { printable, quoted, withPeriod } from "../text/words.js";
import { jsonInput } from "./json-input.js";
import { describePlace } from "./program-line.js";

interface Declared {
  readonly kind: { readonly name: string };
  readonly name: string;
  readonly args: pulumi.Inputs;
  /** `file:line:column` with an absolute path. Undefined if unknown. */
  readonly line: string | undefined;
}

interface Declaration extends Declared {
  readonly kind: Kind;
  readonly opts: pulumi.CustomResourceOptions;
  /** Why the options are not allowed, as a sentence. */
  readonly refusal?: string | undefined;
}

/**
 * All problems are found here, in the program, so that a preview can report them for all resources. The
 * engine ends the program at the first resource that `check` rejects. See `refuse` for the error.
 */
export function prepareInputs(declaration: Declaration): pulumi.Inputs {
  const { kind, args, refusal } = declaration;
  const inputs: pulumi.Inputs = {};
  const values: Values = {};
  const wrong: string[] = refusal === undefined ? [] : [describe(declaration, refusal)];
  const given = defined(args);
  for (const [name, value] of Object.entries(given)) {
    values[name] = unknownValue;
    // The SDK would call a method for a name such as `toString`, and print control characters in names.
    // `checkInputs` rejects other unknown names.
    if (name in {} || name !== printable(name)) {
      wrong.push(describe(declaration, `${kind.name} has no property ${quoted(name)}.`));
      continue;
    }
    try {
      inputs[name] = jsonInput(value, name, (problem) => new pulumi.RunError(describe(declaration, problem)));
      values[name] = valueIfKnown(value);
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
  }
  const secrets = [...kind.fields.values()].filter(({ secret }) => secret).map(({ name }) => name);
  for (const name of secrets.filter((each) => each in given)) {
    inputs[name] = pulumi.secret(inputs[name]).apply((value) => assertDefined(declaration, name, value));
  }
  warnOfUndefined(declaration, secrets);
  const problems = isFinal(declaration.opts) ? checkInputs(kind, values) : [];
  const all = [...wrong, ...problems.map((problem) => describe(declaration, withPeriod(printable(problem))))];
  return all.length === 0 ? inputs : { wrong: refuse(all) };
}

/** An unset variable in `process.env` is undefined. Without this check, requests would fail later. */
export function warnOfUndefined(declaration: Declared, secrets: readonly string[]): void {
  const { args } = declaration;
  for (const name of secrets.filter((each) => each in args && args[each] === undefined)) {
    const warning = `${name} is undefined, so it is not declared. Omit the property, or set it.`;
    void pulumi.log.warn(describe(declaration, warning)); // never fails
  }
}

function describe({ kind, name, line }: Declared, text: string): string {
  return `${kind.name} "${name}": ${text}${describePlace(line)}`;
}

/** Whether the engine receives exactly these arguments. A parent may have transforms that are not visible. */
function isFinal({ id, urn, parent, ...opts }: pulumi.CustomResourceOptions): boolean {
  const stack = pulumi.getStackResource();
  const stackTransformations: unknown = stack === undefined ? [] : Reflect.get(stack, "__transformations");
  const changes = [stackTransformations, opts.ignoreChanges, opts.transformations, opts.transforms];
  const isChanged = changes.some((each) => Array.isArray(each) && each.length > 0) || hasTransforms();
  return id === undefined && urn === undefined && parent === undefined && !isChanged;
}

function valueIfKnown(value: unknown): Json {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return unknownValue;
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
  }
  return Array.isArray(value)
    ? value.map(valueIfKnown)
    : Object.fromEntries(Object.entries(defined(value)).map(([key, part]) => [key, valueIfKnown(part)]));
}

/** The SDK turns an undefined secret into null, and null would clear the value. */
function assertDefined<T>(declaration: Declaration, property: string, value: T): T {
  if (value === undefined) {
    throw new pulumi.RunError(
      describe(
        declaration,
        `${property} resolved to undefined. Omit the property to keep the gateway's value, or set it to null to clear it.`,
      ),
    );
  }
  return value;
}

/** Outputs that other resources may refer to, with their kind's list endpoint and their name. */
const outputs = new WeakMap<object, string>();

/** Records what an output refers to. If an input is a reference, its output is the same reference. */
export function noteOutput(kind: Kind, name: string, output: unknown): void {
  const { list, to } = referenceOf(kind, name) ?? { list: kind.endpoints.list, to: name };
  if (list !== undefined && pulumi.Output.isInstance(output)) {
    outputs.set(output, `${list} ${to}`);
  }
}

/** A value that the program derives from an output is a different `Output`, so it is not a reference. */
export function referencesIn(kind: Kind, args: pulumi.Inputs): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const reference = referenceOf(kind, name);
    const noted = pulumi.Output.isInstance(value) ? outputs.get(value) : undefined;
    return reference !== undefined && noted === `${reference.list} ${reference.to}` ? [name] : [];
  });
}

/** The SDK stores transformations, the predecessor of transforms, in the resource. */
export function isTransformed({ transforms = [] }: pulumi.ResourceOptions, resource: object): boolean {
  const older: unknown = Reflect.get(resource, "__transformations");
  return transforms.length > 0 || (Array.isArray(older) && older.length > 0) || hasTransforms();
}

/** The SDK creates `callbacks` for the first transform, in a store that is not in its types. */
function hasTransforms(): boolean {
  const local: unknown = Reflect.get(globalThis, "asyncLocalStorage");
  const runStore: unknown = local instanceof AsyncLocalStorage ? local.getStore() : undefined;
  return Reflect.get(Object(runStore ?? Reflect.get(globalThis, "globalStore")), "callbacks") !== undefined;
}

/** Problems found in the current turn of the event loop, by program. */
const problemsByRun = new WeakMap<object, { readonly lines: string[]; readonly failure: Promise<never> }>();

/**
 * In a preview, it returns a promise that rejects after the current turn of the event loop, with the problems
 * of all resources of that turn. As an input, this promise prevents the resource from being registered. In
 * tests with mocks, and in an update, which stops at the first resource, it throws a `RunError` immediately.
 */
function refuse(lines: readonly string[]): Promise<never> {
  const run = pulumi.getStackResource();
  if (run === undefined || pulumi.getMonitor() instanceof pulumi.MockMonitor) {
    throw new pulumi.RunError(lines.join("\n"));
  }
  if (!pulumi.isDryRun()) {
    throw errorOf(lines);
  }
  const known = problemsByRun.get(run);
  if (known !== undefined) {
    known.lines.push(...lines);
    return known.failure;
  }
  const all = [...lines];
  const failure = new Promise<never>((_resolve, reject) => {
    setImmediate(() => {
      problemsByRun.delete(run);
      const error = errorOf(all);
      const { message } = error;
      // The SDK would prepend the name of the failed input.
      reject(Object.defineProperty(error, "message", { get: () => message, set: () => undefined }));
    });
  });
  problemsByRun.set(run, { lines: all, failure });
  return failure;
}

/** Logs all lines except the last. The last becomes the error, which the SDK prints without a stack trace. */
function errorOf(lines: readonly string[]): Error {
  for (const line of lines.slice(0, -1)) {
    void pulumi.log.error(line);
  }
  return new pulumi.RunError(lines.at(-1));
}
