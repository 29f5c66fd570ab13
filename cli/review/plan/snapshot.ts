import { defined, hidden, isHidden, isJsonObject, type Kind } from "pulumi-workspace-gateway/tools";
import { coveredValues } from "../../account/covered.js";
import type { Snapshot } from "./plan.js";
import type { PreviewState } from "./preview-format.js";

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
