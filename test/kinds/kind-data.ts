import type { Json } from "../../provider/text/json.js";
import type { Declared, KindName } from "../e2e/support/declaration.ts";
import type { Group } from "../golden/exchange.ts";

/** Objects that samples refer to: they exist on the gateway before a law is tried. */
export interface References {
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly providerId: string;
  readonly otherProviderId: string;
  readonly modelId: string;
  readonly otherModelId: string;
  readonly site: string;
}

export type Sample = [first: Json, second: Json];

/** All test data of a kind. A file of `data` has it as its default export, and every test of all kinds reads it there. */
export interface KindData {
  /** Types and loaders of stored stacks carry this name: it never changes, and no kind goes. */
  readonly kind: KindName;
  /** Its cells in the table of README.md: what it is, and what a destroy does. */
  readonly readme: `${string} | ${string}`;
  /** Where the API lists the objects: its heading in the API document, and the first part of its scopes. */
  readonly collection?: { readonly heading: string; readonly path: string; readonly scope: string };
  /** Requests and answers, written by hand from the API document. The provider lives by those of the first group. */
  readonly golden: {
    readonly groups: readonly [life: Group, ...more: Group[]];
    /** Outputs that are no inputs: each must carry the golden response's value. */
    readonly outputs: readonly string[];
    /** Inputs that are in no body: what a path says, which object is meant, what is ours alone. */
    readonly inputs?: Readonly<Record<string, Json>>;
  };
  /**
   * Two values of each input but the workspace, in forms that a gateway likes to tidy: text with space around it, costs with many
   * digits, URLs without a path, lists out of order.
   */
  samples(refs: References): Record<string, Sample>;
  /** All inputs wrong, and none given. */
  readonly wrong: readonly [Wrong, ...Wrong[]];
  /** Values of inputs that the API allows and hardly anybody means, and what the warning says of each. */
  readonly doubts?: readonly (readonly [input: string, value: string | number, said: string])[];
  /** An object that the real pulumi declares, with a value for everything that can be declared. */
  readonly declared: Omit<Declared, "kind">;
  /** The body of a create, for functions to read, if the tests' gateway has no such objects yet. */
  seed?(name: string, refs: References): Readonly<Record<string, Json>>;
  /** Why no function reads the objects, though the API shows them. */
  readonly unread?: string;
}

/** Inputs that the API does not allow, and what the refusal has to say of each property. */
export interface Wrong {
  readonly wrong: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly said: readonly string[];
}

export const anyString = "must be a string";
export const wholeNumber = "must be a whole number";
export const yesOrNo = "must be a boolean";
export const notEmpty = "must have at least 1 character";

/** For each property its value, and the reason if that is wrong; and the other sentences of the refusal. */
export function wrong(
  what: string,
  properties: Readonly<Record<string, readonly [value: unknown, reason?: string]>>,
  ...more: readonly string[]
): Wrong {
  const given = Object.entries(properties);
  const args = Object.fromEntries(given.map(([name, [value]]) => [name, value]));
  const said = given.flatMap(([name, [, reason]]) => (reason === undefined ? [] : `${name} ${reason}`));
  return { wrong: what, args, said: [...said, ...more] };
}

/** A declaration without any property. These are required. */
export function nothingGiven(...properties: readonly string[]): Wrong {
  return { wrong: "nothing given", args: {}, said: properties.map((name) => `${name} is required: `) };
}
