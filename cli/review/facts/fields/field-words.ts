import { isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { numberText, numberTexts, percentOf, percentText } from "../../../text/numbers.js";

/**
 * How people say the values of single properties, by `Kind.property`. A property that is not named here is
 * shown in the words that its type gives.
 */

/** What a number counts. */
export const units: Readonly<Record<string, string>> = {
  "Model.contextWindow": "tokens",
  "Budget.budget": "per month",
  "Quota.maxRequests": "requests",
  "Quota.windowMinutes": "minutes",
  "Index.maxPages": "pages",
  "Index.indexingTimeout": "seconds",
  "Invitation.maxUses": "uses",
  "Invitation.expiresInDays": "days",
};

/** Numbers that are places in an order: percent of them say nothing. */
export const ranks: ReadonlySet<string> = new Set([
  "ModelProvider.priority",
  "Mapping.priority",
  "Prompt.position",
]);

/** Names that only people read: no request depends on them. */
export const labels: ReadonlySet<string> = new Set(["displayName", "title", "description"]);

/** What is paid. A smaller number is better. */
export const costs = ["inputCost", "outputCost"] as const;

/** What a switch means if it is on, and if it is off. */
export const switches: Readonly<Record<string, readonly [on: string, off: string]>> = {
  "Workspace.forceDestroy": [
    "a destroy may delete the workspace with everything in it",
    "a destroy deletes the workspace only if it is empty",
  ],
  "Prompt.isGlobal": ["for the whole workspace", "not for the whole workspace"],
  "Prompt.enabled": ["active", "switched off"],
  "Mapping.enabled": ["active", "switched off"],
  "Mapping.isPattern": ["a pattern", "an exact name"],
  "Config.enabled": ["active", "switched off"],
  "Config.isDefault": ["the default of its workspace", "not the default"],
  "Index.waitForIndexed": ["the `up` waits for the crawl", "the `up` does not wait for the crawl"],
};

/** What single words of the API mean. */
export const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Member.role": { ADMIN: "administrator", MEMBER: "member", OWNER: "owner" },
  "Member.onDestroy": { delete: "a destroy takes the access away", keep: "a destroy leaves the person in" },
  "Budget.onDestroy": { keep: "a destroy keeps it", restore: "a destroy puts back what was before" },
  "Quota.onDestroy": {
    keep: "a destroy keeps it",
    restore: "a destroy puts back what was before",
    delete: "a destroy deletes it",
  },
  "Quota.period": { ROLLING: "sliding window", CALENDAR: "fixed window" },
  "Prompt.type": { SYSTEM: "system message", USER: "user message", ASSISTANT: "assistant message" },
  "Prompt.environment": {
    PRODUCTION: "production",
    STAGING: "staging",
    EVALUATION: "evaluation",
    EXPERIMENTS: "experiments",
  },
  "Config.replaceOrder": {
    deleteFirst: "the old one is deleted first",
    createFirst: "the new one is created first",
  },
};

/** Texts that people read: also a short one is shown as lines. */
export const prose: ReadonlySet<string> = new Set(["Prompt.content", "Config.description"]);

/** What is the same for a change of a value: the place, as `Kind.property`, and the names of ids. */
export interface WordsFor {
  readonly place: string;
  /** The logical name of the resource that has this id, if there is one. */
  nameOf(id: string): string | undefined;
  /** What happens to the value if it is no longer declared. */
  readonly removal?: string;
}

/** A change of a value in words: `2 → 1 (−50 %)`, `administrator → member`, `set to "a"`. */
export function changeWords(of: WordsFor, before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || after === undefined) {
    return before === undefined
      ? withUnit(of, valueWords(of, after ?? null), after)
      : `${withUnit(of, valueWords(of, before), before)} → no longer declared${of.removal === undefined ? "" : `: ${of.removal}`}`;
  }
  const [old, planned] =
    typeof before === "number" && typeof after === "number"
      ? numberTexts(before, after)
      : [valueWords(of, before), valueWords(of, after)];
  return `${old} → ${withUnit(of, planned, after)}${percentWords(of, before, after)}`;
}

function withUnit({ place }: WordsFor, words: string, value: Json | undefined): string {
  const unit = units[place];
  return unit !== undefined && typeof value === "number" ? `${words} ${unit}` : words;
}

function percentWords({ place }: WordsFor, before: Json, after: Json): string {
  if (typeof before !== "number" || typeof after !== "number" || ranks.has(place)) {
    return "";
  }
  const percent = percentOf(before, after);
  return percent === undefined ? "" : ` (${percentText(percent)})`;
}

/** The longest value that is shown as it is; of a longer one, the first part. */
const longest = 200;

/** A value in words. */
export function valueWords({ place, nameOf }: WordsFor, value: Json): string {
  if (value === null) {
    return "none";
  }
  if (typeof value === "number") {
    return numberText(value);
  }
  if (typeof value === "boolean") {
    const [on, off] = switches[place] ?? ["yes", "no"];
    return value ? on : off;
  }
  if (typeof value === "string") {
    return meanings[place]?.[value] ?? textWords(value, nameOf);
  }
  return shortened(JSON.stringify(withoutMarks(value)));
}

function textWords(value: string, nameOf: WordsFor["nameOf"]): string {
  const name = isUnknown(value) ? undefined : nameOf(value);
  return name ?? (isUnknown(value) ? notKnown : shortened(JSON.stringify(value)));
}

const notKnown = "(not known yet)";

/** A value in which what is not known yet is said in words. */
export function withoutMarks(value: Json): Json {
  if (typeof value !== "object" || value === null) {
    return isUnknown(value) ? notKnown : value;
  }
  return Array.isArray(value)
    ? value.map(withoutMarks)
    : Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withoutMarks(inside)]));
}

/** The first part of a long text. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
