import { type Kind, type Values, valueIn } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../account/account-object.js";
import { covered } from "../account/covered.js";
import { type LiveObject, nameOf } from "../live/live-account.js";
import { isSecretValue } from "../stack/plain-state.js";
import type { StackState } from "../stack/stack-state.js";

/** The kinds that are drawn; workspaces besides. */
export const drawnKinds: readonly string[] = ["ModelProvider", "Model", "Mapping", "Prompt"];

/** What is on the gateway, in the form in which a setup is judged. */
export function objectsOfGateway(objects: readonly LiveObject[]): AccountObject[] {
  return objects.map((object) => {
    const { kind, id, row, holder } = object;
    const parent = kind.endpoints.parent?.field;
    const inputs: Values = {};
    for (const field of [...kind.fields.values(), ...kind.outputFields.values()]) {
      const value = valueIn(field, row);
      if (value !== undefined && !field.secret && !field.local) {
        inputs[field.name] = value;
      }
    }
    if (parent !== undefined && holder !== undefined) {
      inputs[parent] = holder.id; // some rows lack it (the API's section "Model")
    }
    return { kind: kind.name, urn: `${kind.name} ${id}`, name: nameOf(object), id, inputs, outputs: {} };
  });
}

/** What a stack has, as it was last written or read. Secrets are covered. */
export function objectsOfStack({ resources }: Pick<StackState, "resources">): AccountObject[] {
  return resources
    .filter(({ leaving }) => !leaving)
    .map(({ kind, urn, name, id, inputs, outputs }) => ({
      kind: kind.name,
      urn,
      name,
      id,
      inputs: withoutSecrets(inputs, kind),
      outputs: withoutSecrets(outputs, kind),
    }));
}

function withoutSecrets(values: Values, kind: Kind): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      kind.fields.get(name)?.secret || isSecretValue(value) ? covered : value,
    ]),
  );
}
