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

const values = z.record(z.string(), z.json()).optional();
const flag = z.boolean().optional();
const names = z.array(z.string()).optional();

/** What an `up` may change in a state: not its times, nor what the engine writes anew each time. */
const resource = z.object({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: values,
  outputs: values,
  protect: flag,
  retainOnDelete: flag,
  external: flag,
  delete: flag,
  pendingReplacement: flag,
  parent: z.string().optional(),
  dependencies: names,
  aliases: names,
  deletedWith: z.string().optional(),
  ignoreChanges: names,
  additionalSecretOutputs: names,
});

type Resource = Omit<z.infer<typeof resource>, "urn">;

const state = z.object({ deployment: z.object({ resources: z.array(resource).nullish() }) });

/** The resources that `pulumi stack export` prints, by URN, with their secrets covered. */
export function recordedIn(text: string, kinds: readonly Kind[]): ReadonlyMap<string, Values> {
  const { data } = state.safeParse(jsonIn(text));
  if (data === undefined) {
    throw new Error("`pulumi stack export` printed something that is no state."); // it may hold secrets
  }
  const recorded = new Map<string, Values>();
  for (const { urn, ...all } of data.deployment.resources ?? []) {
    const place = recorded.has(urn) ? `${urn} (left behind ${all.id})` : urn;
    recorded.set(place, lasting(all, kindOfType(all.type, kinds)));
  }
  return recorded;
}

/** Without what is another in each run: the id of a provider, times of writes, our own bookkeeping. */
function lasting({ inputs, outputs, id, dependencies, ...rest }: Resource, kind?: Kind): Values {
  const isLasting = (name: string) => !isHidden(name) && kind?.outputFields.get(name)?.stamp === undefined;
  const only = (found: Values = {}) =>
    Object.fromEntries(
      Object.entries(coveredValues(found, kind?.fields)).filter(([name]) => isLasting(name)),
    );
  const isProvider = rest.type.startsWith("pulumi:providers:");
  return {
    ...defined(rest),
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
