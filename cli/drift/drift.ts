import { didYouMean, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { ExpectationResult } from "../expectations/check.js";
import type { Retirement } from "../retirement/retirement.js";
import type { FieldChange } from "../review/facts/review.js";
import { fits, readYaml } from "../text/yaml-file.js";
import type { ObjectUse } from "../usage/object-use.js";

/** How a gateway differs from the state of stacks: the facts that all outputs are made from. */
export interface Drift {
  readonly version: 1;
  /** `project/stack`, or what the user called it, and the file if it is one. */
  readonly stacks: readonly { readonly name: string; readonly file?: string }[];
  /** How many objects of the stacks were looked for. */
  readonly compared: number;
  /** Somebody gave them other values than the last `up`. */
  readonly changed: readonly ChangedObject[];
  readonly missing: readonly StackObject[];
  readonly undeclared: readonly UndeclaredObject[];
  /** What would be among the undeclared without the rules. */
  readonly ignored: readonly { readonly rule: IgnoreRule; readonly objects: readonly UndeclaredObject[] }[];
  /** Values that the gateway stored in place of those that were sent. They are no drift. Undefined if there are none. */
  readonly storedDifferently?: readonly ChangedObject[];
  /** Other properties of them that changed since the state was written. They are no drift. Undefined if nobody asked. */
  readonly unmanaged?: readonly ChangedObject[];
  /** What became of what is expected of the gateway. Undefined if there is no file of that. */
  readonly expectations?: readonly ExpectationResult[];
  /** Models that retire within 30 days or have retired. They do not count as drift. */
  readonly retirements: readonly Retirement[];
  /** What of the changed, the missing and the undeclared was used. Undefined if usage was not read. */
  readonly used?: readonly UsedObject[];
  /** What is not known, and what else is worth a note: a sentence each. */
  readonly notes: readonly string[];
}

export interface StackObject {
  readonly stack: string;
  readonly urn: string;
  readonly kind: string;
  /** Logical name in the program. */
  readonly name: string;
  /** What the gateway calls it, if that is another name. */
  readonly title?: string;
  readonly id: string;
  /** The name of its workspace, or its id if nobody knows the name. */
  readonly workspace?: string;
  /** The program only reads it: `X.get`. */
  readonly onlyRead?: true;
}

export interface ChangedObject extends StackObject {
  readonly fields: readonly FieldChange[];
  /** When the gateway last wrote the object, by its own clock, if it shows that. */
  readonly written?: string;
}

export interface UndeclaredObject {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly workspace?: string;
  readonly connection?: string;
  readonly created?: string;
  /** What it holds, of a workspace that nobody declared: it was not looked into. */
  readonly holds?: Readonly<Record<string, number>>;
}

export interface UsedObject {
  readonly list: "changed" | "missing" | "undeclared";
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly use: ObjectUse;
}

export function unmetIn({ expectations = [] }: Drift): ExpectationResult[] {
  return expectations.filter(({ status }) => status !== "held");
}

/** A bit for each list that is not empty, and one for what is expected. 0 if the gateway is as declared, and as expected. */
export function driftCode(drift: Drift): number {
  const { changed, missing, undeclared } = drift;
  const bit = (list: readonly unknown[], value: number) => (list.length === 0 ? 0 : value);
  return bit(changed, 8) + bit(missing, 16) + bit(undeclared, 32) + bit(unmetIn(drift), 64);
}

/** Objects that may stay undeclared or, with a `property`, a property of them whose differences are ignored. */
export interface IgnoreRule {
  /** Class of the objects. All, if this is left out. */
  readonly kind?: string | undefined;
  /** Pattern of the name of their workspace, in which `*` stands for any text. */
  readonly workspace?: string | undefined;
  readonly name?: string | undefined;
  readonly property?: string | undefined;
  readonly reason: string;
}

/** An object for rules; `workspace` is the name of the one that it is in, or its own if it is one. */
export type Ignorable = Pick<StackObject, "kind" | "name"> & Pick<IgnoreRule, "workspace">;

export function ignoringRule(
  rules: readonly IgnoreRule[],
  object: Ignorable,
  property?: string,
): IgnoreRule | undefined {
  return rules.find(
    ({ kind, workspace, name, property: of }) =>
      of === property &&
      (kind === undefined || kind === object.kind) &&
      (workspace === undefined || (object.workspace !== undefined && fits(workspace, object.workspace))) &&
      (name === undefined || fits(name, object.name)),
  );
}

const pattern = z.string().min(1, "must not be empty");

const whyNot = "must say why nobody declares it";

export type IgnoreRules = ReturnType<typeof readIgnoreFile>;

/**
 * Reads the text of `gateway-drift.yaml`: under `ignore` a list of rules for objects that nobody has to declare, and under
 * `compare.ignore` one for what a comparison of two accounts leaves out.
 */
export function readIgnoreFile(text: string, file: string, kinds: readonly Kind[]) {
  const keys = z.strictObject({
    kind: oneOf(kinds),
    workspace: pattern.optional(),
    name: pattern.optional(),
    property: pattern.optional(),
    reason: z.string(whyNot).trim().min(1, whyNot),
  });
  const rule = keys.refine(({ reason: _, ...rest }) => Object.keys(rest).length > 0, {
    message: "would ignore everything: give it a kind, a workspace, a name or a property",
  });
  const compare = z.strictObject({ ignore: z.array(rule).nullish() });
  const schema = z.strictObject({ ignore: z.array(rule).nullish(), compare: compare.nullish() });
  const found = readYaml(text, file, {
    what: "file of ignore rules",
    schema,
    keysAt: ([first, second]) =>
      Object.keys(
        first === undefined
          ? schema.shape
          : first === "compare" && second === undefined
            ? compare.shape
            : keys.shape,
      ),
  });
  return { ignore: found.ignore ?? [], compare: found.compare?.ignore ?? [] };
}

function oneOf(kinds: readonly Kind[]): z.ZodOptional<z.ZodString> {
  const names = kinds.map(({ name }) => name);
  const known = z.string().superRefine((name, context) => {
    if (!names.includes(name)) {
      context.addIssue(`there is no kind ${quoted(name)}.${didYouMean(name, names, "The kinds")}`);
    }
  });
  return known.optional();
}
