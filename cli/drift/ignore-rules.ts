import { fits } from "../text/fits.js";

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
