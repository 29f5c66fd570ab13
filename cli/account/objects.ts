import {
  defined,
  type Field,
  type JsonObject,
  type Kind,
  priorGateway,
  shownIn,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import type { StackResource, StackState } from "../stack/stack-state.js";
import { type AccountObject, coveredText, coveredValues } from "./account-object.js";
import type { Account } from "./match-accounts.js";

export interface GatewayObject extends AccountObject {
  readonly id: string;
  readonly live: LiveObject;
}

/** What is on a gateway. Each object is in it once, by whichever connection or list it was read: the last counts. */
export function gatewayAccount(called: string, objects: readonly LiveObject[]): Account<GatewayObject> {
  const byId = objects.map((live) => {
    const { client } = live.context;
    return [`${client.mark} ${live.kind.name} ${live.id}`, live] as const;
  });
  return { called, objects: [...new Map(byId).values()].map(gatewayObject) };
}

export function gatewayObject(object: LiveObject): GatewayObject {
  return { ...listedObject(listed(object)), gateway: object.context.client.mark, live: object };
}

export interface Listed {
  readonly kind: Kind;
  readonly id: string;
  readonly row: JsonObject;
  /** The id of the workspace whose list this is. Undefined at account level. */
  readonly workspaceId: string | undefined;
  /** The mark of the gateway that has it. Undefined if no state says it. */
  readonly gateway?: string | undefined;
  /** A resource has it, which is not the one that is looked at. */
  readonly isOwned?: boolean;
  /** Covers the secrets in a text. Without it, the caller covers them. */
  cover?(text: string): string;
}

export function listed({ kind, id, row, holder, context }: LiveObject): Listed {
  const { client } = context;
  return {
    ...{ kind, id, row, workspaceId: holder?.id, gateway: client.mark },
    cover: (text) => client.withoutSecrets(text),
  };
}

export function listedObject(object: Listed): AccountObject & { readonly id: string } {
  const { kind, id } = object;
  const inputs = listedValues(object, kind.fields.values());
  const outputs = { ...inputs, ...listedValues(object, kind.outputFields.values()) };
  return { kind: kind.name, urn: `${kind.name} ${id}`, name: nameOf(object), id, inputs, outputs };
}

/** The values of these fields in a row, without secrets and without fields that only this package has. */
export function listedValues(
  { kind, row, workspaceId, cover = (text) => text }: Listed,
  fields: Iterable<Field>,
): Values {
  const parent = kind.endpoints.parent?.field;
  const values: Values = {};
  for (const field of fields) {
    // Some rows lack what they belong to (the API's section "Model").
    const value = field.name === parent ? (workspaceId ?? shownIn(field, row)) : shownIn(field, row);
    if (value !== undefined && !field.secret && !field.local) {
      values[field.name] = coveredText(value, cover);
    }
  }
  return values;
}

/** What a stack has, as it was last written or read. Secrets are covered. */
export function stackObjects({ resources }: Pick<StackState, "resources">): AccountObject[] {
  return resources.filter(({ leaving }) => !leaving).map(stackObject);
}

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
