import {
  type Danger,
  defined,
  type FieldDanger,
  isUnknown,
  type Kind,
  levels,
  shownOf,
  type Where,
} from "pulumi-workspace-gateway/tools";
import { hidesSecret } from "../../account/account-object.js";
import { isMasked, maskedChange } from "../../text/mask.js";
import { shortList } from "../../text/words.js";
import { changeWords, prose, valueWords } from "../facts/field-words.js";
import { releaseOf } from "../facts/notes.js";
import { destroyedWorkspaces, presentAt, type Resources, workspaceOf } from "../facts/resources.js";
import type { Finding } from "../facts/review.js";
import { isLeftBehind, isRemoved, mayAdopt, type Snapshot, type Step } from "../plan/plan.js";
import type { Changed } from "./change-rule.js";
import {
  direction,
  type FieldChanged,
  fieldsChanged,
  fieldsOfNew,
  fieldsRestored,
  sizeOf,
} from "./directions.js";
import { weighed } from "./finding.js";

/** What the tables of the kinds say of what each step does: a finding for each rule and object, above the low level. */
export function dangers({ resources }: Changed): Finding[] {
  const gone = destroyedWorkspaces(resources);
  const neighbours = neighboursOf(resources);
  return resources.plan.steps.flatMap((step) => {
    const kind = resources.kindOf(step);
    if (kind === undefined || step.isUndeclared) {
      return [];
    }
    const byRule = Map.groupBy(hitsOf(step, kind, neighbours), ({ danger }) => danger.rule);
    return [...byRule]
      .map(([rule, hits]) =>
        weighed(worstOf(hits), {
          rule,
          urn: step.urn,
          name: step.name,
          reason: reasonOf(hits, step, resources, neighbours),
          ...amountsOf(hits),
        }),
      )
      .filter(({ level }) => level === "refused" || (level !== "low" && !isGoneWith(step, gone, resources)));
  });
}

/** Of what goes with its workspace, the workspace tells. */
function isGoneWith(step: Step, gone: ReadonlySet<string>, resources: Resources): boolean {
  const { operation, before } = step;
  const place = before && workspaceOf(resources, step, before);
  return operation === "delete" && place !== undefined && gone.has(place);
}

/** The dangers of a kind's table that are met by what a step does. */
function hitsOf(step: Step, kind: Kind, neighbours: Neighbours): Hit[] {
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

/** A danger of a kind's table that a step holds. */
export interface Hit {
  readonly danger: Danger;
  /** As severe as it is here: it may count by how much something changes. */
  readonly level: Danger["level"];
  /** Whether it may also be none: a value is not known before the `up`, or a secret is covered. */
  readonly isOpen: boolean;
  /** What changes. Undefined for the whole object. */
  readonly change?: FieldChanged;
  /** By how many percent. Undefined if no number says it. */
  readonly percent?: number;
  readonly difference?: number;
}

/** The worst level of what was found. */
export function worstOf(hits: readonly Pick<Hit, "level">[]): Finding["level"] {
  return levels[Math.max(...hits.map(({ level }) => levels.indexOf(level)))] ?? "refused";
}

/** The greatest of each. Where one has no number, none says how much it is. */
export function amountsOf(hits: readonly Hit[]): Pick<Finding, "amount" | "difference"> {
  return defined({
    amount: greatest(hits.map(({ percent }) => percent)),
    difference: greatest(hits.map(({ difference }) => difference)),
  });
}

function greatest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length ? undefined : Math.max(...known);
}

/** What happens to whom, as a sentence: what is sure comes first. */
function reasonOf(hits: readonly Hit[], step: Step, resources: Resources, { usersOf }: Neighbours): string {
  const sorted = hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
  const bySays = Map.groupBy(sorted, ({ danger, isOpen }) => `${isOpen ? "perhaps " : ""}${danger.says}`);
  const parts = [...bySays].map(([says, all]) => {
    const details = [
      ...changesIn(all, resources),
      ...(all.some(({ danger }) => danger.inUse) ? [usersWords(usersOf(step))] : []),
    ];
    return details.length === 0 ? says : `${says}: ${details.join(", ")}`;
  });
  return `\`${step.name}\` ${parts.join("; ")}.`;
}

/** What changes of the properties, in words. */
export function changesIn(hits: readonly Hit[], resources: Resources): string[] {
  return hits.flatMap(({ change }) => (change === undefined ? [] : detail(change, resources)));
}

