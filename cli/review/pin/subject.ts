import { defined, isHidden, type Json, type Kind, type Values } from "pulumi-workspace-gateway/tools";
import { isLeftBehind } from "../plan/operations.js";
import type { Plan, Step } from "../plan/plan.js";

/** What a pin is about: what is planned, and what that rests on. */
export interface Subject {
  readonly project: string;
  readonly stack: string;
  /** The stack's configuration, secrets as `[secret]`. */
  readonly config: Values;
  readonly secrets: Readonly<Record<string, Json>>;
  /** By URN; what an interrupted replacement left behind stands beside what took its place. */
  readonly steps: ReadonlyMap<string, PlannedStep>;
  /** What every object of the gateway has, by URN. */
  readonly live: ReadonlyMap<string, Values>;
}

/** What is planned for a resource. */
interface PlannedStep {
  readonly operation: Exclude<Step["operation"], "same" | "read">;
  /** The inputs that it will have; none of what is deleted. */
  readonly values: Values;
}

/** Reads what a pin is about from a refreshed preview. */
export function subjectOf(
  plan: Plan,
  kinds: readonly Kind[],
  settings: Pick<Subject, "config" | "secrets">,
): Subject {
  const kindOf = (step: Step) => kinds.find(({ name }) => name === step.kind);
  const steps = plan.steps.flatMap((step): [string, PlannedStep][] => {
    const { operation } = step;
    const values = plannedValues(step.after?.inputs ?? {}, kindOf(step));
    return operation === "same" || operation === "read" ? [] : [[placeOf(step), { operation, values }]];
  });
  const live = plan.steps.flatMap((step): [string, Values][] => {
    const kind = kindOf(step);
    return step.before && kind ? [[placeOf(step), liveValues(step.before, kind)]] : [];
  });
  const { project = "", stack = "" } = plan;
  return { project, stack, ...settings, steps: new Map(steps), live: new Map(live) };
}

function placeOf(step: Step): string {
  return isLeftBehind(step) ? `${step.urn} (left behind)` : step.urn;
}

/** Retained outputs stand among the inputs, but are nobody's plan. */
function plannedValues(inputs: Values, kind: Kind | undefined): Values {
  return only(inputs, (name) => kind === undefined || kind.fields.has(name));
}

/** Without the times of the last writes: a write that changed nothing of what is managed moves nothing. */
function liveValues({ id, outputs }: NonNullable<Step["before"]>, kind: Kind): Values {
  const isStamp = (name: string) => kind.outputFields.get(name)?.stamp !== undefined;
  return { ...only(outputs, (name) => !isStamp(name)), ...defined({ id }) };
}

function only(values: Values, isWanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isHidden(name) && isWanted(name)));
}
