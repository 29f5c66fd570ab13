import type { Variants } from "../../../gateway/index.ts";
import { type Desk, openDesk } from "../support/desk.ts";

/** A desk at a gateway with metrics of two keys: 120 of one, and 3 of the other, which failed and cost more. */
export async function measured(variants: Partial<Variants> = {}): Promise<Desk> {
  const desk = await openDesk(variants);
  desk.gateway.seed.metrics(120, { key_id: "key-a" });
  desk.gateway.seed.metrics(3, { key_id: "key-b", status_code: 500, cost: 1 });
  return desk;
}
