import { defined, type Json, redactor } from "pulumi-workspace-gateway/tools";

/** Puts `[secret]` in the place of each secret in a text. */
export type Mask = (text: string) => string;

export const covered = "[secret]";

/** Masks what is a secret in every stack: the passwords of URLs. */
export const maskPasswords: Mask = redactor([]);

/** Facts as they may be written, with every text in them masked. Nothing is decided by them: a mask may make two texts the same. */
export function masked<T>(facts: T, mask: Mask): T {
  return maskedValue(facts, mask) as T;
}

/** Properties that hold words of this package, which printers and readers of JSON know. A secret may be the same word. */
const ownWords: ReadonlySet<string> = new Set([
  ...["rule", "level", "risk", "is", "kind", "operation", "status", "how", "said", "shape", "whiteSpace"],
  ...["removal", "secret", "stays"],
]);

/** @param isOfUser - whether the user chose the names of the value's properties: then they are masked, too */
function maskedValue(value: unknown, mask: Mask, isOfUser = false): unknown {
  if (typeof value === "string") {
    return mask(value);
  }
  if (typeof value === "number" && isOfUser) {
    return maskedNumber(value, mask);
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
    const isValue = (key === "before" || key === "after") && "is" in value; // of a changed property
    return [
      key,
      ownWords.has(key) && typeof inside === "string"
        ? inside
        : maskedValue(inside, mask, isValue || key === "workspaces"),
    ];
  });
  return Object.fromEntries(entries);
}

function maskedNumber(value: number, mask: Mask): number | string {
  return mask(String(value)) === String(value) ? value : covered;
}

/** Masked facts as JSON. In other outputs a number is a text before it is masked. */
export function maskedJson(facts: unknown, mask: Mask, indent?: number): string {
  const replaced = (_key: string, value: unknown) =>
    typeof value === "number" ? maskedNumber(value, mask) : value;
  return JSON.stringify(masked(facts, mask), replaced, indent);
}

function shown(value: Json | undefined, mask: Mask): string {
  return JSON.stringify(maskedValue(value ?? null, mask, true));
}

export function isMasked(value: Json | undefined, mask: Mask): boolean {
  return shown(value, mask) !== JSON.stringify(value ?? null);
}

interface Change {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/**
 * Both values of a change as they may be shown. The config has the new value of a secret, but not the old one: where the new value has a
 * secret of the config, an older one may be part of the old value, so all of it is covered.
 */
export function maskedChange<C extends Change>(change: C, mask: Mask): C {
  const { before, after } = change;
  const values = masked({ before, after }, mask);
  const isOther = shown(before, mask) !== shown(after, mask);
  const isOld = before !== undefined && before !== null && isOther && holdsSecret(after, mask);
  return { ...change, ...defined({ before: isOld ? covered : values.before, after: values.after }) };
}

/** Whether a value holds secrets of the config, and not only passwords of URLs. */
function holdsSecret(value: Json | undefined, mask: Mask): boolean {
  const marks = (each: Mask) => shown(value, each).split(covered).length;
  return marks(mask) > marks(maskPasswords);
}

/** Whether a mask hides what a value becomes: a part of the new value, or all that differs. */
export function hidesChange({ before, after }: Change, mask: Mask): boolean {
  return (
    isMasked(after, mask) ||
    (after !== undefined && isMasked(before, mask) && shown(before, mask) === shown(after, mask))
  );
}
