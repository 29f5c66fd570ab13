import type { Values } from "../../../provider/spec/values.js";

/** A workspace whose models retire around a day: what every form of an account is made from. */
export interface Calendar {
  /** A time on that day, somewhere between its first and its last millisecond in UTC. */
  readonly now: number;
  readonly today: string;
  readonly models: readonly CalendarModel[];
  readonly mappings: readonly CalendarMapping[];
}

export interface CalendarModel {
  readonly name: string;
  readonly retiresOn?: string;
  readonly replacedBy?: string;
}

interface CalendarMapping {
  readonly name: string;
  readonly sourceName: string;
  readonly targetModel: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly isPattern: boolean;
}

export const gatewayNameOf = (name: string) => `openai/${name}`;

const days = [
  "2026-11-25",
  "2027-01-31",
  "2027-02-28",
  "2027-03-01",
  "2027-12-31",
  "2028-01-30",
  "2028-02-28",
  "2028-02-29",
  "2028-03-01",
  "2028-12-31",
  "2100-02-28",
];
const offsets = [0, -1, 1, 29, 30, 31, -30, -365, -366, 365, 366];
const times = [0, 1, 43_200_000, 86_399_999];

/** The calendar of a seed. */
export function calendarOf(seed: number): Calendar {
  const below = randomOf(seed + 1);
  const today = days[seed % days.length] ?? "";
  const now = Date.parse(`${today}T00:00:00Z`) + (times[seed % times.length] ?? 0);
  const names = [...offsets, undefined].map((_offset, at) => `m${at}`);
  const replacements = [
    () => undefined,
    () => gatewayNameOf(names[below(names.length)] ?? ""),
    () => "nobody/knows",
    () => `call-${below(8)}`,
  ];
  const models = names.map((name, at): CalendarModel => {
    const offset = offsets[at];
    const replacedBy = replacements[below(replacements.length)]?.();
    return {
      name,
      ...(offset === undefined ? {} : { retiresOn: dayAt(today, offset) }),
      ...(replacedBy === undefined ? {} : { replacedBy }),
    };
  });
  const mappings = Array.from({ length: 14 }, (_each, at): CalendarMapping => {
    const isPattern = below(4) === 0;
    const sourceName = isPattern
      ? `family-${at}-.*`
      : below(5) === 0
        ? gatewayNameOf(`m${below(12)}`)
        : `call-${below(8)}`;
    return {
      name: `map${at}`,
      sourceName,
      targetModel: below(6) === 0 ? "other/model" : gatewayNameOf(names[below(names.length)] ?? ""),
      priority: at,
      enabled: below(4) !== 0,
      isPattern,
    };
  });
  return { now, today, models, mappings };
}

/** A day some days on, by the pages of a calendar. */
export function dayAt(from: string, offset: number): string {
  let [year = 0, month = 0, day = 0] = from.split("-").map(Number);
  for (let left = Math.abs(offset); left > 0; left--) {
    day += Math.sign(offset);
    if (day < 1) {
      [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
      day = lengthOf(year, month);
    } else if (day > lengthOf(year, month)) {
      [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
      day = 1;
    }
  }
  return [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join(
    "-",
  );
}

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function randomOf(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761;
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return (state >>> 8) % most;
  };
}

/** What a program declares of it. */
export function declaredIn({ models, mappings }: Calendar): { kind: string; name: string; inputs: Values }[] {
  return [
    ...models.map(({ name, ...dates }) => ({
      kind: "Model",
      name,
      inputs: {
        name,
        displayName: name,
        type: "chat",
        inputCost: 1,
        outputCost: 1,
        contextWindow: 1000,
        ...dates,
      },
    })),
    ...mappings.map(({ name, ...inputs }) => ({ kind: "Mapping", name, inputs })),
  ];
}
