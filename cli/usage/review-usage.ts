import { type Client, fillPath, type Kind, unlessAnswer } from "pulumi-workspace-gateway/tools";
import { textOf } from "../account/account-object.js";
import { readRulesFile } from "../files.js";
import { usualGuardFile } from "../guard/options.js";
import { type GuardRules, readGuardFile, type WrittenRules } from "../guard/rules.js";
import { isChange, type Plan, type Step } from "../review/plan/plan.js";
import type { ReviewReading } from "../review/read-review.js";
import type { Terminal } from "../terminal.js";
import type { Spending } from "./effects.js";
import { plannedClient, type UsageOptions, usageOfGateway } from "./gateway-usage.js";

const notRead =
  "Usage was not read (--usage), and the guard file refuses what is not known without it (`usageUnknown`).";

/** Reads the usage for a review. Nothing without --usage, unless the guard file refuses what is not known. */
export function reviewUsage(
  options: UsageOptions,
  rules: GuardRules | undefined,
  terminal: Terminal,
): NonNullable<ReviewReading["usage"]> {
  return async (plan, kinds, session) => {
    const isRequired = rules?.usageUnknown === "refuse";
    const clientOf = plannedClient(plan, session);
    const { usage: time, showKeys: showsKeys = false } = options;
    const answer = time === undefined ? undefined : await usageOfGateway(time, options, clientOf, terminal);
    if (answer === undefined && !isRequired) {
      return undefined;
    }
    const { usageUnit: unit, currency } = rules ?? (await rulesHere());
    const input = { money: unit === undefined ? undefined : { unit, currency }, showsKeys, isRequired };
    return answer === undefined || "unread" in answer
      ? { ...input, usage: undefined, why: answer?.unread ?? notRead, spending: new Map() }
      : { ...input, usage: answer, why: "", spending: await spendingOf(plan, kinds, await clientOf()) };
  };
}

/** The guard file says what prices are for, even if no guard is asked for. */
function rulesHere(): Promise<WrittenRules> {
  return readRulesFile({
    what: "the guard file",
    named: undefined,
    usual: usualGuardFile,
    read: readGuardFile,
  });
}

/**
 * What is spent in the workspaces in which a plan changes anything, by id: a request for each (the API's section "Budget"). Leaves out what
 * the gateway does not answer.
 */
async function spendingOf({ steps }: Plan, kinds: readonly Kind[], client: Client): Promise<Spending> {
  const kind = kinds.find(({ name }) => name === "Budget");
  const changed = new Set(steps.filter(({ operation }) => isChange(operation)).map(workspaceOf));
  const budgets = steps.filter((step) => step.kind === kind?.name && changed.has(workspaceOf(step)));
  const ids = budgets.flatMap((budget) => workspaceOf(budget) ?? []);
  const spent = await Promise.all(
    [...new Set(ids)].map(async (workspaceId): Promise<[string, number][]> => {
      const path = fillPath(kind?.endpoints.get ?? "", { workspaceId });
      const row = await client.item({ method: "GET", path }).catch(unlessAnswer);
      return typeof row?.current_spend === "number" ? [[workspaceId, row.current_spend]] : [];
    }),
  );
  return new Map(spent.flat());
}

function workspaceOf({ before, after }: Step): string | undefined {
  const snapshot = before ?? after;
  return snapshot && textOf(snapshot, "workspaceId");
}
