import { classes, listIn } from "./published.ts";

/** The scopes that the comment of a class names, in its order. */
export function documentedScopes(name: string): string[] {
  const text = listIn(classes.get(name) ?? "").get("Scopes") ?? "";
  return [...text.matchAll(/`(\w+:\w+)`/g)].map(([, scope = ""]) => scope);
}
