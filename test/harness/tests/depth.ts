/**
 * How much a random test, or one with a long row of like cases, tries. `npm test` tries a fifth; the project `deep`, which
 * `npm run test:all` runs as well, tries the other four fifths, so that nothing is tried twice.
 */
const isDeep = process.env.TEST_DEPTH === "deep";
const parts = 5;

/** The number of random cases, of which `all` are tried by both. */
export function runs(all: number, deep = isDeep): number {
  const few = Math.ceil(all / parts);
  return deep ? Math.max(all - few, 1) : few;
}

/** Where random cases begin: another place for each of the two. */
export function seedOf(seed: number): number {
  return isDeep ? seed + 1 : seed;
}

/** Every fifth case, or all others. Rows that begin with the `first` after one another come to other cases each. */
export function share<T>(cases: readonly T[], first = 0, deep = isDeep): T[] {
  return cases.filter((_case, index) => (index % parts === first % parts) !== deep);
}
