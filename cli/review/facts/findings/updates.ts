import { defined, isUnknown } from "pulumi-workspace-gateway/tools";
import { knownValue } from "../../../account/account-object.js";
import { covered } from "../../../account/covered.js";
import { operationWords } from "../../plan/operation-words.js";
import type { Snapshot, Step } from "../../plan/plan.js";
import { changedFields, onlySecrets } from "../changed-fields.js";
import { costs } from "../fields/field-words.js";
import { numberText, percentOf, percentText } from "../fields/numbers.js";
import type { Finding } from "../review.js";
import type { Changed } from "./change-rule.js";
import { decider } from "./routes.js";

/** Higher roles come first. */
const roles = ["OWNER", "ADMIN", "MEMBER"];

export function roleLowered({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap(({ kind, before, after, urn, name, operation }) => {
    const [old, planned] = [before?.inputs.role, after?.inputs.role];
    const isOpen = isUnknown(planned);
    const rank = roles.indexOf(String(old));
    const lowest = isOpen ? roles.length - 1 : roles.indexOf(String(planned));
    const isLowered = kind === "Member" && operation === "update" && rank >= 0 && rank < lowest;
    return isLowered
      ? [
          {
            rule: "role-lowered",
            risk: "medium",
            urn,
            name,
            reason: `\`${name}\` is ${isOpen ? "perhaps " : ""}no longer ${old === "ADMIN" ? "an administrator" : "the owner"}.`,
          },
        ]
      : [];
  });
}

/** API keys and gateway keys that are another one afterwards, or may be. */
export function keyRotated({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap((step): Finding[] => {
    const reason = rotation(step, resources);
    return reason === undefined
      ? []
      : [{ rule: "key-rotated", risk: "medium", urn: step.urn, name: step.name, reason }];
  });
}

function rotation(step: Step, resources: Changed["resources"]): string | undefined {
  const kind = resources.kindOf(step);
  const { name, operation, before, after } = step;
  const hasKey = [...(kind?.outputFields.values() ?? [])].some((field) => field.secret && field.createOnly);
  if (operation === "replace" && hasKey && kind?.endpoints.auth === "app") {
    return `\`${name}\` becomes a new key. Who uses the old one has to change it before it expires.`;
  }
  if (before === undefined || after === undefined) {
    return undefined;
  }
  if (onlySecrets(kind, step).some(({ field }) => field.secret)) {
    return `Nothing visible differs of \`${name}\`, so its secret probably changes.`;
  }
  const changed = changedFields(kind, step).find(({ field }) => field.secret);
  if (changed === undefined) {
    return undefined;
  }
  if (changed.isSure) {
    return `\`${changed.field.name}\` of \`${name}\` changes.`;
  }
  return changed.after === covered
    ? `\`${name}\` gets its \`${changed.field.name}\`, which it did not have before.`
    : `\`${changed.field.name}\` of \`${name}\` is no longer declared${changed.after === null ? ", and is removed" : ""}.`;
}

/** Prompts that production requests get. */
export function productionPromptChanged({ resources }: Changed): Finding[] {
  return resources.plan.steps.flatMap((step): Finding[] => {
    const { before, after, operation, urn, name } = step;
    const counts = [before, after].some(
      (snapshot) =>
        snapshot !== undefined &&
        knownValue(snapshot, "environment") === "PRODUCTION" &&
        knownValue(snapshot, "enabled") !== false,
    );
    const isChanged =
      operation === "create" ||
      (operation === "delete" && !before?.retainOnDelete) ||
      onlySecrets(resources.kindOf(step), step).length > 0 ||
      changedFields(resources.kindOf(step), step).some(({ field }) => !field.local);
    return step.kind === "Prompt" && counts && isChanged && operation !== "same" && operation !== "read"
      ? [
          {
            rule: "production-prompt-changed",
            risk: operation === "create" ? "low" : "medium",
            urn,
            name,
            reason: `The prompt \`${name}\` of production is ${operationWords[operation].past}.`,
          },
        ]
      : [];
  });
}

/** Models that cost more, and names that end at a dearer model. */
export function costUp(changed: Changed): Finding[] {
  const { resources, routing } = changed;
  const models = resources.plan.steps.flatMap((step): Finding[] => {
    const rises = step.kind === "Model" ? risesOf(step.before, step.after) : [];
    const [first] = rises;
    return first === undefined
      ? []
      : [
          {
            rule: "cost-up",
            risk: "medium",
            urn: step.urn,
            name: step.name,
            reason: `\`${step.name}\` ${first.isOpen ? "may get" : "gets"} dearer: ${rises.map(({ words }) => words).join(", ")}.`,
            ...amountOf(rises.map(({ percent }) => percent)),
          },
        ];
  });
  const routes = routing.routes.flatMap((route): Finding[] => {
    const { moved, before, after, incoming } = route;
    const [old, planned] = [before, after].map((end) => resources.byUrn(end?.modelUrn ?? ""));
    const rises = moved ? risesOf(old?.before, planned?.after ?? planned?.before) : [];
    const [first] = rises;
    if (first === undefined) {
      return [];
    }
    const { amount } = amountOf(rises.map(({ percent }) => percent));
    const words = amount === undefined ? rises.map((rise) => rise.words).join(", ") : percentText(amount);
    return [
      {
        rule: "cost-up",
        risk: "medium",
        ...decider(changed, incoming, after),
        reason: `\`${incoming}\` goes to a ${first.isOpen ? "model that may be dearer" : "dearer model"}: ${words}.`,
        ...defined({ amount }),
      },
    ];
  });
  return [...models, ...routes];
}

interface Rise {
  readonly words: string;
  /** Undefined if it cost nothing before, or if the new cost is not known yet. */
  readonly percent: number | undefined;
  /** Whether it is not known yet what it will cost. */
  readonly isOpen: boolean;
}

/** Those that are sure come first. */
function risesOf(before: Snapshot | undefined, after: Snapshot | undefined): Rise[] {
  const rises = costs.flatMap((name): Rise[] => {
    const [old, planned] = [before?.inputs[name], after?.inputs[name]];
    if (typeof old === "number" && isUnknown(planned)) {
      const words = `${name} ${numberText(old)} → known during the \`up\``;
      return [{ percent: undefined, words, isOpen: true }];
    }
    if (typeof old !== "number" || typeof planned !== "number" || planned <= old) {
      return [];
    }
    const percent = percentOf(old, planned);
    const share = percent === undefined ? "" : ` (${percentText(percent)})`;
    const words = `${name} ${numberText(old)} → ${numberText(planned)}${share}`;
    return [{ percent, words, isOpen: false }];
  });
  return rises.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
}

/** The greatest rise. No number says how much dearer something gets that was free, or may get: then there is no amount. */
function amountOf(percents: readonly (number | undefined)[]): { amount?: number } {
  const known = percents.filter((percent) => percent !== undefined);
  return known.length < percents.length ? {} : { amount: Math.max(...known) };
}
