import { type Danger, defined, type FieldDanger, type Kind } from "pulumi-workspace-gateway/tools";
import { isRemoved, mayAdopt } from "../../../plan/operations.js";
import type { Step } from "../../../plan/plan.js";
import { releaseOf } from "../../notes.js";
import { isMet } from "./conditions.js";
import { direction } from "./directions.js";
import { type FieldChanged, fieldsChanged, fieldsOfNew, fieldsRestored } from "./field-changed.js";
import { type Hit, worstOf } from "./hit.js";
import type { Neighbours } from "./neighbours.js";
import { sizeOf } from "./size.js";

/** The dangers of a kind's table that are met by what a step does. */
export function hitsOf(step: Step, kind: Kind, neighbours: Neighbours): Hit[] {
  const met = (danger: Danger) => isMet(danger, step, neighbours);
  const whole = worst(wholeOf(step, kind).filter(met));
  const isNew = step.operation === "replace" || (step.operation === "create" && !step.takesOver);
  const fields = [
    ...(isNew ? fieldsOfNew(kind, step).flatMap((change) => ofNew(change, step)) : []),
    ...(step.before === undefined ? [] : remaining(step, kind).flatMap((change) => hitsIn(change))),
    ...overwritten(step, kind).flatMap((change) => hitsIn(change)),
  ];
  return [
    ...whole.map((danger) => ({ danger, level: danger.level, isOpen: false })),
    ...worstOfEach(fields.filter(({ danger }) => met(danger))),
  ];
}

/** What a step does to the whole object. What is taken over is none that is created. */
function wholeOf(step: Step, kind: Kind): readonly Danger[] {
  const { operation, takesOver } = step;
  const { create = [], delete: gone = [], replace = [...gone, ...create] } = kind.danger ?? {};
  if (operation === "create") {
    return takesOver ? [] : create;
  }
  const release = releaseOf(kind, step);
  if (!isRemoved(step) || (release !== undefined && release !== "delete")) {
    return operation === "replace" ? create : [];
  }
  return operation === "replace" ? replace : gone;
}

/** Of what is said of the whole object, the worst says enough. */
function worst(dangers: readonly Danger[]): Danger[] {
  return dangers.filter(({ level }) => level === worstOf(dangers));
}

/** Of a field, the worst says enough: another host is also another address, and what is unknown may be all. */
function worstOfEach(hits: readonly Hit[]): Hit[] {
  const byField = Map.groupBy(hits, ({ change }) => change?.field.name);
  return [...byField.values()].flatMap((all) => all.filter(({ level }) => level === worstOf(all)));
}

/** What becomes of the fields of an object that was there before. */
function remaining(step: Step, kind: Kind): FieldChanged[] {
  const { operation } = step;
  if (operation === "delete") {
    return isRemoved(step) && releaseOf(kind, step) === "restore" ? fieldsRestored(kind, step) : [];
  }
  return operation === "update" || operation === "replace" || operation === "create"
    ? fieldsChanged(kind, step)
    : [];
}

/** What becomes of the fields of an object that a replacement overwrites. */
function overwritten(step: Step, kind: Kind): FieldChanged[] {
  const { overwrites } = step;
  return overwrites === undefined
    ? []
    : fieldsChanged(kind, { ...step, before: overwrites, takesOver: true });
}

const ofCreates: readonly FieldDanger["when"][] = ["to", "above", "none"];

function ofNew(change: FieldChanged, step: Step): Hit[] {
  const isThere = mayAdopt(step);
  const holds = ({ when, existing }: FieldDanger) =>
    ofCreates.includes(when) && (existing !== true || isThere);
  return hitsIn(change, (change.field.danger ?? []).filter(holds));
}

/** The directions that a change of a field takes. */
export function hitsIn(change: FieldChanged, dangers = change.field.danger ?? []): Hit[] {
  return dangers.flatMap((danger): Hit[] => {
    const { covered, before, after } = change;
    const isGoing = covered === undefined ? direction(danger, change) : "sure";
    if (isGoing === undefined) {
      return [];
    }
    const isOpen = isGoing === "open" || covered === "may differ";
    const { percent, difference } = isOpen ? {} : sizeOf(before, after);
    const level = covered === undefined ? levelOf(danger, percent) : danger.level;
    return [{ danger, level, isOpen, change, ...defined({ percent, difference }) }];
  });
}

/** What no number says, such as how much more an unknown is, counts as the most. */
function levelOf({ level, over }: FieldDanger, percent: number | undefined): FieldDanger["level"] {
  const [most, then] = over ?? [];
  return most !== undefined && then !== undefined && (percent === undefined || percent > most) ? then : level;
}
