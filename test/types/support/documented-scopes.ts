import { kinds } from "../../../provider/every-kind.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { classes, listIn } from "./published.ts";

/** The scopes that the comment of a class names, in its order, and those that it means by "every kind". */
export function documentedScopes(name: string): string[] {
  const text = listIn(classes.get(name) ?? "").get("Scopes") ?? "";
  const named = [...text.matchAll(/`(\w+:\w+)`/g)].map(([, scope = ""]) => scope);
  const meant = text.includes("`:read` of every kind that belongs to") ? scopesWithin(name) : [];
  return [...new Set([...named, ...meant])];
}

function scopesWithin(name: string): string[] {
  const all: readonly Kind[] = kinds;
  const owner = all.find((kind) => kind.name === name);
  return all
    .filter(({ endpoints: { list, parent } }) => list !== undefined && parent?.list === owner?.endpoints.list)
    .map(({ scope }) => `${scope}:read`);
}
