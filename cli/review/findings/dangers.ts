import {
  type Danger,
  defined,
  type FieldDanger,
  isUnknown,
  type Json,
  type Kind,
  type Level,
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
import { isLeftBehind, isRemoved, makes, mayAdopt, type Snapshot, type Step } from "../plan/plan.js";
import type { ChangeContext, RuleFinding } from "./context.js";
import {
  type ChangedField,
  certainty,
  fieldsChanged,
  fieldsOfNew,
  fieldsRestored,
  sizeOf,
} from "./directions.js";

/** Findings from the kinds' danger tables, one for each rule and object. Omits those below medium. */
export function dangers({ resources }: ChangeContext): (RuleFinding & Pick<Danger, "rule">)[] {
  const gone = destroyedWorkspaces(resources);
  const neighbours = neighboursOf(resources);
  return resources.plan.steps.flatMap((step) => {
    const kind = resources.kindOf(step);
    if (kind === undefined || step.isUndeclared) {
      return [];
    }
    const byRule = Map.groupBy(hitsOf(step, kind, neighbours), ({ danger }) => danger.rule);
    // The finding about a workspace covers everything that is deleted with it.
    const place = step.before && workspaceOf(resources, step, step.before);
    const least = step.operation === "delete" && gone.has(place ?? "") ? "refused" : "medium";
    return [...byRule]
      .filter(([, hits]) => levels.indexOf(worstOf(hits)) >= levels.indexOf(least))
      .map(([rule, hits]) => ({
        ...{ rule, level: worstOf(hits), urn: step.urn, name: step.name },
        reason: reasonOf(hits, step, resources, neighbours),
        ...amountsOf(hits),
      }));
  });
}

function hitsOf(step: Step, kind: Kind, neighbours: Neighbours): Hit[] {
  const isNew = step.operation === "replace" || (step.operation === "create" && !step.takesOver);
  const whole = objectDangers(step, kind).map((danger) => ({ danger, level: danger.level, isOpen: false }));
  const fields = [
    ...(isNew ? fieldsOfNew(kind, step).flatMap((change) => hitsOfNew(change, step)) : []),
    ...(step.before === undefined ? [] : remainingFields(step, kind).flatMap(hitsIn)),
    ...(step.overwrites === undefined
      ? []
      : fieldsChanged(kind, { ...step, before: step.overwrites, takesOver: true }).flatMap(hitsIn)),
  ];
  // Keep only the worst: a new host is also a new address, and an unknown value could match any direction.
  const byField = Map.groupBy<string | undefined, Hit>(
    [...whole, ...fields],
    ({ change }) => change?.field.name,
  );
  return [...byField.values()].flatMap((hits) => {
    const met = hits.filter(({ danger }) => isMet(danger, step, neighbours));
    return met.filter(({ level }) => level === worstOf(met));
  });
}

/** An object that is taken over is not created. */
function objectDangers(step: Step, kind: Kind): readonly Danger[] {
  const { operation, takesOver } = step;
  const { create = [], delete: gone = [], replace = [...gone, ...create] } = kind.danger ?? {};
  if (operation === "create") {
    return takesOver ? [] : create;
  }
  const release = releaseOf(kind, step);
  const isDeleted = isRemoved(step) && (release === undefined || release === "delete");
  return operation === "replace" ? (isDeleted ? replace : create) : isDeleted ? gone : [];
}

function remainingFields(step: Step, kind: Kind): ChangedField[] {
  if (step.operation === "delete") {
    return isRemoved(step) && releaseOf(kind, step) === "restore" ? fieldsRestored(kind, step) : [];
  }
  return step.operation === "update" || makes(step) ? fieldsChanged(kind, step) : [];
}

function hitsOfNew(change: ChangedField, step: Step): Hit[] {
  return hitsIn(change).filter(({ danger: { when, existing } }) => {
    const isOfCreates = when === "to" || when === "above" || when === "none";
    return isOfCreates && (existing !== true || mayAdopt(step));
  });
}

export function hitsIn(change: ChangedField): FieldHit[] {
  return (change.field.danger ?? []).flatMap((danger): FieldHit | [] => {
    const { covered } = change;
    const direction = covered === undefined ? certainty(danger, change) : "sure";
    if (direction === undefined) {
      return [];
    }
    const isOpen = direction === "open" || covered === "may differ";
    const { percent, difference } = isOpen ? {} : sizeOf(change);
    const level = covered === undefined ? levelOf(danger, percent) : danger.level;
    return { danger, level, isOpen, change, ...defined({ percent, difference }) };
  });
}

/** A change of unknown size, such as from 0 or to an unknown value, counts as the largest. */
function levelOf({ level, over }: FieldDanger, percent = Number.POSITIVE_INFINITY): Level {
  const [most, then] = over ?? [];
  return most !== undefined && then !== undefined && percent > most ? then : level;
}

export interface Hit {
  readonly danger: Danger;
  /** The severity in this case, which can depend on the size of the change. */
  readonly level: Danger["level"];
  /** Whether the hit is uncertain: a value is unknown before the `up`, or a secret is masked. */
  readonly isOpen: boolean;
  /** Undefined for a hit on the whole object. */
  readonly change?: ChangedField;
  readonly percent?: number;
  readonly difference?: number;
}

interface FieldHit extends Hit {
  readonly danger: FieldDanger;
}

export function worstOf(hits: readonly Hit[]): Level {
  return levels[Math.max(...hits.map(({ level }) => levels.indexOf(level)))] ?? "refused";
}

/** The largest amount and difference. Undefined if a hit has no number. */
export function amountsOf(hits: readonly Hit[]): Pick<RuleFinding, "amount" | "difference"> {
  const greatest = (numbers: readonly (number | undefined)[]) => {
    const most = Math.max(...numbers.map((number) => number ?? Number.NaN));
    return Number.isNaN(most) ? undefined : most;
  };
  return defined({
    amount: greatest(hits.map(({ percent }) => percent)),
    difference: greatest(hits.map(({ difference }) => difference)),
  });
}

/** Certain changes come first. */
function reasonOf(hits: readonly Hit[], step: Step, resources: Resources, { usersOf }: Neighbours): string {
  const sorted = hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
  const bySays = Map.groupBy(sorted, ({ danger: { says }, isOpen }) => (isOpen ? possibly(says) : says));
  const parts = [...bySays].map(([says, all]) => {
    const details = [
      ...changesIn(all, resources),
      ...(all.some(({ danger }) => danger.inUse) ? [shortList(usersOf(step).map(userWords))] : []),
    ];
    return details.length === 0 ? says : `${says}: ${details.join(", ")}`;
  });
  return `\`${step.name}\` ${parts.join("; ")}.`;
}

/** Turns "is deleted" into "may be deleted", and "becomes cheap" into "may become cheap". */
export function possibly(says: string): string {
  const [, verb = "", adverb = "", rest = ""] = /^(\w+)( no longer)?(.*)/.exec(says) ?? [];
  const infinitive = { is: "be", has: "have" }[verb] ?? verb.replace(/s$/, "");
  return verb === "may" ? says : `may${adverb} ${infinitive}${rest}`;
}

/** A field of a new object is omitted if the same field also changes from an old value. */
export function changesIn(hits: readonly Hit[], resources: Resources): string[] {
  const changes = hits.flatMap(({ change }) => change ?? []);
  const changed = new Set(changes.flatMap(({ before, field }) => (before === undefined ? [] : field.name)));
  const shown = changes.filter(({ before, field }) => before !== undefined || !changed.has(field.name));
  return [...new Set(shown.flatMap((change) => detail(change, resources)))];
}

function userWords({ name, isUndeclared }: Step): string {
  return `\`${name}\`${isUndeclared ? " (unmanaged)" : ""}`;
}

const longest = 60;

/** Empty if the text is too long for a sentence. For a secret, only the name is shown. */
function detail(change: ChangedField, { byId, mask }: Resources): string[] {
  const { field, before, after, covered, kind, parts = [] } = maskedChange(change, mask);
  const place = `${kind.name}.${field.name}`;
  const isHidden =
    field.secret || hidesSecret(before) || hidesSecret(after) || parts.some((part) => isMasked(part, mask));
  if (covered !== undefined || isHidden) {
    return [`\`${field.name}\`${covered === "may differ" ? " (masked in the preview)" : ""}`];
  }
  const of = { place, nameOf: (id: string) => byId(id)?.name };
  if (isUnknown(after)) {
    const old = before === undefined ? "" : `${valueWords(of, before)} → `;
    return [`${field.name} ${old}known only during the \`up\``];
  }
  const rounded = [roundedRate(before), roundedRate(after)];
  // Only rates have parts.
  const [old, planned] = parts.length === 0 || rounded[0] === rounded[1] ? [before, after] : rounded;
  const words = old === undefined && planned === undefined ? "is not set" : changeWords(of, old, planned);
  return prose.has(place) || field.freeForm || words.length > 2 * longest ? [] : [`${field.name} ${words}`];
}

function roundedRate(rate: Json | undefined): Json | undefined {
  return typeof rate === "number" ? Number(rate.toPrecision(6)) : rate;
}

/** Related objects. Each is looked up once for all steps. */
interface Neighbours {
  /** Objects that require the step's object. */
  usersOf(step: Step): Step[];
  /** The other objects of the step's kind in its workspace after the `up`. */
  othersOf(step: Step): Snapshot[];
}

function neighboursOf(resources: Resources): Neighbours {
  const users = Map.groupBy(references(resources), ({ name }) => name);
  const listOf = (step: Step) => resources.kindOf(step)?.endpoints.list;
  const placeOf = (step: Step, snapshot: Snapshot | undefined) =>
    JSON.stringify([step.kind, snapshot && workspaceOf(resources, step, snapshot)]);
  const present = Map.groupBy(presentAt("after", resources), ({ step, snapshot }) => placeOf(step, snapshot));
  return {
    usersOf: (step) => {
      // A reference by URN requires the new object, not the one that was left behind.
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

/** Required references, by id and by URN. */
function references({ plan, kindOf }: Resources): { readonly name: string; readonly user: Step }[] {
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

function isMet({ where, sole, inUse }: Danger, step: Step, neighbours: Neighbours): boolean {
  const isSo = (snapshot: Snapshot) => where === undefined || where.some((each) => isWhere(each, snapshot));
  return (
    [step.before, step.overwrites, step.after].some((snapshot) => snapshot !== undefined && isSo(snapshot)) &&
    // Another object in the workspace may take over this role.
    !(sole === true && neighbours.othersOf(step).some(isSo)) &&
    (inUse !== true || neighbours.usersOf(step).length > 0)
  );
}

/** An unknown value counts as a match. */
function isWhere(where: Where, { inputs, outputs }: Snapshot): boolean {
  return Object.entries(where).every(([name, values]) => {
    const value = inputs[name] ?? outputs[name] ?? shownOf(outputs)?.[name] ?? null;
    return isUnknown(value) || values.some((each) => each === value);
  });
}
