import type { Gateway } from "../../gateway/index.ts";

/** The tables of what programs make. */
export const made = [
  "workspaces",
  "members",
  "providers",
  "models",
  "prompts",
  "mappings",
  "indexes",
  "configs",
] as const;

/** How many objects of each kind a gateway holds; kinds without any are left out. */
export function contents(gateway: Gateway): Record<string, number> {
  const counts = made.map((table) => [table, gateway.rows(table).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
