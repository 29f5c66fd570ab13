import type { PolicyResource } from "@pulumi/policy";
import { kindNameOf, type Values } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { AccountObject } from "../account/account-object.js";

/** What the resources of a policy declare, as the rules about a setup see them. */
export function declaredObjects(resources: readonly PolicyResource[]): AccountObject[] {
  return resources.flatMap(declaredFrom);
}

function declaredFrom({ type, urn, name, props, propertyDependencies }: PolicyResource): AccountObject[] {
  const from = Object.entries(propertyDependencies).map(([property, sources]) => [
    property,
    sources.map((source) => source.urn),
  ]);
  const values = plainValues(props);
  const object = { urn, name, inputs: values, outputs: values, from: Object.fromEntries(from) };
  const kind = kindNameOf(type);
  return kind === undefined ? [] : [{ ...object, kind }];
}

/**
 * The values of a resource as they are. To read one that is not known yet throws, but its descriptor has it: the
 * rules know the mark of an unknown, so that a policy need not end at the first one.
 */
function plainValues(props: object): Values {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(props));
  const values = descriptors.map(([name, { value }]) => [name, z.json().safeParse(value).data] as const);
  return Object.fromEntries(
    values.filter((pair): pair is [string, z.infer<ReturnType<typeof z.json>>] => pair[1] !== undefined),
  );
}
