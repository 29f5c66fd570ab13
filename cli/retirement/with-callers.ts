import { defined } from "pulumi-workspace-gateway/tools";
import type { TellableUsage } from "../usage/use/tellable-usage.js";
import type { Retirement } from "./retirement.js";

/** The same with who called each model, as far as usage was read. */
export function withCallers(
  retirements: readonly Retirement[],
  usage: TellableUsage | undefined,
): readonly Retirement[] {
  return retirements.map((retirement) => {
    const { id, gateway } = retirement;
    const callers = id === undefined ? undefined : usage?.useOf({ what: "model", id, gateway });
    return { ...retirement, ...defined({ callers }) };
  });
}
