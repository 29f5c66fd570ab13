import {
  deepestJson,
  defined,
  type Field,
  hidden,
  isHidden,
  isJsonObject,
  isSecretEnvelope,
  isUnknown,
  type Json,
  type Kind,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Snapshot } from "./plan.js";
import type { PreviewState } from "./preview-format.js";

/** What stands in the place of a secret. */
export const covered = "[secret]";

/** Whether a value is a secret, or holds one. */
export function hidesSecret(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hidesSecret)
    : value === covered;
}

/** A resource's state, with every secret covered: also what the text had in plain, wherever it comes from. */
export function snapshotOf(state: PreviewState, kind: Kind | undefined): Snapshot {
  const line = lineOf(state.sourcePosition ?? "");
  const fields = kind && new Map([...kind.fields, ...kind.outputFields]);
  // The planned state of an object that is updated has no outputs but those that its inputs carry.
  const { [hidden.retained]: retained } = state.inputs;
  return {
    ...defined({ id: state.id || undefined }),
    inputs: coveredValues(state.inputs, fields),
    outputs: coveredValues({ ...(isJsonObject(retained) && retained), ...state.outputs }, fields),
    protect: state.protect === true,
    retainOnDelete: state.retainOnDelete === true,
    from: dependenciesOf(state),
    ...defined({ line }),
  };
}

function coveredValues(values: Values, fields?: ReadonlyMap<string, Field>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields?.get(name)?.secret && value !== null && !isUnknown(value) ? covered : withoutEnvelopes(value),
    ]),
  );
}

function withoutEnvelopes(value: Json, depth = 0): Json {
  if (typeof value === "object" && value !== null && depth > deepestJson) {
    return "[nested too deeply to be shown]";
  }
  if (Array.isArray(value)) {
    return value.map((inside) => withoutEnvelopes(inside, depth + 1));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return isSecretEnvelope(value)
    ? covered
    : Object.fromEntries(
        Object.entries(value).map(([key, inside]) => [key, withoutEnvelopes(inside, depth + 1)]),
      );
}

function dependenciesOf({ propertyDependencies }: PreviewState): Snapshot["from"] {
  return Object.fromEntries(
    Object.entries(propertyDependencies ?? {}).flatMap(([name, urns]) =>
      isHidden(name) || urns === null || urns.length === 0 ? [] : [[name, urns]],
    ),
  );
}

/** `project:///src/index.ts#12,3` → `src/index.ts#12`. */
function lineOf(position: string): string | undefined {
  return /^project:\/\/\/(.+#\d+)(?:,\d+)?$/.exec(position)?.[1];
}
