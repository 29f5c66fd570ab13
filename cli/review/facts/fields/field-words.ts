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
