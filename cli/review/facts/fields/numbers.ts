const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
const rounded = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const rounderBelowOne = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** A number for people: `1,047,576`, `0.0000004`. */
export function numberText(value: number): string {
  return format.format(value).replace("-", "−");
}

/** By how many percent a number grows. Undefined from zero, and between signs, where percent say nothing. */
export function percentOf(before: number, after: number): number | undefined {
  return before > 0 && after >= 0 ? (after / before - 1) * 100 : undefined;
}

/** `+50 %`, `−0.3 %`. */
export function percentText(percent: number): string {
  const size = Math.abs(percent);
  const sign = percent < 0 ? "−" : "+";
  return `${sign}${(size < 1 ? rounderBelowOne : rounded).format(size)} %`;
}
