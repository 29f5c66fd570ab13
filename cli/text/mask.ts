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

function maskedValue(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") {
    return mask(value);
  }
  if (Array.isArray(value)) {
    return value.map((each) => maskedValue(each, mask));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [mask(key), maskedValue(inside, mask)]))
    : value;
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
 * Both values of a change as they may be shown. The config has the new value of a secret, but not the old one: where the new value has
 * more secrets of the config than the old one, an older secret may stand in the old one, so all of it is covered.
 */
export function maskedChange<C extends Change>(change: C, mask: Mask): C {
  const { before, after } = change;
  const shown = masked({ before, after }, mask);
  const isOld = before !== undefined && before !== null && secretsIn(after, mask) > secretsIn(before, mask);
  return { ...change, ...defined({ before: isOld ? covered : shown.before, after: shown.after }) };
}

/** How many secrets of the config a value holds. */
function secretsIn(value: Json | undefined, mask: Mask): number {
  const marks = (each: Mask) => JSON.stringify(masked(value ?? null, each)).split(covered).length;
  return marks(mask) - marks(maskPasswords);
}

/** Whether a mask hides what a value becomes: a part of the new value, or all that differs. */
export function hidesChange({ before, after }: Change, mask: Mask): boolean {
  const text = (value: Json | undefined) => JSON.stringify(masked(value ?? null, mask));
  return (
    isMasked(after, mask) || (after !== undefined && isMasked(before, mask) && text(before) === text(after))
  );
}
