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
      "modelOptions.1": "must be of type string",
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
