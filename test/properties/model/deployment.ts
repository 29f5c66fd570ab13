import { type Deployment, partsOf, plainState, type StateEntry } from "../../../cli/stack/stack-state.js";
import { kindNameOf, typeToken } from "../../../provider/spec/token.js";
import { secretEnvelope, type Values } from "../../../provider/spec/values.js";
import { kindNamed } from "../../contract/support/engine/plugin.ts";
import type { Goal, Pending, State, Stored } from "../../contract/support/engine/state.ts";

/** What `pulumi stack export --show-secrets` prints of a state. */
export function exportOf({ resources, pending }: State): string {
  return JSON.stringify({
    version: 3,
    deployment: {
      resources: resources.map(entryOf),
      pending_operations: pending.map((each) => ({ type: each.doing, resource: entryOf(each) })),
    },
  });
}

/** A resource as the engine writes it, once JSON has left out what is undefined. */
export function entryOf(resource: Goal & Partial<Omit<Stored, "id">> & Pick<Pending, "id">): object {
  const { urn, kind, id, aliases, protect, retainOnDelete, inputsFrom, status, created } = resource;
  return {
    ...{ urn, custom: true, type: typeToken(kind), id, protect, retainOnDelete },
    inputs: sealed(kind, resource.inputs ?? {}),
    outputs: sealed(kind, resource.outputs ?? {}),
    dependencies: [...new Set(Object.values(inputsFrom))],
    propertyDependencies: Object.fromEntries(
      Object.entries(inputsFrom).map(([name, from]) => [name, [from]]),
    ),
    aliases,
    delete: status === "leaving",
    pendingReplacement: status === "replacing",
    initErrors: resource.hasInitErrors ? ["not finished"] : undefined,
    created: created === undefined ? undefined : new Date(created),
  };
}

/** Secrets have their plain text as JSON. */
function sealed(kind: string, values: Values): Values {
  const { fields, outputFields } = kindNamed(kind);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isSecret = fields.get(name)?.secret || outputFields.get(name)?.secret;
      if (!isSecret || value === null || value === "[secret]") return [name, value];
      const { value: _plain, ...envelope } = secretEnvelope(value);
      return [name, { ...envelope, plaintext: JSON.stringify(value) }];
    }),
  );
}

/** What `pulumi stack import` makes of a deployment. */
export function stateOf({ deployment }: Deployment): State {
  return { resources: (deployment.resources ?? []).map(storedOf), pending: [] };
}

function storedOf(entry: StateEntry): Stored {
  const { urn, type, id, inputs = {}, outputs = {}, propertyDependencies, created = "" } = entry;
  const from = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns?.[0]] as const);
  return {
    urn,
    name: partsOf(urn).name,
    kind: kindNameOf(type) ?? type,
    id: id ?? "",
    by: { adapter: "dynamic" },
    inputs: plainState(inputs).values,
    outputs: plainState(outputs).values,
    inputsFrom: Object.fromEntries(
      from.flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])),
    ),
    protect: entry.protect === true,
    retainOnDelete: entry.retainOnDelete === true,
    created: Date.parse(created),
    hasInitErrors: Array.isArray(entry.initErrors),
    status: entry.delete === true ? "leaving" : entry.pendingReplacement === true ? "replacing" : "stays",
  };
}