function usersWords(users: readonly Step[]): string {
  return shortList(
    users.map(({ name, isUndeclared }) => `\`${name}\`${isUndeclared ? " (in no program)" : ""}`),
  );
}

const longest = 60;

/** A change of a property, in words. A text is too long for a sentence, and a secret is never told. */
function detail(change: FieldChanged, { byId, mask }: Resources): string[] {
  const { field, before, after, covered, kind, parts = [] } = maskedChange(change, mask);
  const place = `${kind.name}.${field.name}`;
  const isHidden =
    field.secret || hidesSecret(before) || hidesSecret(after) || parts.some((part) => isMasked(part, mask));
  if (covered !== undefined || isHidden) {
    return [`\`${field.name}\`${covered === "may differ" ? ", which a preview covers" : ""}`];
  }
  const of = { place, nameOf: (id: string) => byId(id)?.name };
  if (isUnknown(after)) {
    const old = before === undefined ? "" : `${valueWords(of, before)} → `;
    return [`${field.name} ${old}known during the \`up\``];
  }
  const words = before === undefined && after === undefined ? "is left out" : changeWords(of, before, after);
  return prose.has(place) || field.freeForm || words.length > 2 * longest ? [] : [`${field.name} ${words}`];
}

/** What is around the object of a step. Each is looked up once for all steps. */
interface Neighbours {
  /** The objects that belong to it: they name it, and cannot be without it. */
  usersOf(step: Step): Step[];
  /** The other objects of its kind that its workspace has after the `up`. */
  othersOf(step: Step): Snapshot[];
}

function neighboursOf(resources: Resources): Neighbours {
  const users = Map.groupBy(namesIn(resources), ({ name }) => name);
  const listOf = (step: Step) => resources.kindOf(step)?.endpoints.list;
  const placeOf = (step: Step, snapshot: Snapshot | undefined) =>
    JSON.stringify([step.kind, snapshot && workspaceOf(resources, step, snapshot)]);
  const present = Map.groupBy(presentAt("after", resources), ({ step, snapshot }) => placeOf(step, snapshot));
  return {
    usersOf: (step) => {
      // What takes its URN from the program belongs to the object that took the place of one that was left behind.
      const names = [step.before?.id, isLeftBehind(step) ? undefined : step.urn];
      const found = names.flatMap((name) =>
        name === undefined ? [] : (users.get(`${listOf(step)} ${name}`) ?? []),
      );
      return [...new Set(found.map(({ user }) => user))];
    },
    othersOf: (step) =>
      (present.get(placeOf(step, step.before)) ?? [])
        .filter((other) => other.step.urn !== step.urn)
        .map(({ snapshot }) => snapshot),
  };
}

/** What objects name and cannot be without: by its id, and by its URN. */
function namesIn({ plan, kindOf }: Resources): { readonly name: string; readonly user: Step }[] {
  return plan.steps.flatMap((user) => {
    const required = [...(kindOf(user)?.fields.values() ?? [])].filter(({ replace }) => replace === true);
    return required.flatMap(({ name: field, refers }) =>
      refers === undefined || user.before === undefined
        ? []
        : [user.before.inputs[field], ...(user.before.from[field] ?? [])].map((name) => ({
            name: `${refers.list} ${name}`,
            user,
          })),
    );
  });
}

/** Whether what a danger asks for besides is true of a step. */
function isMet({ where, sole, inUse }: Danger, step: Step, neighbours: Neighbours): boolean {
  const isSo = (snapshot: Snapshot) => where === undefined || where.some((each) => matches(each, snapshot));
  return (
    [step.before, step.overwrites, step.after].some((snapshot) => snapshot !== undefined && isSo(snapshot)) &&
    // Another object of the place may be, after the step, what this one was.
    !(sole === true && neighbours.othersOf(step).some(isSo)) &&
    (inUse !== true || neighbours.usersOf(step).length > 0)
  );
}

/** What is not known yet may be anything. */
function matches(where: Where, { inputs, outputs }: Snapshot): boolean {
  return Object.entries(where).every(([name, values]) => {
    const value = inputs[name] ?? outputs[name] ?? shownOf(outputs)?.[name] ?? null;
    return isUnknown(value) || values.some((each) => each === value);
  });
}
