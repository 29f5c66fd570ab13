import { isJsonObject, type Json } from "pulumi-workspace-gateway/tools";

/**
 * What nobody sees in a line of code, or what turns its text around: controls, other spaces than the usual one, joiners,
 * private characters, and two signs that stand for several. An escape sequence stands for each, so that a reader sees what the value is.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\u17a4\u17d8\u2d7f]|(?! )\p{Zs}/gu;

/** From so many on, the digits of a number stand in groups. */
const longNumber = 10_000;

/** TypeScript whose value this is. */
export function literal(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => `${keyText(key)}: ${literal(inner)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  if (typeof value === "number") {
    return numberText(value);
  }
  return typeof value === "string" ? stringText(value) : JSON.stringify(value);
}

export function stringText(text: string): string {
  return JSON.stringify(text).replace(unseen, escapeSequence);
}

function escapeSequence(character: string): string {
  const units = character.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

function numberText(value: number): string {
  if (Object.is(value, -0)) {
    return "-0";
  }
  const text = JSON.stringify(value);
  return Math.abs(value) >= longNumber && /^-?\d+$/.test(text)
    ? `${value < 0 ? "-" : ""}${inThrees(JSON.stringify(Math.abs(value)))}`
    : text;
}

function inThrees(digits: string): string {
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    parts.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return parts.join("_");
}

/** What needs no quotes as a key; two signs are parts of names since Unicode 15.1, which not every tool has. */
const name = /^[\p{ID_Start}$_](?:(?![\u30fb\uff65])[\p{ID_Continue}$])*$/u;

/** Letters that some tools take for letters, and some do not yet. */
const youngLetters =
  /[\u{10000}-\u{10ffff}\u088f\u0c5c\u0cdc\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2-\ua7d4\ua7da-\ua7dc\ua7f1]|\u0897|[\u1ac0-\u1aff]/gu;

/** Letters that take no place of their own: where a name begins with one, nothing can stand for it while it is formatted. */
const placeless = /(?<=^")[\u0d4e\u115f-\u11ff\u1885\u1886\u3164\ud7b0-\ud7fb\uff9e-\uffa0]/u;

/** In a literal, `__proto__` is a property only if it stands in brackets. */
export function keyText(key: string): string {
  if (key === "__proto__") {
    return '["__proto__"]';
  }
  const quoted = stringText(key);
  if (!name.test(key)) {
    return quoted;
  }
  const plain = quoted.replace(youngLetters, escapeSequence).replace(placeless, escapeSequence);
  return plain.includes("\\") ? plain : key;
}
