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

/** Contains each object once, even if several connections or lists returned it. */
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
  /** Id of the workspace whose objects were listed. Undefined at account level. */
  readonly workspaceId: string | undefined;
  /** Mark of the object's gateway. Undefined if no state contains the mark. */
  readonly gateway?: string | undefined;
  /** A resource other than the current one owns the object. */
  readonly isOwned?: boolean;
  /** Masks secrets in text. If undefined, the caller masks the secrets. */
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

export function listedValues(
  { kind, row, workspaceId, cover = (text) => text }: Listed,
  fields: Iterable<Field>,
): Values {
  const parent = kind.endpoints.parent?.field;
  const values: Values = {};
  for (const field of fields) {
    // Some rows do not include the id of the parent (API section "Model").
    const value = field.name === parent ? (workspaceId ?? shownIn(field, row)) : shownIn(field, row);
    if (value !== undefined && !field.secret && !field.local) {
      values[field.name] = coveredText(value, cover);
    }
  }
  return values;
}

/** The values of the last write or read. Secrets are masked. */
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
