import * as pulumi from "#sdk";
import { checkInputs, sentence } from "../lifecycle/state/check.js";
import type { Kind } from "../spec/kind.js";
import { unknownValue, type Values } from "../spec/values.js";
import { defined } from "../text/defined.js";
import type { Json } from "../text/json.js";
import { printable } from "../text/printable.js";
import { quoted } from "../text/quoted.js";
import { withPeriod } from "../text/words.js";
import { jsonInput } from "./json-input.js";
import { describePlace } from "./program-line.js";
import { hasTransforms } from "./references.js";
import { wrongResources } from "./wrong-resources.js";

/** A resource as one line of the program declares it. */
interface Declared {
  readonly kind: { readonly name: string };
  readonly name: string;
  readonly args: pulumi.Inputs;
  /** The place in the program, as `file:line:column` with an absolute path. Undefined if it is not known. */
  readonly line: string | undefined;
}

interface Declaration extends Declared {
  readonly kind: Kind;
  readonly opts: pulumi.CustomResourceOptions;
  /** The reason why the options are not allowed, as a sentence. */
  readonly refusal?: string | undefined;
}

/**
 * Checks the arguments and returns the inputs for the engine. Secrets are wrapped, and values that are not JSON are refused.
 *
 * All problems are found here, in the program, so that a preview can report them for all resources: the engine ends the program
 * at the first resource that `check` refuses. See `WrongResources.add` for the error.
 */
export function prepareInputs(declaration: Declaration): pulumi.Inputs {
  const { kind, args, refusal } = declaration;
  const inputs: pulumi.Inputs = {};
  const values: Values = {};
  const wrong: string[] = refusal === undefined ? [] : [describe(declaration, refusal)];
  const given = defined(args);
  for (const [name, value] of Object.entries(given)) {
    values[name] = unknownValue;
    // The SDK would call a name of `Object.prototype`, and print a control character. `checkInputs` refuses other unknown names.
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
  const problems = isFinal(declaration.opts) ? checkInputs(kind, values).map(sentence) : [];
  const all = [...wrong, ...problems.map((problem) => describe(declaration, withPeriod(printable(problem))))];
  return all.length === 0 ? inputs : { wrong: wrongResources.add(all) };
}

/** Warns about secrets that are declared as undefined, as an unset variable of `process.env` is: requests would fail later. */
export function warnOfUndefined(declaration: Declared, secrets: readonly string[]): void {
  const { args } = declaration;
  for (const name of secrets.filter((each) => each in args && args[each] === undefined)) {
    const warning = `${name} is undefined, so it is not declared. Leave the property out, or set it.`;
    void pulumi.log.warn(describe(declaration, warning)); // never fails
  }
}

/** A line about a resource, with its place in the program. */
function describe({ kind, name, line }: Declared, text: string): string {
  return `${kind.name} "${name}": ${text}${describePlace(line)}`;
}

/** Whether the engine gets exactly these arguments. A parent may have transforms that cannot be seen here. */
function isFinal({ id, urn, parent, ...opts }: pulumi.CustomResourceOptions): boolean {
  const stack = pulumi.getStackResource();
  const stackTransformations: unknown = stack === undefined ? [] : Reflect.get(stack, "__transformations");
  const changes = [stackTransformations, opts.ignoreChanges, opts.transformations, opts.transforms];
  const isChanged = changes.some((each) => Array.isArray(each) && each.length > 0) || hasTransforms();
  return id === undefined && urn === undefined && parent === undefined && !isChanged;
}

/** An argument with `unknownValue` in place of outputs and promises, at any depth. */
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

/** Throws a `RunError` for undefined: the SDK turns an undefined secret into null, and null would clear the value. */
function assertDefined<T>(declaration: Declaration, property: string, value: T): T {
  if (value === undefined) {
    throw new pulumi.RunError(
      describe(
        declaration,
        `${property} resolved to undefined. Leave the property out to keep the gateway's value; set null to clear it.`,
      ),
    );
  }
  return value;
}
