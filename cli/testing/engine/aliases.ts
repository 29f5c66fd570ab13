import type { Alias } from "@pulumi/pulumi/proto/alias_pb.js";
import type { Goal } from "./goal.js";
import { nameOfUrn, qualifiedType, type StackNames, urnIn } from "./urns.js";

/** The URNs that a resource had, or that its parents' former URNs would give it, as the engine computes them. */
export function formerUrns(
  { type, name, parent, options }: Goal,
  stack: StackNames,
  /** The former URNs by which resources of this run were found, by their URNs now. */
  found: ReadonlyMap<string, string>,
): string[] {
  const own = options.getAliasesList().map((alias) => collapsed(alias, { type, name, parent }, stack, found));
  const formerParent = parent === undefined ? undefined : found.get(parent);
  if (parent === undefined || formerParent === undefined) {
    return [...new Set(own)];
  }
  const inherited = [urnIn(stack, parent, type, name), ...own].map((urn) =>
    heirOf(urn, nameOfUrn(parent), formerParent, stack),
  );
  return [...new Set([...own, ...inherited])];
}

function collapsed(
  alias: Alias,
  { type, name, parent }: Pick<Goal, "type" | "name" | "parent">,
  stack: StackNames,
  found: ReadonlyMap<string, string>,
): string {
  const spec = alias.getSpec();
  if (spec === undefined) {
    return alias.getUrn();
  }
  const given = spec.getParenturn();
  const formerParent = given === "" ? parent : (found.get(given) ?? given);
  const names = { stack: spec.getStack() || stack.stack, project: spec.getProject() || stack.project };
  return urnIn(
    names,
    spec.getNoparent() ? undefined : formerParent,
    spec.getType() || type,
    spec.getName() || name,
  );
}

/** A child that is called after its parent was called after the parent's former name. */
function heirOf(urn: string, parentName: string, formerParent: string, stack: StackNames): string {
  const name = nameOfUrn(urn);
  const type = qualifiedType(urn).split("$").at(-1) ?? "";
  const former = name.startsWith(parentName) ? nameOfUrn(formerParent) + name.slice(parentName.length) : name;
  return urnIn(stack, formerParent, type, former);
}
