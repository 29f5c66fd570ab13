import { isHidden, jsonIn, referenceMark, type Values } from "pulumi-workspace-gateway/tools";
import { z } from "zod";

const properties = z.record(z.string(), z.json());

/** A resource, as `pulumi stack export` and `pulumi preview --json` write it, as far as anything here looks into it. */
export const stateEntry = z.looseObject({
  urn: z.string(),
  type: z.string(),
  custom: z.boolean().optional(),
  id: z.string().optional(),
  inputs: properties.optional(),
  outputs: properties.optional(),
  parent: z.string().optional(),
  provider: z.string().optional(),
  dependencies: z.array(z.string()).nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  deletedWith: z.string().optional(),
  replaceWith: z.array(z.string()).nullish(),
  aliases: z.array(z.string()).nullish(),
  ignoreChanges: z.array(z.string()).nullish(),
  additionalSecretOutputs: z.array(z.string()).nullish(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  external: z.boolean().optional(),
  delete: z.boolean().optional(),
  pendingReplacement: z.boolean().optional(),
  created: z.string().optional(),
});

const pendingEntry = z.looseObject({ type: z.string(), resource: stateEntry });

const deployment = z.looseObject({
  version: z.number().optional(),
  deployment: z.looseObject({
    resources: z.array(stateEntry).nullish(),
    pending_operations: z.array(pendingEntry).nullish(),
  }),
});

export type StateEntry = z.infer<typeof stateEntry>;
export type PendingEntry = z.infer<typeof pendingEntry>;
/** What `pulumi stack export` printed. All that is not read here stays as it is. */
export type Deployment = z.infer<typeof deployment>;

/** The URN of a provider, by the reference to it that a resource has: that has the id, too. */
export function urnOfProvider(reference: string | undefined): string | undefined {
  return reference?.split("::").slice(0, -1).join("::");
}

/** The URNs of the resources that each property depends on. */
export function propertySources({
  propertyDependencies,
}: {
  readonly propertyDependencies?: StateEntry["propertyDependencies"];
}): Record<string, readonly string[]> {
  const all = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns ?? []] as const);
  return Object.fromEntries(all.filter(([name, urns]) => !isHidden(name) && urns.length > 0));
}

/**
 * The URN of the resource that each unknown input refers to, by input. A value that a program makes of an output has the same
 * dependency as the output, but no mark: it may become anything.
 */
export function referencesIn(
  inputs: Values,
  sources: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(sources).filter(([name, urns]) => urns.length === 1 && referenceMark(name) in inputs),
  );
}

/** Reads what `pulumi stack export` printed. No error quotes it: it holds secrets. */
export function readDeployment(text: string): Deployment {
  const value = jsonIn(text);
  if (!isDeployment(value)) {
    throw new Error("this is not what `pulumi stack export` prints.");
  }
  return value;
}

/** What was parsed is used itself, not the copy that zod makes: the state has to come back as it was. */
export function isDeployment(value: unknown): value is Deployment {
  return deployment.safeParse(value).success;
}
