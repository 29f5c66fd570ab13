import { defined, priorGateway } from "pulumi-workspace-gateway/tools";
import type { StackResource, StackState } from "../stack/stack-state.js";
import type { AccountObject } from "./account-object.js";
import { coveredValues } from "./covered.js";

/** What a stack has, as it was last written or read. Secrets are covered. */
export function stackObjects({ resources }: Pick<StackState, "resources">): AccountObject[] {
  return resources.filter(({ leaving }) => !leaving).map(stackObject);
}

/** A resource of a stack, with the gateway that its state remembers. */
export function stackObject(resource: StackResource): AccountObject & { readonly id: string } {
  const { kind, urn, name, id, inputs, outputs, external } = resource;
  const fields = new Map([...kind.fields, ...kind.outputFields]);
  return {
    kind: kind.name,
    urn,
    name,
    id,
    inputs: coveredValues(inputs, fields),
    outputs: coveredValues(outputs, fields),
    ...defined({ gateway: priorGateway(outputs), isOnlyRead: external || undefined }),
  };
}
