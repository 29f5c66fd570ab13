import { InvalidArgumentError } from "commander";
import type { Variants } from "../variants.ts";
import { defaultVariants } from "../variants.ts";

/** Reads `name=value` words; a value is JSON, or else the text itself. */
export function readVariants(words: string[]): Partial<Variants> {
  const known = new Set(Object.keys(defaultVariants()));
  const entries = words.map((word) => {
    const [name = "", ...rest] = word.split("=");
    if (!known.has(name) || rest.length === 0) {
      throw new InvalidArgumentError(`"${word}" is not name=value with one of: ${[...known].join(", ")}`);
    }
    return [name, readValue(rest.join("="))];
  });
  return Object.fromEntries(entries);
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
