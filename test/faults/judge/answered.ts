import type { Gateway } from "../../gateway/index.ts";

/** How many requests the gateway has answered with this status. */
export function answered({ gateway }: { readonly gateway: Gateway }, status: number): number {
  return gateway.log.entries().filter((entry) => entry.status === status).length;
}
