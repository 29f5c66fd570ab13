import { defined, hidden, isJsonObject, type Kind } from "pulumi-workspace-gateway/tools";
import { coveredValues } from "../../account/covered.js";
import { propertySources, referencesIn } from "../../stack/deployment.js";
import type { Snapshot } from "./plan.js";
import type { PreviewState } from "./preview-format.js";

/** A resource's state, with every secret covered: also what the text had in plain, wherever it comes from. */
export function snapshotOf(state: PreviewState, kind: Kind | undefined): Snapshot {
  const fields = kind && new Map([...kind.fields, ...kind.outputFields]);
  // The planned state of an object that is updated has no outputs but those that its inputs carry.
  const { [hidden.retained]: retained } = state.inputs;
  const sources = propertySources(state);
  return {
    ...defined({
      id: state.id || undefined,
      protect: state.protect || undefined,
      retainOnDelete: state.retainOnDelete || undefined,
      external: state.external || undefined,
      deletedWith: state.deletedWith || undefined,
      line: lineOf(state.sourcePosition ?? ""),
    }),
    inputs: coveredValues(state.inputs, fields),
    outputs: coveredValues({ ...(isJsonObject(retained) && retained), ...state.outputs }, fields),
    from: referencesIn(state.inputs, sources),
    sources,
  };
}

/** `project:///src/index.ts#12,3` → `src/index.ts#12`. */
function lineOf(position: string): string | undefined {
  return /^project:\/\/\/(.+#\d+)(?:,\d+)?$/.exec(position)?.[1];
}
