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
  wrong("Workspace", "an empty name", { name: ["", notEmpty] }),
  wrong("Workspace", "too long a name", { name: ["n".repeat(129), "must have at most 128 characters"] }),
  wrong(
    "Workspace",
    "wrong types",
    { name: [5, anyString], colour: ["red"] },
    "Workspace has no property `colour`. The properties are ",
  ),
  missing("Workspace", ["name"]),
  wrong(
    "ModelProvider",
    "wrong types",
    {
      workspaceId: ["", notEmpty],
      name: [5, anyString],
      baseUrl: [true, anyString],
      priority: [1.5, wholeNumber],
      compatibility: ["OPENAI", 'must be one of "OPENAI_SDK", "CEREBRAS", "NVIDIA_NIM", "DEEPSEEK"'],
      apiKey: [7, anyString],
      modelOptions: [["fine", 3]],
    },
    "modelOptions.1 must be a string",
  ),
  missing("ModelProvider", ["workspaceId", "name", "baseUrl", "priority", "compatibility"]),
  wrong(
    "Model",
    "wrong types",
    {
      workspaceId: [1, anyString],
      providerId: ["", notEmpty],
      name: [null, anyString],
      displayName: [["GPT"], anyString],
      apiName: [null, `${anyString}; leave it out to leave it to the gateway`],
      type: ["text", 'must be one of "chat", "embedding", "moderation", "vision", "audio", "image"'],
      inputCost: ["2.5", "must be a number"],
      outputCost: [false, "must be a number"],
      contextWindow: [1e3 + 0.5, wholeNumber],
      gatewayName: ["ours/gpt"],
    },
    "Model has no property `gatewayName`. The properties are ",
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
  wrong("Prompt", "wrong types", {
    workspaceId: [{}, anyString],
    name: [1, anyString],
    content: [null, anyString],
    type: ["system", 'must be one of "SYSTEM", "USER", "ASSISTANT"'],
    modelId: [3, anyString],
    isGlobal: ["yes", yesOrNo],
    enabled: [1, yesOrNo],
    position: ["first", wholeNumber],
    environment: ["TEST", 'must be one of "PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"'],
  }),
  missing("Prompt", ["workspaceId", "name", "content"]),
  wrong(
    "Mapping",
    "wrong types",
    {
      workspaceId: [null, anyString],
      sourceName: [1, anyString],
      targetModel: [{}, anyString],
      priority: [0.5, wholeNumber],
      enabled: ["true", yesOrNo],
      isPattern: [null, `${yesOrNo}; leave it out`],
      source_name: ["gpt"],
    },
    "Mapping has no property `source_name`. Did you mean `sourceName`?",
  ),
  missing("Mapping", ["workspaceId", "sourceName", "targetModel"]),
  wrong("Budget", "too low a budget", { workspaceId: ["w"], budget: [-1, "must be at least 0"] }),
  wrong("Budget", "too high a budget and another end than it can have", {
    workspaceId: ["w"],
    budget: [1_000_001, "must be at most 1000000"],
    onDestroy: ["delete", 'must be one of "keep", "restore"'],
  }),
  missing("Budget", ["workspaceId", "budget"]),
  wrong(
    "Member",
    "two people and the owner's role",
    {
      workspaceId: ["w"],
      userId: ["u"],
      email: ["ada@example.com"],
      role: ["OWNER", 'must be one of "ADMIN", "MEMBER"'],
    },
    "give exactly one of userId, email and username, to say which Member is meant; 2 are given",
  ),
  missing("Member", ["workspaceId", "role"]),
  wrong("Invitation", "wrong types", {
    workspaceId: ["w"],
    restrictedTo: ["ada@example.com", "must be a list"],
    maxUses: [1.5, wholeNumber],
    expiresInDays: ["7", wholeNumber],
  }),
  missing("Invitation", ["workspaceId"]),
  wrong("Index", "wrong types", {
    workspaceId: ["w"],
    url: ["", "must be an http(s) address"],
    title: [1, anyString],
    maxPages: [0.5, wholeNumber],
    waitForIndexed: ["no", yesOrNo],
    indexingTimeout: ["10m", "must be a number"],
  }),
  missing("Index", ["workspaceId", "url"]),
  wrong("Config", "wrong types", {
    workspaceId: ["w"],
    name: [1, anyString],
    description: [2, anyString],
    enabled: ["yes", yesOrNo],
    isDefault: [1, yesOrNo],
    workflow: ["route", "must be an object"],
  }),
  missing("Config", ["workspaceId", "name"]),
  wrong("Quota", "wrong types", {
    match: [{ title: "burst" }, "must be { id } or { name }"],
    name: [1, anyString],
    maxRequests: [1.5, wholeNumber],
    period: ["DAILY", 'must be one of "ROLLING", "CALENDAR"'],
    windowMinutes: ["60", wholeNumber],
  }),
  missing("Quota", ["match"]),
  wrong("GatewayKey", "wrong types", {
    workspaceId: ["", notEmpty],
    triggers: ["daily", "must be an object"],
  }),
  missing("GatewayKey", ["workspaceId"]),
];

/** Of each property its value, and what is said of it if that is wrong; what is said besides. */
function wrong(
  kind: Declared["kind"],
  what: string,
  properties: Readonly<Record<string, readonly [value: unknown, reason?: string]>>,
  ...more: readonly string[]
): Wrong {
  const given = Object.entries(properties);
  const args = Object.fromEntries(given.map(([name, [value]]) => [name, value]));
  const said = given.flatMap(([name, [, reason]]) => (reason === undefined ? [] : `${name} ${reason}`));
  return { kind, wrong: what, args, said: [...said, ...more] };
}

function missing(kind: Declared["kind"], properties: readonly string[]): Wrong {
  return { kind, wrong: "nothing given", args: {}, said: properties.map((name) => `${name} is required: `) };
}
