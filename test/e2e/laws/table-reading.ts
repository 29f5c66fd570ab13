import {
  type Danger,
  type FieldDanger,
  type Level,
  levels,
  type Where,
} from "../../../provider/spec/danger.ts";
import type { Kind } from "../../../provider/spec/kind.ts";

export type Values = Readonly<Record<string, unknown>>;

/** What a value says of a new object: that it is dangerous by itself, and no change of another one. */
export function createdFields(kind: Kind, args: Values): Record<string, Level> {
  const ofCreate = ["to", "above", "none"];
  const fields = [...kind.fields.values()].map(({ name, danger = [] }) =>
    worstOf(
      danger
        .filter(({ when, existing }) => ofCreate.includes(when) && !existing)
        .filter((each) => applies(each, {}, args, name))
        .map(({ rule, level }) => [rule, level]),
    ),
  );
  return Object.assign({}, ...fields);
}

export function told(dangers: readonly Danger[] = [], args: Values): Record<string, Level> {
  const meant = dangers.filter(({ where, inUse }) => !inUse && isWhere(where, args));
  return worstOf(meant.map(({ rule, level }) => [rule, level]));
}

/** Whether an entry of the table is about a change of the field from one object to the next. */
export function applies(danger: FieldDanger, before: Values, after: Values, name: string): boolean {
  const [old, now] = [before[name], after[name]];
  const isMeant: Readonly<Record<FieldDanger["when"], () => boolean>> = {
    up: () => Number(now) > Number(old),
    down: () => Number(now) < Number(old),
    host: () => new URL(String(old)).host !== new URL(String(now)).host,
    to: () => now === danger.value && old !== danger.value,
    from: () => old === danger.value && now !== danger.value,
    above: () => Number(now) > Number(danger.value),
    changed: () => true,
    none: () => now === undefined,
  };
  return isMeant[danger.when]() && (isWhere(danger.where, before) || isWhere(danger.where, after));
}

function isWhere(where: readonly Where[] | undefined, args: Values): boolean {
  const holds = (one: Where) =>
    Object.entries(one).every(([key, values]) => (values as readonly unknown[]).includes(args[key] ?? null));
  return where === undefined || where.some(holds);
}

export function levelOf({ level, over }: FieldDanger, old: unknown, now: unknown): Level {
  if (over === undefined) return level;
  if (typeof old !== "number" || typeof now !== "number") return level;
  return Math.abs(now - old) / old > over[0] / 100 ? over[1] : level;
}

/** Of all that is said of one field, or of the whole object, the worst counts. What is low is no finding. */
export function worstOf(told: readonly (readonly [rule: string, level: Level])[]): Record<string, Level> {
  const [worst] = told.toSorted(([, a], [, b]) => levels.indexOf(b) - levels.indexOf(a));
  return worst === undefined || worst[1] === "low" ? {} : { [worst[0]]: worst[1] };
}
