import { defined, type Json, redactor } from "pulumi-workspace-gateway/tools";

/** Replaces each secret with `[secret]`. */
export type Mask = (text: string) => string;

export const covered = "[secret]";

/** Masks only URL passwords, which are secret in every stack. */
export const maskPasswords: Mask = redactor([]);

/** Do not compare the results, because masking may make different strings equal. */
export function masked<T>(facts: T, mask: Mask): T {
  return maskedValue(facts, mask) as T;
}

/** Properties whose values are fixed words are never masked, even if a secret has the same value. */
const ownWords: ReadonlySet<string> = new Set([
  ...["rule", "level", "risk", "is", "kind", "operation", "status", "how", "said", "shape", "whiteSpace"],
  ...["removal", "secret", "stays"],
]);

/** @param isOfUser - the user chose the property names, so they are also masked */
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
    const isValue = (key === "before" || key === "after") && "is" in value; // the value of a changed property
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

/** Also masks numbers. Other output formats convert them to text before masking. */
export function maskedFacts(facts: unknown, mask: Mask): unknown {
  const replaced = (_key: string, value: unknown) =>
    typeof value === "number" ? maskedNumber(value, mask) : value;
  return JSON.parse(JSON.stringify(masked(facts, mask), replaced));
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

/** If the new value contains a secret, the old value may contain an older one, so all of it is masked. */
export function maskedChange<C extends Change>(change: C, mask: Mask): C {
  const { before, after } = change;
  const values = masked({ before, after }, mask);
  const isOther = shown(before, mask) !== shown(after, mask);
  const isOld = before !== undefined && before !== null && isOther && holdsSecret(after, mask);
  return { ...change, ...defined({ before: isOld ? covered : values.before, after: values.after }) };
}

/** Ignores passwords in URLs. */
function holdsSecret(value: Json | undefined, mask: Mask): boolean {
  const marks = (each: Mask) => shown(value, each).split(covered).length;
  return marks(mask) > marks(maskPasswords);
}

/** Whether the mask hides a part of the new value, or the whole difference. */
export function hidesChange({ before, after }: Change, mask: Mask): boolean {
  return (
    isMasked(after, mask) ||
    (after !== undefined && isMasked(before, mask) && shown(before, mask) === shown(after, mask))
  );
}
