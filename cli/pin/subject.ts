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

/** Everything that a pin binds. */
export interface Subject {
  readonly project: string;
  readonly stack: string;
  /** The stack's configuration, with each secret as `[secret]`. */
  readonly config: Values;
  readonly secrets: Readonly<Record<string, Json>>;
  readonly accounts: readonly LiveMarks[];
  readonly recorded: ReadonlyMap<string, Values>;
  readonly lastRun?: string | undefined;
  /** By URN. An object that an interrupted replacement left behind has its own entry. */
  readonly steps: ReadonlyMap<string, PlannedStep>;
  readonly options: readonly OptionChange[];
  /** The values of every object on the gateway, by URN. Undeclared objects are keyed by kind and id. */
  readonly live: ReadonlyMap<string, Values>;
  readonly undeclared: ReadonlyMap<string, string>;
  /** The parts of the gateway that could not be read, without the reasons, whose wording varies. */
  readonly unread: readonly string[];
}

interface PlannedStep {
  readonly operation: ChangingOperation;
  /** The planned inputs. Empty for a delete. */
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
    // Retained outputs are among the inputs, but they are not planned.
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

/** Undeclared values may affect routing. A write may leave all values unchanged, so its time is excluded. */
function liveValues({ id, outputs }: NonNullable<Step["before"]>, kind: Kind): Values {
  return { ...shownOf(outputs), ...only(outputs, lastingIn(kind)), ...defined({ id }) };
}

function lastingIn(kind: Kind | undefined): (name: string) => boolean {
  return (name) => !isHidden(name) && kind?.outputFields.get(name)?.stamp === undefined;
}

function only(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

/** Properties that an `up` may change in a state, besides ids, values and what every `up` rewrites. */
const changeable = [
  ...(["type", "parent", "aliases", "protect", "retainOnDelete", "external", "delete"] as const),
  ...(["pendingReplacement", "deletedWith", "ignoreChanges", "additionalSecretOutputs"] as const),
];

/** The resources in the output of `pulumi stack export`, by URN, with secrets masked. */
export function recordedIn(text: string, kinds: readonly Kind[]): ReadonlyMap<string, Values> {
  const state = jsonIn(text);
  if (!isDeployment(state)) {
    throw new Error("`pulumi stack export` did not print a valid state."); // may contain secrets
  }
  const recorded = new Map<string, Values>();
  for (const entry of state.deployment.resources ?? []) {
    const place = recorded.has(entry.urn) ? `${entry.urn} (left behind ${entry.id})` : entry.urn;
    recorded.set(place, lasting(entry, kindOfType(entry.type, kinds)));
  }
  return recorded;
}

/** Excludes values that differ in each run: provider ids, write times and our own bookkeeping. */
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
 * The start of the last run that changed something, from `pulumi stack history`. Two runs may cancel each
 * other out, so the state alone does not show them. Neither a refresh nor an `up` without changes counts,
 * unless it applied a plan.
 */
export function lastRunIn(text: string): string | undefined {
  const { data } = history.safeParse(jsonIn(text || "[]"));
  if (data === undefined) {
    throw new Error("`pulumi stack history` did not print a valid history.");
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
