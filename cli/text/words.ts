import { howMany, plural } from "pulumi-workspace-gateway/tools";

/** Twelve digits hide floating-point noise. */
const format = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 12 });
const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
const rounded = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const rounderBelowOne = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** For example `1,047,576`, `0.0000004`, and `0.105` for 0.10500000000000001. */
export function numberText(value: number): string {
  return format.format(value).replace("-", "−");
}

/** For example `1,203 requests` or `1 request`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${count === 1 ? noun : plural(noun)}`;
}

/** Adds digits if the two numbers would otherwise look the same. */
export function numberTexts(before: number, after: number): readonly [before: string, after: string] {
  const texts = [before, after].map(numberText);
  const shown =
    texts[0] === texts[1] ? [before, after].map((each) => exact.format(each).replace("-", "−")) : texts;
  return [shown[0] ?? "", shown[1] ?? ""];
}

/** Undefined if `before` is not positive, or `after` is negative. */
export function percentOf(before: number, after: number): number | undefined {
  return before > 0 && after >= 0 ? ((after - before) / before) * 100 : undefined;
}

/** For example `+50%` or `−0.3%`. Only a decrease to 0 is `−100%`. */
export function percentText(percent: number): string {
  const size = Math.abs(percent);
  const sign = percent < 0 ? "−" : "+";
  const shown = percent > -100 && percent < -99 ? 99 : size;
  return `${sign}${(size < 1 ? rounderBelowOne : rounded).format(shown)}%`;
}

/** Keeps three digits, because amounts scaled to a month are no more precise than that. */
export function roundedAmount(amount: number): string {
  return numberText(Number(amount.toPrecision(3)));
}

/** For example "a, b and 3 more". */
export function shortList(items: readonly string[], most = 5): string {
  const more = items.length - most;
  return items.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

type Keys = readonly (number | string)[];

/** Sorts by the first key that differs. Ignores the locale, so the result is the same on every machine. */
export function compareKeys(a: Keys, b: Keys): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at < 0 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

const minute = 60_000;
const units = [
  [24 * 60 * minute, "day"],
  [60 * minute, "hour"],
  [minute, "minute"],
] as const;

/** The largest unit that fits at least twice or exactly once: `7 days`, `36 hours`, `1 hour`. */
export function durationWords(from: string, to: string): string {
  const length = Date.parse(to) - Date.parse(from);
  const [size, noun] = units.find(([size]) => length >= 2 * size || length === size) ?? [minute, "minute"];
  return howMany(Math.round(length / size), noun);
}

export const dayMs = 86_400_000;

const [dated, zoneless] = [/^\d{4}-\d\d-\d\d/, /[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/];

/** Parses an ISO 8601 date, in UTC if it has no time zone. Undefined if the value is not a date. */
export function timeOf(value: unknown): number | undefined {
  const text = typeof value === "string" && dated.test(value) ? value : "";
  const at = Date.parse(zoneless.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? undefined : at;
}

export function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** Returns `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Days between two dates. Negative if `to` is earlier. Undefined if either is not a date. */
export function daysBetween(from: string, to: string): number | undefined {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  const days = ((last ?? Number.NaN) - (first ?? Number.NaN)) / dayMs;
  return Number.isNaN(days) ? undefined : days;
}

/** Control, text-direction, zero-width and blank characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Characters that join the parts of an emoji, or select how it is drawn. */
const emojiParts = ["\u200d", "\ufe0f"];
const endOfEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

/** Returns one line in which hidden and bidirectional characters are visible, such as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r?\n/g, "↵")
    .replaceAll("\t", "  ")
    .replace(unseen, (character, at: number, all: string) =>
      emojiParts.includes(character) && endOfEmoji.test(all.slice(Math.max(0, at - 2), at))
        ? character
        : `⟨U+${hexOf(character)}⟩`,
    );
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

/** Cuts the text first, so that the rest is not processed. */
export function visibly(text: string, most: number, cut = clipped): string {
  return cut(visible(cut(text, most)), most);
}

/** Keeps the beginning and the end, with an ellipsis between them. */
export function abridged(name: string, most = 120): string {
  const end = Math.floor(most / 2);
  return name.length <= most
    ? name
    : `${clipped(name, most - end)}${name
        .slice(-end)
        .toWellFormed()
        .replace(/^\ufffd/, "")}`;
}

/** Truncates text to `most` characters, including the ellipsis. */
export function clipped(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}
