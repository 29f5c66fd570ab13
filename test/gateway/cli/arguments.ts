import { InvalidArgumentError } from "commander";
import { defaultVariants, type Variants } from "../variants.ts";

/** Reads a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Adds a value to those of the same option before it. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** Adds a variant, `name=value`, to those before it; a value is JSON, or else the text itself. */
export function variant(word: string, earlier: Partial<Variants>): Partial<Variants> {
  const [name = "", ...rest] = word.split("=");
  const known = Object.keys(defaultVariants());
  if (!known.includes(name) || rest.length === 0) {
    throw new InvalidArgumentError(`It must be name=value with one of these names: ${known.join(", ")}.`);
  }
  return { ...earlier, [name]: parsed(rest.join("=")) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
