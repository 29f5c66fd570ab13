import type { Gateway } from "../../gateway/index.ts";
import { resources } from "../../gateway/resources/kinds.ts";

export const made = ["workspaces", "members", ...resources.map(({ table }) => table)];

/** How many objects of each kind a gateway holds; kinds without any are left out. */
export function contents(gateway: Gateway): Record<string, number> {
  const counts = made.map((table) => [table, gateway.rows(table).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
