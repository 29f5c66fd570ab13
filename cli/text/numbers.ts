import { plural } from "pulumi-workspace-gateway/tools";

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
