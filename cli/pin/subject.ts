import {
  defined,
  isHidden,
  type Json,
  jsonIn,
  type Kind,
  kindOfType,
  shownOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { coveredValues } from "../account/account-object.js";
import {
  type ChangingOperation,
  isChange,
  isLeftBehind,
  type LiveMarks,
  type OptionChange,
  type Plan,
  type Step,
} from "../review/plan/plan.js";
import { isDeployment, type StateEntry } from "../stack/stack-state.js";

/** What a pin is about: what is planned, and what that rests on. */
export interface Subject {
  readonly project: string;
  readonly stack: string;
  /** The stack's configuration, secrets as `[secret]`. */
  readonly config: Values;
  readonly secrets: Readonly<Record<string, Json>>;
  readonly accounts: readonly LiveMarks[];
  readonly recorded: ReadonlyMap<string, Values>;
  readonly lastRun?: string | undefined;
  /** By URN. What an interrupted replacement left behind has an entry of its own. */
  readonly steps: ReadonlyMap<string, PlannedStep>;
  readonly options: readonly OptionChange[];
  /** The values of every object on the gateway, by URN; of undeclared objects, by kind and id. */
  readonly live: ReadonlyMap<string, Values>;
  readonly undeclared: ReadonlyMap<string, string>;
  /** What could not be read of the gateway, without the reasons, whose wording varies. */
  readonly unread: readonly string[];
}

interface PlannedStep {
  readonly operation: ChangingOperation;
  /** The inputs that it will have; none of what is deleted. */
  readonly values: Values;
}

export function subjectOf(
  plan: Plan,
  kinds: readonly Kind[],
  stack: Pick<Subject, "config" | "secrets" | "recorded" | "lastRun">,
): Subject {
  const kindOf = (step: Step) => kinds.find(({ name }) => name === step.kind);
  const steps = plan.steps.flatMap((step): [string, PlannedStep][] => {
    const { operation } = step;
    const kind = kindOf(step);
    // Retained outputs are among the inputs, but are not planned.
    const isPlanned = (name: string) => !isHidden(name) && (kind === undefined || kind.fields.has(name));
    const values = only(step.after?.inputs ?? {}, isPlanned);
    return isChange(operation) ? [[placeOf(step), { operation, values }]] : [];
  });
  const live = plan.steps.flatMap((step): [string, Values][] => {
    const kind = kindOf(step);
    return step.before && kind ? [[placeOf(step), liveValues(step.before, kind)]] : [];
  });
  return {
    project: plan.project ?? "",
    stack: plan.stack ?? "",
    ...stack,
    accounts: plan.live?.accounts ?? [],
    unread: (plan.live?.unread ?? []).map((sentence) => sentence.replace(/:[\s\S]*/, "")),
    steps: new Map(steps),
    options: plan.optionChanges,
    live: new Map(live),
    undeclared: new Map(
      plan.steps
        .filter(({ isUndeclared }) => isUndeclared)
        .map(({ urn, kind = "", name }) => [urn, `${kind} ${JSON.stringify(name)}`]),
    ),
  };
}

function placeOf(step: Step): string {
  return isLeftBehind(step) ? `${step.urn} (left behind)` : step.urn;
}

/**
 * Also what the program leaves to the gateway, which may decide where requests go. Without the times of the last writes: a write
 * that changed nothing moves nothing.
 */
function liveValues({ id, outputs }: NonNullable<Step["before"]>, kind: Kind): Values {
  return { ...shownOf(outputs), ...only(outputs, lastingIn(kind)), ...defined({ id }) };
}

function lastingIn(kind: Kind | undefined): (name: string) => boolean {
  return (name) => !isHidden(name) && kind?.outputFields.get(name)?.stamp === undefined;
}

function only(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

/** What an `up` may change in a state, besides ids and values: not its times, nor what the engine writes anew each time. */
const changeable = [
  ...(["type", "parent", "aliases", "protect", "retainOnDelete", "external", "delete"] as const),
  ...(["pendingReplacement", "deletedWith", "ignoreChanges", "additionalSecretOutputs"] as const),
];

/** The resources that `pulumi stack export` prints, by URN, with their secrets covered. */
export function recordedIn(text: string, kinds: readonly Kind[]): ReadonlyMap<string, Values> {
  const state = jsonIn(text);
  if (!isDeployment(state)) {
    throw new Error("`pulumi stack export` printed something that is not a state."); // it may hold secrets
  }
  const recorded = new Map<string, Values>();
  for (const entry of state.deployment.resources ?? []) {
    const place = recorded.has(entry.urn) ? `${entry.urn} (left behind ${entry.id})` : entry.urn;
    recorded.set(place, lasting(entry, kindOfType(entry.type, kinds)));
  }
  return recorded;
}

/** Without what differs in each run: the id of a provider, times of writes, our own bookkeeping. */
function lasting(entry: StateEntry, kind?: Kind): Values {
  const { type, inputs, outputs, id, dependencies } = entry;
  const shown = (found: Values = {}) => only(coveredValues(found, kind?.fields), lastingIn(kind));
  const isProvider = type.startsWith("pulumi:providers:");
  return {
    ...defined(Object.fromEntries(changeable.map((name) => [name, entry[name]]))),
    ...defined({ id: isProvider ? undefined : id, dependencies: dependencies?.toSorted() }),
    inputs: shown(inputs),
    outputs: shown(outputs),
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
    throw new Error("`pulumi stack history` printed something that is not a history.");
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
