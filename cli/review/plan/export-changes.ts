import { jsonIn, quoted } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { partsOf } from "../../stack/urn.js";
import type { OptionChange } from "./plan.js";

const record = z.record(z.string(), z.unknown()).nullish();
const differences = z.object({ adds: record, deletes: z.array(z.string()).nullish(), updates: record });
const savedPlan = z.object({
  resourcePlans: z.record(z.string(), z.object({ goal: z.object({ outputDiff: differences.nullish() }) })),
});

/** What a program exports otherwise than before, which only pulumi's own plan says (`--save-plan`). */
export function exportChangesIn(saved: string): OptionChange[] {
  const { data } = savedPlan.safeParse(jsonIn(saved));
  return Object.entries(data?.resourcePlans ?? {}).flatMap(([urn, { goal }]): OptionChange[] => {
    const { type, name } = partsOf(urn);
    if (type !== "pulumi:pulumi:Stack") {
      return [];
    }
    const { adds, deletes, updates } = goal.outputDiff ?? {};
    const said = [
      ...Object.keys(adds ?? {}).map((output) => `exports ${quoted(output)} from now on`),
      ...Object.keys(updates ?? {}).map((output) => `exports another ${quoted(output)}`),
      ...(deletes ?? []).map((output) => `no longer exports ${quoted(output)}`),
    ];
    return said.map((words) => ({ urn, name, kind: "Stack", words }));
  });
}
