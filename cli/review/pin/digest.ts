import { createHmac, scryptSync } from "node:crypto";
import { canonical, hasUnknown, type Json, type Values } from "pulumi-workspace-gateway/tools";

/** Digests of values, by their names. */
export type Digests = Readonly<Record<string, string | null>>;

/** A digest of each value. `place` says where they stand, so that the same value elsewhere has another digest. */
export function digestsOf(values: Values, salt: string, place: string): Digests {
  return Object.fromEntries(
    Object.entries(values)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        hasUnknown(value) ? null : digest(salt, [place, name, canonical(value)]),
      ]),
  );
}

function digest(salt: string, parts: readonly string[]): string {
  return createHmac("sha256", Buffer.from(salt, "hex")).update(JSON.stringify(parts)).digest("base64url");
}

/**
 * One digest of all secrets together. It is slow to make, and who would guess one secret has to guess all:
 * a pin may be read by people who must not know them.
 */
export function secretsDigest(secrets: Readonly<Record<string, Json>>, salt: string): string {
  if (Object.keys(secrets).length === 0) {
    return "none";
  }
  return scryptSync(canonical({ ...secrets }), Buffer.from(salt, "hex"), 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 2 ** 26,
  }).toString("base64url");
}

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
