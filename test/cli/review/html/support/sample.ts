import type { ObjectChange, Review } from "../../../../../cli/review/facts/review.ts";
import type { End, Route } from "../../../../../cli/review/routing/setup.ts";

const desk = "urn:pulumi:prod::support::pulumi-nodejs:dynamic/workspace-gateway:Workspace::desk";
const anchored = "A pattern is taken to match a whole name: the API does not say.";

/** The URN of a resource of the sample. */
function urnOf(kind: string, name: string): string {
  return `urn:pulumi:prod::support::pulumi-nodejs:dynamic/workspace-gateway:${kind}::${name}`;
}

function at(model: string, by?: string, depends: readonly string[] = []): End {
  const way = by === undefined ? {} : { by, byUrn: urnOf("Mapping", by) };
  return { is: "model", model, modelUrn: urnOf("Model", model), ...way, depends };
}

function route(
  incoming: string,
  before: End | undefined,
  after: End | undefined,
  rest: Partial<Route> = {},
): Route {
  const ends = { ...(before && { before }), ...(after && { after }) };
  return { workspace: desk, incoming, isPattern: false, ...ends, moved: before !== after, ...rest };
}

const large = at("openai/gpt-large", "default");
const embedded = at("openai/embed-3", "embeddings");

const routes: readonly Route[] = [
  route("gpt-4", at("openai/gpt-large", "exact"), at("openai/gpt-mini", "exact"), { costPercent: -80 }),
  route("gpt-4.*", at("openai/gpt-large", "default", [anchored]), at("mistral/medium-3", "eu", [anchored]), {
    isPattern: true,
    costPercent: -35.5,
  }),
  route("summarize", at("openai/gpt-legacy", "summaries"), {
    is: "nowhere",
    by: "summaries",
    byUrn: urnOf("Mapping", "summaries"),
    depends: [],
  }),
  route("openai/gpt-legacy", at("openai/gpt-legacy"), undefined),
  route("vision", undefined, {
    is: "outside",
    model: "shared/vision-1",
    by: "vision",
    byUrn: urnOf("Mapping", "vision"),
    depends: [],
  }),
  route("draft", undefined, {
    is: "unknown",
    model: "drafts",
    by: "draft",
    byUrn: urnOf("Mapping", "draft"),
    depends: [],
  }),
  route("openai/gpt-large", at("openai/gpt-large"), at("openai/gpt-large"), { moved: false }),
  route("gpt-large", large, large, { moved: false }),
  route("embed", embedded, embedded, { moved: false }),
];

function change(
  operation: ObjectChange["operation"],
  kind: string,
  name: string,
  rest: Partial<ObjectChange> = {},
): ObjectChange {
  return {
    operation,
    kind,
    name,
    urn: urnOf(kind, name),
    workspace: desk,
    notes: [],
    fields: [],
    weight: 1,
    ...rest,
  };
}

