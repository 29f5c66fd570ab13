import { didYouMean, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { fits } from "../text/fits.js";
import { readYaml } from "../text/yaml-file.js";

/** Objects that may stay undeclared or, with a `property`, a property of them whose differences are ignored. */
export interface IgnoreRule {
  /** Class of the objects. All, if this is left out. */
  readonly kind?: string | undefined;
  /** Pattern of the name of their workspace, in which `*` stands for any text. */
  readonly workspace?: string | undefined;
  /** Pattern of their name. */
  readonly name?: string | undefined;
  readonly property?: string | undefined;
  readonly reason: string;
}

/** What a rule looks at. */
export interface Ignorable {
  readonly kind: string;
  readonly name: string;
  /** Name of the workspace that it is in; of a workspace its own. */
  readonly workspace?: string | undefined;
}

/** The first rule for the object, or for one of its properties. */
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

/** The rules of a file: for what nobody has to declare, and for what a comparison of two accounts leaves out. */
export interface IgnoreRules {
  readonly ignore: readonly IgnoreRule[];
  readonly compare: readonly IgnoreRule[];
}

/** Reads the text of `gateway-drift.yaml`: a list of rules under `ignore`, and one under `compare.ignore`. */
export function readIgnoreFile(text: string, file: string, kinds: readonly Kind[]): IgnoreRules {
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
