/** The stack that a program is deployed to. */
export interface StackNames {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
}

export const rootType = "pulumi:pulumi:Stack";

/** The types of a URN, those of its parents first: `acme:Team$acme:Room`. */
export function qualifiedType(urn: string): string {
  return urn.split("::")[2] ?? "";
}

export function nameOfUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The URN of a resource. The stack as a parent does not stand in it. */
export function urnIn(
  { project, stack }: Pick<StackNames, "project" | "stack">,
  parent: string | undefined,
  type: string,
  name: string,
): string {
  const types = parent === undefined || parent === "" ? "" : qualifiedType(parent);
  const prefix = types === "" || types === rootType ? "" : `${types}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}
