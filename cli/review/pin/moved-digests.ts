import type { Digests } from "./digest.js";

/** What became of a value. */
interface MovedDigest {
  readonly name: string;
  readonly is: "changed" | "added" | "taken away";
}

/** The names of values that two lists of digests do not have alike. */
export function movedDigests(before: Digests, now: Digests): MovedDigest[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return names.flatMap((name): MovedDigest[] => {
    if (!Object.hasOwn(now, name)) {
      return [{ name, is: "taken away" }];
    }
    if (!Object.hasOwn(before, name)) {
      return [{ name, is: "added" }];
    }
    return before[name] === now[name] ? [] : [{ name, is: "changed" }];
  });
}
