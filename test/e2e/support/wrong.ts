import type { Declared } from "./declaration.ts";

/** Inputs that api.md does not allow, and what the refusal has to say of each property. */
export interface Wrong {
  readonly kind: Declared["kind"];
  readonly wrong: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly said: readonly string[];
}

const anyString = "must be a string";
const wholeNumber = "must be a whole number";
const yesOrNo = "must be a boolean";
const notEmpty = "must have at least 1 character";

/** Every rule of api.md, "Resources and their fields" and "Endpoints": of each kind all inputs wrong, and none given. */
export const wrongInputs: readonly Wrong[] = [
  wrong("Workspace", "an empty name", { name: "" }, { name: notEmpty }),
  wrong(
    "Workspace",
    "too long a name",
    { name: "n".repeat(129) },
    { name: "must have at most 128 characters" },
  ),
  wrong(
    "Workspace",
    "wrong types",
    { name: 5, colour: "red" },
    { name: anyString, colour: "is not a property of Workspace" },
  ),
  missing("Workspace", ["name"]),
  wrong(
    "ModelProvider",
    "wrong types",
    {
      workspaceId: "",
      name: 5,
      baseUrl: true,
      priority: 1.5,
      compatibility: "OPENAI",
      apiKey: 7,
      modelOptions: ["fine", 3],
    },
    {
      workspaceId: notEmpty,
      name: anyString,
      baseUrl: anyString,
      priority: wholeNumber,
      compatibility: 'must be one of "OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"',
      apiKey: anyString,
      "modelOptions.1": "must be a string",
    },
  ),
  missing("ModelProvider", ["workspaceId", "name", "baseUrl", "priority", "compatibility"]),
  wrong(
    "Model",
    "wrong types",
    {
      workspaceId: 1,
      providerId: "",
      name: null,
      displayName: ["GPT"],
      apiName: null,
      type: "text",
      inputCost: "2.5",
      outputCost: false,
      contextWindow: 1e3 + 0.5,
      gatewayName: "ours/gpt",
    },
    {
      workspaceId: anyString,
      providerId: notEmpty,
      name: anyString,
      displayName: anyString,
      apiName: `${anyString}; leave it out to leave it to the gateway`,
      type: 'must be one of "chat", "embedding", "moderation", "vision", "audio", "image"',
      inputCost: "must be a number",
      outputCost: "must be a number",
      contextWindow: wholeNumber,
      gatewayName: "is not a property of Model",
    },
  ),
  missing("Model", [
    "workspaceId",
    "providerId",
    "name",
    "displayName",
    "type",
    "inputCost",
    "outputCost",
    "contextWindow",
  ]),
  wrong(
    "Prompt",
    "wrong types",
    {
      workspaceId: {},
      name: 1,
      content: null,
      type: "system",
      modelId: 3,
      isGlobal: "yes",
      enabled: 1,
      position: "first",
      environment: "TEST",
    },
    {
      workspaceId: anyString,
      name: anyString,
      content: anyString,
      type: 'must be one of "SYSTEM", "USER", "ASSISTANT"',
      modelId: anyString,
      isGlobal: yesOrNo,
      enabled: yesOrNo,
      position: wholeNumber,
      environment: 'must be one of "PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"',
    },
  ),
  missing("Prompt", ["workspaceId", "name", "content"]),
  wrong(
    "Mapping",
    "wrong types",
    {
      workspaceId: null,
      sourceName: 1,
      targetModel: {},
      priority: 0.5,
      enabled: "true",
      isPattern: null,
      source_name: "gpt",
    },
    {
      workspaceId: anyString,
      sourceName: anyString,
      targetModel: anyString,
      priority: wholeNumber,
      enabled: yesOrNo,
      isPattern: `${yesOrNo}; leave it out`,
      source_name: "is not a property of Mapping; sourceName is",
    },
  ),
  missing("Mapping", ["workspaceId", "sourceName", "targetModel"]),
  wrong("Budget", "too low a budget", { workspaceId: "w", budget: -1 }, { budget: "must be at least 0" }),
  wrong(
    "Budget",
    "too high a budget and another end than it can have",
    { workspaceId: "w", budget: 1_000_001, onDestroy: "delete" },
    { budget: "must be at most 1000000", onDestroy: 'must be one of "keep", "restore"' },
  ),
  missing("Budget", ["workspaceId", "budget"]),
  wrong(
    "Member",
    "two people and the owner's role",
    { workspaceId: "w", userId: "u", email: "ada@example.com", role: "OWNER" },
    {
      "give exactly one of userId, email and username,": "to say which Member is meant; 2 are given",
      role: 'must be one of "ADMIN", "MEMBER"',
    },
  ),
  missing("Member", ["workspaceId", "role"]),
  wrong(
    "Invitation",
    "wrong types",
    { workspaceId: "w", restrictedTo: "ada@example.com", maxUses: 1.5, expiresInDays: "7" },
    { restrictedTo: "must be a list", maxUses: wholeNumber, expiresInDays: wholeNumber },
  ),
  missing("Invitation", ["workspaceId"]),
  wrong(
    "Index",
    "wrong types",
    { workspaceId: "w", url: "", title: 1, maxPages: 0.5, waitForIndexed: "no", indexingTimeout: "10m" },
    {
      url: notEmpty,
      title: anyString,
      maxPages: wholeNumber,
      waitForIndexed: yesOrNo,
      indexingTimeout: "must be a number",
    },
  ),
  missing("Index", ["workspaceId", "url"]),
  wrong(
    "Config",
    "wrong types",
    { workspaceId: "w", name: 1, description: 2, enabled: "yes", isDefault: 1, workflow: "route" },
    {
      name: anyString,
      description: anyString,
      enabled: yesOrNo,
      isDefault: yesOrNo,
      workflow: "must be an object",
    },
  ),
  missing("Config", ["workspaceId", "name"]),
  wrong(
    "Quota",
    "wrong types",
    { match: { title: "burst" }, name: 1, maxRequests: 1.5, period: "DAILY", windowMinutes: "60" },
    {
      match: "must be { id } or { name }",
      name: anyString,
      maxRequests: wholeNumber,
      period: 'must be one of "ROLLING", "CALENDAR"',
      windowMinutes: wholeNumber,
    },
  ),
  missing("Quota", ["match"]),
  wrong(
    "GatewayKey",
    "wrong types",
    { workspaceId: "", triggers: "daily" },
    { workspaceId: notEmpty, triggers: "must be an object" },
  ),
  missing("GatewayKey", ["workspaceId"]),
];

function wrong(
  kind: Declared["kind"],
  what: string,
  args: Wrong["args"],
  reasons: Readonly<Record<string, string>>,
): Wrong {
  return {
    kind,
    wrong: what,
    args,
    said: Object.entries(reasons).map(([property, reason]) => `${property} ${reason}`),
  };
}

function missing(kind: Declared["kind"], properties: readonly string[]): Wrong {
  return { kind, wrong: "nothing given", args: {}, said: properties.map((name) => `${name} is required: `) };
}
