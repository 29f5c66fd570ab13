import { howMany, plural } from "pulumi-workspace-gateway/tools";

/** As people write numbers: what a computer adds behind the twelfth digit is left out. */
const format = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 12 });
const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
const rounded = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const rounderBelowOne = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** A number for people: `1,047,576`, `0.0000004`, and `0.105` of 0.10500000000000001. */
export function numberText(value: number): string {
  return format.format(value).replace("-", "−");
}

/** `1,203 requests`, `1 request`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${count === 1 ? noun : plural(noun)}`;
}

/** Two numbers that differ, so that they are seen to differ. */
export function numberTexts(before: number, after: number): readonly [before: string, after: string] {
  const texts = [before, after].map(numberText);
  const shown =
    texts[0] === texts[1] ? [before, after].map((each) => exact.format(each).replace("-", "−")) : texts;
  return [shown[0] ?? "", shown[1] ?? ""];
}

/** By how many percent a number grows. Undefined from zero, and between signs, where percent say nothing. */
export function percentOf(before: number, after: number): number | undefined {
  return before > 0 && after >= 0 ? ((after - before) / before) * 100 : undefined;
}

/** `+50 %`, `−0.3 %`. */
export function percentText(percent: number): string {
  const size = Math.abs(percent);
  const sign = percent < 0 ? "−" : "+";
  return `${sign}${(size < 1 ? rounderBelowOne : rounded).format(size)} %`;
}

/** An amount of money or of requests for people, to three digits: what is scaled to a month is no more exact. */
export function roundedAmount(amount: number): string {
  return numberText(Number(amount.toPrecision(3)));
}

/** The first of some items in a line, and how many more there are: "a, b and 3 more". */
export function shortList(items: readonly string[], most = 5): string {
  const more = items.length - most;
  return items.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

type Keys = readonly (number | string)[];

/** Sorts by the first key that differs. No language's order of letters: the result is the same on every machine. */
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

/** How long a time is, in the largest unit that fits twice, or exactly once: `7 days`, `36 hours`, `1 hour`. */
export function durationWords(from: string, to: string): string {
  const length = Date.parse(to) - Date.parse(from);
  const [size, noun] = units.find(([size]) => length >= 2 * size || length === size) ?? [minute, "minute"];
  return howMany(Math.round(length / size), noun);
}

export const dayMs = 86_400_000;

const [dated, zoneless] = [/^\d{4}-\d\d-\d\d/, /[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/];

/** When an ISO 8601 text is: without a zone in UTC, wherever the reader is. Undefined if it is none. */
export function timeOf(value: unknown): number | undefined {
  const text = typeof value === "string" && dated.test(value) ? value : "";
  const at = Date.parse(zoneless.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? undefined : at;
}

export function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

/** The day of a time in UTC, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** How many days there are from one day to another: 0 on the day itself, below 0 after it. Undefined if one is no day. */
export function daysBetween(from: string, to: string): number | undefined {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  const days = ((last ?? Number.NaN) - (first ?? Number.NaN)) / dayMs;
  return Number.isNaN(days) ? undefined : days;
}

/** Controls, the direction of writing, what has no width or looks like nothing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** They join the parts of an emoji, or say how it is drawn. */
const emojiParts = ["\u200d", "\ufe0f"];
const endOfEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;

/** A text as one line in which everything can be seen: `⟨U+202E⟩` for what hides or turns the text around. */
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

/** At most so many characters of a text as it can be seen: no more of it is looked at. */
export function visibly(text: string, most: number, cut = clipped): string {
  return cut(visible(cut(text, most)), most);
}

/** At most so many characters of a name: its beginning and its end, with an ellipsis between them. */
export function abridged(name: string, most = 120): string {
  const end = Math.floor(most / 2);
  return name.length <= most
    ? name
    : `${clipped(name, most - end)}${name
        .slice(-end)
        .toWellFormed()
        .replace(/^\ufffd/, "")}`;
}

/** At most so many characters of a text; an ellipsis stands for the rest. */
export function clipped(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}
