import {
  defined,
  isHidden,
  type Json,
  type Kind,
  shownOf,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { isChange, isLeftBehind } from "../plan/operations.js";
import type { ChangingOperation, LiveMarks, OptionChange, Plan, Step } from "../plan/plan.js";

/** What a pin is about: what is planned, and what that rests on. */
export interface Subject {
  readonly project: string;
  readonly stack: string;
  /** The stack's configuration, secrets as `[secret]`. */
  readonly config: Values;
  readonly secrets: Readonly<Record<string, Json>>;
  /** The accounts that the stack works on. */
  readonly accounts: readonly LiveMarks[];
  /** What the state has of each resource, by URN. */
  readonly recorded: ReadonlyMap<string, Values>;
  /** When the last run began that changed the stack. */
  readonly lastRun?: string | undefined;
  /** By URN; what an interrupted replacement left behind stands beside what took its place. */
  readonly steps: ReadonlyMap<string, PlannedStep>;
  readonly options: readonly OptionChange[];
  /** What every object of the gateway has, by URN; of what no resource has, by kind and id. */
  readonly live: ReadonlyMap<string, Values>;
  /** What people call those that no resource has. */
  readonly undeclared: ReadonlyMap<string, string>;
  /** What could not be read of the gateway, without the reasons, which have another wording each time. */
  readonly unread: readonly string[];
}

/** What is planned for a resource. */
interface PlannedStep {
  readonly operation: ChangingOperation;
  /** The inputs that it will have; none of what is deleted. */
  readonly values: Values;
}

/** Reads what a pin is about from a refreshed preview. */
export function subjectOf(
  plan: Plan,
  kinds: readonly Kind[],
  stack: Pick<Subject, "config" | "secrets" | "recorded" | "lastRun">,
): Subject {
  const kindOf = (step: Step) => kinds.find(({ name }) => name === step.kind);
  const steps = plan.steps.flatMap((step): [string, PlannedStep][] => {
    const { operation } = step;
    const values = plannedValues(step.after?.inputs ?? {}, kindOf(step));
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

/** Retained outputs stand among the inputs, but are nobody's plan. */
function plannedValues(inputs: Values, kind: Kind | undefined): Values {
  return only(inputs, (name) => kind === undefined || kind.fields.has(name));
}

/**
 * Also what the program leaves to the gateway, which may decide where requests go. Without the times of the last writes: a write
 * that changed nothing moves nothing.
 */
function liveValues({ id, outputs }: NonNullable<Step["before"]>, kind: Kind): Values {
  const isStamp = (name: string) => kind.outputFields.get(name)?.stamp !== undefined;
  return { ...shownOf(outputs), ...only(outputs, (name) => !isStamp(name)), ...defined({ id }) };
}

function only(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isHidden(name) && isWanted(name)));
}
