import { hidden, isSecretEnvelope, secretEnvelope, type Values } from "../../spec/values.js";
import { plainState } from "../../stack/plain-state.js";
import { isSecretValue, plainValue } from "../../stack/plain-value.js";
import { isJsonObject, type Json } from "../../text/json.js";
import { inDependencyOrder } from "./dependency-order.js";
import type { Deployment, StateEntry } from "./deployment.js";

/** A resource that was created and not recorded. */
export interface FoundCreate {
  /** What the engine knew of it when the create began. */
  readonly entry: StateEntry;
  readonly id: string;
  /** What the create would have stored; secrets are in the engine's envelope. */
  readonly outputs: Values;
  /** Names of properties that are secrets of the program, though what it recorded does not show it. */
  readonly hidden?: readonly string[];
  /** A later try of the same create has its URN: the next `up` deletes the object. */
  readonly surplus: boolean;
}

/**
 * A state that has what was created, as the engine would have recorded it, and no pending operation. What a found create was
 * to replace is left to the next `up` to delete, or taken out if the engine had deleted it already.
 */
export function withFound(state: Deployment, found: readonly FoundCreate[], now: Date): Deployment {
  const { pending_operations: _dropped, ...rest } = state.deployment;
  const recorded = found.map((each) => recordedEntry(each, now));
  const renewed = new Set(found.filter(({ surplus }) => !surplus).map(({ entry }) => entry.urn));
  const kept = (state.deployment.resources ?? []).flatMap((resource) => {
    if (!renewed.has(resource.urn)) {
      return [resource];
    }
    return resource.pendingReplacement === true ? [] : [{ ...resource, delete: true }];
  });
  return { ...state, deployment: { ...rest, resources: inDependencyOrder(placed(kept, recorded)) } };
}

/** A replacement comes before what it replaces, as in the engine's own states; what is new comes last. */
function placed(kept: readonly StateEntry[], recorded: readonly StateEntry[]): StateEntry[] {
  const waiting = Map.groupBy(recorded, ({ urn }) => urn);
  const before = kept.flatMap((resource) => {
    const replacing = waiting.get(resource.urn) ?? [];
    waiting.delete(resource.urn);
    return [...replacing, resource];
  });
  return [...before, ...[...waiting.values()].flat()];
}

/** What the program passes as a secret is one in the outputs, too: the engine does the same for a create that it sees through. */
function recordedEntry(
  { entry, id, outputs, surplus, hidden: unseen = [] }: FoundCreate,
  now: Date,
): StateEntry {
  const { inputs = {}, additionalSecretOutputs, ...rest } = entry;
  const provider = inputs[hidden.provider];
  const all = { ...outputs, ...(provider === undefined ? {} : { [hidden.provider]: provider }) };
  const secret = new Set([...(additionalSecretOutputs ?? []), ...plainState(inputs).secrets, ...unseen]);
  const time = now.toISOString();
  return {
    ...rest,
    ...(additionalSecretOutputs === undefined ? {} : { additionalSecretOutputs }),
    id,
    inputs,
    outputs: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        asExported(secret.has(name) ? sealed(value) : value),
      ]),
    ),
    ...(surplus ? { delete: true } : {}),
    created: time,
    modified: time,
  };
}

function sealed(value: Json): Json {
  return isSecretValue(value) ? value : secretEnvelope(value);
}

/** Secrets as an export with `--show-secrets` has them: their plain text is JSON. */
function asExported(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(asExported);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (!isSecretEnvelope(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asExported(inner)]));
  }
  const { value: _plain, ...envelope } = value;
  return { ...envelope, plaintext: JSON.stringify(plainValue(value)) };
}
