import { type Field, shownIn, type Values } from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import type { AccountObject } from "./account-object.js";
import { coveredText } from "./covered.js";
import type { Account } from "./whole-account.js";

/** An object of a gateway, and what it was read from. */
export interface GatewayObject extends AccountObject {
  readonly id: string;
  readonly live: LiveObject;
}

/** What is on a gateway. Each object is in it once, by whichever connection or list it was read: the last counts. */
export function gatewayAccount(called: string, objects: readonly LiveObject[]): Account<GatewayObject> {
  const byId = objects.map((live) => {
    const { client } = live.target;
    return [`${client.mark} ${live.kind.name} ${live.id}`, live] as const;
  });
  return { called, objects: [...new Map(byId).values()].map(gatewayObject) };
}

/** What is on the gateway, in the form in which an account is judged. */
export function gatewayObject(object: LiveObject): GatewayObject {
  const { kind, id } = object;
  const inputs = shownValues(object, kind.fields.values());
  const outputs = { ...inputs, ...shownValues(object, kind.outputFields.values()) };
  return {
    kind: kind.name,
    urn: `${kind.name} ${id}`,
    name: nameOf(object),
    id,
    gateway: object.target.client.mark,
    inputs,
    outputs,
    live: object,
  };
}

/** What a row shows of these fields. A secret is never among them, nor what only this package has. */
export function shownValues({ kind, row, holder, target }: LiveObject, fields: Iterable<Field>): Values {
  const parent = kind.endpoints.parent?.field;
  const values: Values = {};
  for (const field of fields) {
    // Some rows lack what they belong to (the API's section "Model").
    const value = field.name === parent ? (holder?.id ?? shownIn(field, row)) : shownIn(field, row);
    if (value !== undefined && !field.secret && !field.local) {
      values[field.name] = coveredText(value, (text) => target.client.withoutSecrets(text));
    }
  }
  return values;
}
