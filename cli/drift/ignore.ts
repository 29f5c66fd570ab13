import { didYouMean, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { fits } from "../text/fits.js";
import { readYaml } from "../text/yaml-file.js";

/** What of a gateway nobody has to declare. */
export interface IgnoreRule {
  /** Class of the objects. All, if this is left out. */
  readonly kind?: string | undefined;
  /** Pattern of the name of their workspace, in which `*` stands for any text. */
  readonly workspace?: string | undefined;
  /** Pattern of their name. */
  readonly name?: string | undefined;
  readonly reason: string;
}

/** What a comparison of two accounts leaves out: whole objects, or one property of them. */
export interface CompareRule extends IgnoreRule {
  readonly property?: string | undefined;
}

/** What a rule looks at. */
export interface Ignorable {
  readonly kind: string;
  readonly name: string;
  /** Name of the workspace that it is in; of a workspace its own. */
  readonly workspace?: string | undefined;
}

/** The first of the rules that takes the object. */
export function ignoringRule<R extends IgnoreRule>(rules: readonly R[], object: Ignorable): R | undefined {
  return rules.find(
    ({ kind, workspace, name }) =>
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
  readonly compare: readonly CompareRule[];
}

/** Reads the text of `gateway-drift.yaml`: a list of rules under `ignore`, and one under `compare.ignore`. */
export function readIgnoreFile(text: string, file: string, kinds: readonly Kind[]): IgnoreRules {
  const listed = kinds.filter(({ endpoints }) => endpoints.list !== undefined);
  const keys = z.strictObject({
    kind: oneOf(listed, "drift does not look for the kind"),
    workspace: pattern.optional(),
    name: pattern.optional(),
    reason: z.string(whyNot).trim().min(1, whyNot),
  });
  const message = "would ignore everything: give it a kind, a workspace or a name";
  const rule = keys.refine(({ kind, workspace, name }) => (kind ?? workspace ?? name) !== undefined, {
    message,
  });
  const compared = keys
    .extend({ kind: oneOf(kinds, "there is no kind"), property: z.string().min(1).optional() })
    .refine(({ kind, workspace, name, property }) => (kind ?? workspace ?? name ?? property) !== undefined, {
      message: `${message}, or a property`,
    });
  const compare = z.strictObject({ ignore: z.array(compared).nullish() });
  const schema = z.strictObject({ ignore: z.array(rule).nullish(), compare: compare.nullish() });
  const found = readYaml(text, file, {
    what: "file of ignore rules",
    schema,
    keysAt: (path) =>
      Object.keys(
        path.length === 0
          ? schema.shape
          : path[0] !== "compare"
            ? keys.shape
            : path.length === 1
              ? compare.shape
              : { ...keys.shape, property: true },
      ),
  });
  return { ignore: found.ignore ?? [], compare: found.compare?.ignore ?? [] };
}

/** The name of one of these kinds. For any other name, the error is `refusal` with that name. */
function oneOf(kinds: readonly Kind[], refusal: string): z.ZodOptional<z.ZodString> {
  const names = kinds.map(({ name }) => name);
  const known = z.string().superRefine((name, context) => {
    if (!names.includes(name)) {
      context.addIssue(`${refusal} ${quoted(name)}.${didYouMean(name, names, "The kinds")}`);
    }
  });
  return known.optional();
}
