import { type Field, shownIn, type Values } from "pulumi-workspace-gateway/tools";
import { type LiveObject, nameOf } from "../live/live-account.js";
import type { AccountObject } from "./account-object.js";
import { coveredText } from "./covered.js";

/** What is on the gateway, in the form in which an account is judged. */
export function gatewayObject(object: LiveObject): AccountObject & { readonly id: string } {
  const { kind, id } = object;
  const inputs = shownValues(object, kind.fields.values());
  const outputs = { ...inputs, ...shownValues(object, kind.outputFields.values()) };
  return { kind: kind.name, urn: `${kind.name} ${id}`, name: nameOf(object), id, inputs, outputs };
}

/** What a row shows of these fields. A secret is never among them, nor what only this package has. */
export function shownValues({ kind, row, holder, target }: LiveObject, fields: Iterable<Field>): Values {
  const parent = kind.endpoints.parent?.field;
  const values: Values = {};
  for (const field of fields) {
    // Some rows lack what they belong to (the API's section "Model").
    const value = field.name === parent ? (holder?.id ?? shownIn(field, row)) : shownIn(field, row);
    if (value !== undefined && !field.secret && !field.local) {
      values[field.name] = coveredText(value, (text) => target.client.cover(text));
    }
  }
  return values;
}
