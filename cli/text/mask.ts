import { defined, isJsonObject, type Json, redactor } from "pulumi-workspace-gateway/tools";

/** Puts `[secret]` in the place of each secret in a text. */
export type Mask = (text: string) => string;

/** What stands in the place of a secret. */
export const covered = "[secret]";

/** Masks what is a secret in every stack: the passwords of URLs. */
export const maskPasswords: Mask = redactor([]);

/** Facts for people, with every text in them masked. */
export function masked<T>(facts: T, mask: Mask): T {
  return maskedValue(facts, mask) as T;
}

/** Properties that hold words of this package, by which commands decide. A secret may be the same word. */
const ownWords: ReadonlySet<string> = new Set(["rule", "level", "risk", "is", "kind", "operation", "status"]);

/** @param isOfUser - whether the user chose the names of the value's properties: then they are masked, too */
function maskedValue(value: unknown, mask: Mask, isOfUser = false): unknown {
  if (typeof value === "string") {
    return mask(value);
  }
  if (Array.isArray(value)) {
    return value.map((each) => maskedValue(each, mask, isOfUser));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, inside]) => {
    if (isOfUser) {
      return [mask(key), maskedValue(inside, mask, true)];
    }
    const isValue = (key === "before" || key === "after") && !isFact(inside);
    return [
      key,
      ownWords.has(key) && typeof inside === "string" ? inside : maskedValue(inside, mask, isValue),
    ];
  });
  return Object.fromEntries(entries);
}

/** Whether it is a fact of this package, such as the end of a route, and no value of a resource. */
function isFact(value: unknown): boolean {
  return typeof value === "object" && value !== null && "is" in value;
}

/** Whether a value holds anything that has to be masked. */
export function isMasked(value: Json | undefined, mask: Mask): boolean {
  return typeof value === "string"
    ? mask(value) !== value
    : isJsonObject(value)
      ? Object.entries(value).some(([key, inside]) => mask(key) !== key || isMasked(inside, mask))
      : Array.isArray(value) && value.some((each) => isMasked(each, mask));
}

interface Change {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/**
 * Both values of a change as they may be shown. The config has the new value of a secret, but not the old one: where the new value has a
 * secret of the config, an older one may stand in the old value, so all of it is covered.
 */
export function maskedChange<C extends Change>(change: C, mask: Mask): C {
  const { before, after } = change;
  const shown = masked({ before, after }, mask);
  const isOther = JSON.stringify(shown.before) !== JSON.stringify(shown.after);
  const isOld = before !== undefined && before !== null && isOther && secretsIn(after, mask) > 0;
  return { ...change, ...defined({ before: isOld ? covered : shown.before, after: shown.after }) };
}

/** How many secrets of the config a value holds. */
function secretsIn(value: Json | undefined, mask: Mask): number {
  const marks = (each: Mask) => JSON.stringify(maskedValue(value ?? null, each, true)).split(covered).length;
  return marks(mask) - marks(maskPasswords);
}

/** Whether a mask hides what a value becomes: a part of the new value, or all that differs. */
export function hidesChange({ before, after }: Change, mask: Mask): boolean {
  const text = (value: Json | undefined) => JSON.stringify(maskedValue(value ?? null, mask, true));
  return (
    isMasked(after, mask) || (after !== undefined && isMasked(before, mask) && text(before) === text(after))
  );
}
