import {
  defined,
  isHidden,
  jsonIn,
  type Kind,
  kindOfType,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { coveredValues } from "../../account/covered.js";
import { isDeployment, type StateEntry } from "../../stack/deployment.js";

/** What an `up` may change in a state, besides ids and values: not its times, nor what the engine writes anew each time. */
const changeable = [
  ...(["type", "parent", "aliases", "protect", "retainOnDelete", "external", "delete"] as const),
  ...(["pendingReplacement", "deletedWith", "ignoreChanges", "additionalSecretOutputs"] as const),
];

/** The resources that `pulumi stack export` prints, by URN, with their secrets covered. */
export function recordedIn(text: string, kinds: readonly Kind[]): ReadonlyMap<string, Values> {
  const state = jsonIn(text);
  if (!isDeployment(state)) {
    throw new Error("`pulumi stack export` printed something that is no state."); // it may hold secrets
  }
  const recorded = new Map<string, Values>();
  for (const entry of state.deployment.resources ?? []) {
    const place = recorded.has(entry.urn) ? `${entry.urn} (left behind ${entry.id})` : entry.urn;
    recorded.set(place, lasting(entry, kindOfType(entry.type, kinds)));
  }
  return recorded;
}

/** Without what is another in each run: the id of a provider, times of writes, our own bookkeeping. */
function lasting(entry: StateEntry, kind?: Kind): Values {
  const { type, inputs, outputs, id, dependencies } = entry;
  const isLasting = (name: string) => !isHidden(name) && kind?.outputFields.get(name)?.stamp === undefined;
  const only = (found: Values = {}) =>
    Object.fromEntries(
      Object.entries(coveredValues(found, kind?.fields)).filter(([name]) => isLasting(name)),
    );
  const isProvider = type.startsWith("pulumi:providers:");
  return {
    ...defined(Object.fromEntries(changeable.map((name) => [name, entry[name]]))),
    ...defined({ id: isProvider ? undefined : id, dependencies: dependencies?.toSorted() }),
    inputs: only(inputs),
    outputs: only(outputs),
  };
}

const history = z.array(
  z.object({
    kind: z.string(),
    startTime: z.string(),
    resourceChanges: z.record(z.string(), z.number()).nullish(),
    environment: z.record(z.string(), z.string()).nullish(),
  }),
);

/**
 * When the last run began that changed something, as `pulumi stack history` says: after two runs of which one takes the other
 * back the state is as it was. A refresh is none, nor an `up` that changes nothing, unless it had a plan to apply.
 */
export function lastRunIn(text: string): string | undefined {
  const { data } = history.safeParse(jsonIn(text || "[]"));
  if (data === undefined) {
    throw new Error("`pulumi stack history` printed something that is no history.");
  }
  const isRun = ({ kind, resourceChanges, environment }: (typeof data)[number]) => {
    const hasChanged = Object.entries(resourceChanges ?? {}).some(
      ([op, count]) => op !== "same" && count > 0,
    );
    return ["update", "destroy"].includes(kind) && (hasChanged || environment?.updatePlan === "true");
  };
  return data
    .filter(isRun)
    .map(({ startTime }) => startTime)
    .toSorted()
    .at(-1);
}
