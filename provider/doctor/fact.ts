import { about, type Diagnosis } from "./diagnosis.js";

/** What checks rest on; or why it is not known, as it goes on after "because". */
export type Fact<T> = { readonly known: T } | { readonly why: string };

/** What a check says, whether its fact is known or not: then it is not checked, because of the same. */
export function restingOn<T>(
  check: string,
  fact: Fact<T>,
  judge: (value: T) => Diagnosis | readonly Diagnosis[],
): readonly Diagnosis[] {
  return "why" in fact ? [about(check).notChecked(fact.why)] : [judge(fact.known)].flat();
}

/** What is known; undefined if it is not. */
export function ifKnown<T>(fact: Fact<T>): T | undefined {
  return "why" in fact ? undefined : fact.known;
}
