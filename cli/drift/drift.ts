import { didYouMean, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { ExpectationResult } from "../expectations/check.js";
import type { Retirement } from "../retirement/retirement.js";
import type { FieldChange } from "../review/facts/review.js";
import { fits, readYaml } from "../text/yaml-file.js";
import type { ObjectUse } from "../usage/object-use.js";

export interface Drift {
  readonly version: 1;
  /** `project/stack`, or the name that the user passed. `file` is set if the state comes from a file. */
  readonly stacks: readonly { readonly name: string; readonly file?: string }[];
  /** Number of stack objects that were looked up. */
  readonly compared: number;
  readonly changed: readonly ChangedObject[];
  readonly missing: readonly StackObject[];
  readonly undeclared: readonly UndeclaredObject[];
  /** Undeclared objects, and objects with changed properties, that a rule ignores. */
  readonly ignored: readonly { readonly rule: IgnoreRule; readonly objects: readonly UndeclaredObject[] }[];
  /** Values that the gateway did not store as sent, if there are any. Not counted as drift. */
  readonly storedDifferently?: readonly ChangedObject[];
  /** Undeclared properties that changed. Not counted as drift. Only with `--undeclared`. */
  readonly unmanaged?: readonly ChangedObject[];
  /** Results of the expectations. Undefined if there is no expectations file. */
  readonly expectations?: readonly ExpectationResult[];
  /** Models that retire within 30 days, or have already retired. Not counted as drift. */
  readonly retirements: readonly Retirement[];
  /** Usage of changed, missing and undeclared objects. Undefined if usage was not read. */
  readonly used?: readonly UsedObject[];
  /** Remarks, for example about objects that could not be checked. One sentence each. */
  readonly notes: readonly string[];
}

export interface StackObject {
  readonly stack: string;
  readonly urn: string;
  readonly kind: string;
  /** Logical name in the program. */
  readonly name: string;
  /** Name on the gateway, if it differs. */
  readonly title?: string;
  readonly id: string;
  /** Name of the workspace, or its id if the name is unknown. */
  readonly workspace?: string;
  /** The program only reads the object with `X.get`. */
  readonly onlyRead?: true;
}

export interface ChangedObject extends StackObject {
  readonly fields: readonly FieldChange[];
  /** Time of the last write by the gateway's clock, if the gateway shows it. */
  readonly written?: string;
}

export interface UndeclaredObject {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly workspace?: string;
  readonly connection?: string;
  readonly created?: string;
  /** Number of objects in an undeclared workspace, by kind. The workspace's contents were not read. */
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
  return expectations.filter(({ status }) => status !== "met");
}

export function driftCode(drift: Drift): number {
  const { changed, missing, undeclared } = drift;
  const bit = (list: readonly unknown[], value: number) => (list.length === 0 ? 0 : value);
  return bit(changed, 8) + bit(missing, 16) + bit(undeclared, 32) + bit(unmetIn(drift), 64);
}

/** Allows objects to stay undeclared. With a `property`, ignores differences in that property. */
export interface IgnoreRule {
  /** Class of the objects. Default: all classes. */
  readonly kind?: string | undefined;
  /** Pattern for the workspace's name. `*` matches any text. */
  readonly workspace?: string | undefined;
  readonly name?: string | undefined;
  readonly property?: string | undefined;
  readonly reason: string;
}

/** `workspace` is the name of the object's workspace, or the object's own name if it is a workspace. */
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

const whyNot = "must explain why the objects are not declared";

export type IgnoreRules = ReturnType<typeof readIgnoreFile>;

function ignoreFormat(kinds: readonly Kind[]) {
  const keys = z.strictObject({
    kind: oneOf(kinds).describe("Kind of the objects, such as `Prompt`."),
    workspace: pattern.describe("Name of the workspace. `*` matches any text.").optional(),
    name: pattern.describe("Name of the objects. `*` matches any text.").optional(),
    property: pattern.describe("Ignore only changes to this property.").optional(),
    reason: z.string(whyNot).trim().min(1, whyNot).describe("Why the objects are not declared."),
  });
  const rule = keys.refine(({ reason: _, ...rest }) => Object.keys(rest).length > 0, {
    message: "would ignore everything: specify a kind, a workspace, a name, or a property",
  });
  const ignore = z.array(rule).nullish();
  const compare = z.strictObject({ ignore }).describe("Rules for the `compare` command.");
  const schema = z.strictObject({ ignore, compare: compare.nullish() });
  return { schema, compare, keys };
}

/** JSON Schema for editors, published as `gateway-drift.schema.json`. */
export function driftJsonSchema(kinds: readonly Kind[]): object {
  return { title: "gateway-drift.yaml", ...z.toJSONSchema(ignoreFormat(kinds).schema, { io: "input" }) };
}

/** Reads `gateway-drift.yaml`. The rules in `compare.ignore` are for the `compare` command. */
export function readIgnoreFile(text: string, file: string, kinds: readonly Kind[]) {
  const { schema, compare, keys } = ignoreFormat(kinds);
  const found = readYaml(text, file, {
    what: "ignore file",
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
      context.addIssue(`unknown kind ${quoted(name)}.${didYouMean(name, names, "The kinds")}`);
    }
  });
  return known.optional();
}