const changes: readonly ObjectChange[] = [
  change("delete", "Member", "jo", {
    title: "jo@example.com",
    line: "people.ts#14",
    notes: ["jo@example.com loses access to the workspace as soon as this is applied."],
  }),
  change("delete", "Model", "openai/gpt-legacy", {
    title: "gpt-legacy",
    notes: ["Requests for openai/gpt-legacy fail from then on."],
  }),
  change("update", "Prompt", "tone", {
    title: "tone",
    line: "prompts.ts#8",
    fields: [
      {
        is: "text",
        name: "content",
        lines: [
          { sign: "~", parts: [], count: 12 },
          { sign: " ", parts: [{ text: "You help customers of a bookshop.", marked: false }] },
          {
            sign: "-",
            parts: [
              { text: "Answer ", marked: false },
              { text: "briefly", marked: true },
              { text: ", in ", marked: false },
              { text: "English", marked: true },
              { text: ".", marked: false },
            ],
          },
          {
            sign: "+",
            parts: [
              { text: "Answer ", marked: false },
              { text: "in two sentences at most", marked: true },
              { text: ", in ", marked: false },
              { text: "the language of the question", marked: true },
              { text: ".", marked: false },
            ],
          },
          {
            sign: "+",
            parts: [{ text: "Never promise a refund: say who decides about it.", marked: false }],
          },
          { sign: " ", parts: [{ text: "If you do not know, say so.", marked: false }] },
        ],
      },
      { is: "value", name: "position", before: 2, after: 1, words: "2 → 1" },
    ],
  }),
  change("replace", "Config", "standard", {
    title: "standard",
    line: "configs.ts#3",
    notes: ["It is the default: between the delete and the create, requests that name no config find none."],
    fields: [
      {
        is: "graph",
        name: "workflow",
        parts: [
          {
            what: "node",
            change: "added",
            name: "classify",
            details: ['type: "router"', 'model: "openai/gpt-mini"'],
          },
          {
            what: "node",
            change: "changed",
            name: "answer",
            details: ['model: "openai/gpt-large" → "mistral/medium-3"'],
          },
          { what: "edge", change: "added", name: "classify → answer", details: [] },
          { what: "edge", change: "removed", name: "start → answer", details: [] },
          { what: "value", change: "changed", name: "settings.retries", details: ["1 → 3"] },
        ],
      },
    ],
  }),
  change("update", "Mapping", "exact", {
    title: "gpt-4",
    line: "routes.ts#21",
    fields: [
      {
        is: "value",
        name: "targetModel",
        before: "openai/gpt-large",
        after: "openai/gpt-mini",
        words: "openai/gpt-large → openai/gpt-mini",
      },
    ],
  }),
  change("create", "Mapping", "eu", {
    title: "gpt-4.*",
    line: "routes.ts#30",
    fields: [
      { is: "value", name: "priority", after: 10, words: "10" },
      { is: "unknown", name: "targetModel", words: "known after the create of the model mistral/medium-3" },
    ],
  }),
  change("create", "Model", "mistral/medium-3", {
    title: "medium-3",
    line: "models.ts#40",
    fields: [
      { is: "value", name: "inputCost", after: 0.4, words: "0.4" },
      { is: "value", name: "contextWindow", after: 131072, words: "131,072 tokens" },
    ],
  }),
  change("update", "Model", "openai/gpt-mini", {
    title: "gpt-mini",
    line: "models.ts#22",
    fields: [
      { is: "value", name: "inputCost", before: 0.5, after: 0.4, words: "0.5 → 0.4 (−20 %)" },
      { is: "value", name: "outputCost", before: 2, after: 1.6, words: "2 → 1.6 (−20 %)" },
    ],
  }),
  change("update", "ModelProvider", "openai", {
    title: "openai",
    line: "providers.ts#5",
    fields: [{ is: "secret", name: "apiKey", words: "another secret" }],
  }),
];

/** A review with something of everything. */
export const sample: Review = {
  version: 1,
  project: "support",
  stack: "prod",
  headline: [
    "1 person loses access",
    "2 routes end nowhere",
    "2 routes moved",
    "1 model cheaper",
    "1 prompt reworded",
  ],
  risk: "high",
  size: { before: 42, after: 42 },
  counts: { create: 2, update: 4, replace: 1, delete: 2 },
  changes,
  drift: [
    change("update", "Budget", "cap", {
      title: "Support desk",
      fields: [{ is: "value", name: "budget", before: 500, after: 900, words: "500 → 900 (+80 %)" }],
    }),
  ],
  routes,
  workspaces: { [desk]: "Support desk" },
  findings: [
    {
      rule: "route-lost",
      risk: "high",
      urn: urnOf("Mapping", "summaries"),
      name: "summaries",
      reason: "Requests for “summarize” fail after the up: the model that they go to is deleted.",
    },
    {
      rule: "access-removed",
      risk: "high",
      urn: urnOf("Member", "jo"),
      name: "jo",
      reason: "jo@example.com can no longer use the workspace.",
    },
    {
      rule: "production-prompt-changed",
      risk: "medium",
      urn: urnOf("Prompt", "tone"),
      name: "tone",
      reason: "The prompt is used in production.",
    },
    {
      rule: "provider-over-http",
      risk: "low",
      urn: urnOf("ModelProvider", "local"),
      name: "local",
      reason: "Keys and prompts go to it unencrypted.",
    },
  ],
  needs: {
    scopes: ["mapping:write", "members:write", "models:write", "prompts:write", "providers:write"],
    app: false,
    writes: 10,
    reads: 14,
    irreversible: ["A deleted member has to be invited again, and accept."],
  },
  caveats: ["The API does not say whether a pattern has to match a whole name: this review takes it so."],
};

/** A review of nothing. */
export const empty: Review = {
  version: 1,
  headline: [],
  risk: "none",
  size: { before: 3, after: 3 },
  counts: { create: 0, update: 0, replace: 0, delete: 0 },
  changes: [],
  drift: [],
  routes: [],
  workspaces: {},
  findings: [],
  needs: { scopes: [], app: false, writes: 0, reads: 0, irreversible: [] },
  caveats: [],
};
