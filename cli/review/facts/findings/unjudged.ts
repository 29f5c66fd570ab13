import { connectionOf } from "pulumi-workspace-gateway/tools";
import type { Step } from "../../plan/plan.js";
import { weighed } from "../../rules/finding.js";
import { parentField, type Resources } from "../resources.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";

/** What nobody can judge, because the gateway was not read, or did not show it. */
export function unjudged({ resources }: Changed): Finding[] {
  const { steps, live } = resources.plan;
  const unread = (live?.unread ?? []).map((reason) =>
    weighed("medium", { rule: "unjudged", urn: "", name: "gateway", reason }),
  );
  const overwritten = steps.flatMap((step) => {
    const reason = isOverwritten(step, resources)
      ? `What the gateway has of \`${step.name}\` was not read: nobody can say what is overwritten.`
      : undefined;
    return reason === undefined
      ? []
      : [weighed("medium", { rule: "unjudged", urn: step.urn, name: step.name, reason })];
  });
  return [...overwritten, ...(steps.some(changes) ? unread : [])];
}

function changes({ operation }: Step): boolean {
  return operation !== "same" && operation !== "read";
}

/** Whether a create may take over an object that nobody has seen. A new workspace holds none. */
function isOverwritten(step: Step, resources: Resources): boolean {
  const { operation, before, after } = step;
  const kind = resources.kindOf(step);
  if (operation !== "create" || before !== undefined || kind === undefined || after === undefined) {
    return false;
  }
  const connection = connectionOf(after.inputs);
  const wasRead = resources.plan.live?.accounts.some((account) => account.connection === connection) === true;
  const takes = kind.source.how === "adopted" || (after.inputs.adopt === true && !wasRead);
  const place = resources.named(after, parentField(kind) ?? "");
  return takes && place?.operation !== "create";
}
