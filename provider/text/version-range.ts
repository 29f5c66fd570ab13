/** Finds the major, minor, and patch numbers in any text. Undefined if the text contains no version. */
export function numbersOf(version: string): readonly [number, number, number] | undefined {
  const [, major, minor = "0", patch = "0"] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Supports only the two forms in our package.json: `>=22.19` and `^3.216.0`. */
export function isInRange(version: string, range: string): boolean {
  const found = numbersOf(version);
  const least = numbersOf(range);
  if (found === undefined || least === undefined) {
    return false;
  }
  const first = found.findIndex((part, place) => part !== least[place]);
  const isEnough = first < 0 || (found[first] ?? 0) > (least[first] ?? 0);
  return isEnough && (!range.startsWith("^") || found[0] === least[0]);
}
