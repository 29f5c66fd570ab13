import { expect, test } from "vitest";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import type { AskedUsage } from "../../../../cli/review/facts/usage/usage-facts.js";
import { kinds } from "../../../../provider/every-kind.js";
import { type PreviewStep, planOf, unknown } from "../../review/facts/support/preview.ts";
import { gpt as model, openai, resource } from "../../review/facts/support/stack.ts";
import { askedUsage, usageOf } from "./some-usage.ts";

const spare = resource("Model", "mini", { name: "mini", inputCost: 1, outputCost: 2 });
const gpt = model.same({ gatewayName: "openai/gpt" });
const mini = spare.same({ gatewayName: "openai/mini" });
const chat = resource("Mapping", "chat", { sourceName: "chat" });
const mail = resource("Mapping", "mail", { sourceName: "mail" });
const [toGpt, toMini, toNobody] = ["openai/gpt", "openai/mini", "elsewhere/x"].map((targetModel) => ({
  targetModel,
})) as [{ targetModel: string }, { targetModel: string }, { targetModel: string }];
const catchAll = resource("Mapping", "all", { sourceName: ".*", isPattern: true, priority: 9, ...toMini });

/** Requests of the one model by three keys, the half of them refused or failed; of the other by one key, a quarter failed. */
const cells = [
  { modelId: "gpt-id", keyId: "b", requests: 40, status: 200 },
  { modelId: "gpt-id", keyId: "a", requests: 30, status: 429 },
  { modelId: "gpt-id", keyId: "c", requests: 10, status: 500 },
  { modelId: "mini-id", keyId: "a", requests: 15, status: 200 },
  { modelId: "mini-id", keyId: null, requests: 5, status: 499 },
  { modelId: null, providerId: null, requests: 3, status: null },
] as const;
const ofGpt = { requests: 80, keys: 3 };

function reviewed(steps: readonly PreviewStep[], more: Partial<AskedUsage> = {}) {
  const review = reviewOf(planOf(...steps), kinds, undefined, undefined, askedUsage(usageOf(cells), more));
  return review.usage?.is === "read" ? review.usage : expect.unreachable("usage is not read");
}

interface Case {
  readonly steps: readonly PreviewStep[];
  /** `how gateway name`, and `what name: why`. */
  readonly losses?: readonly string[];
  readonly hits?: readonly string[];
  readonly moves?: readonly string[];
}

const cases: Record<string, Case> = {
  "nothing changes": { steps: [openai.same(), gpt, mini, chat.with(toGpt).same()] },
  "a model is deleted": {
    steps: [openai.same(), model.deleted({ outputs: { gatewayName: "openai/gpt" } }), mini],
    losses: ["deleted openai/gpt"],
    hits: ["model openai/gpt: deleted"],
  },
  "a model is deleted that nobody calls": {
    steps: [openai.same(), gpt, resource("Model", "idle", { name: "idle" }).deleted()],
  },
  "a deleted model takes a mapping along": {
    steps: [
      openai.same(),
      model.deleted({ outputs: { gatewayName: "openai/gpt" } }),
      mini,
      chat.with(toGpt).deleted(),
    ],
    losses: ["deleted openai/gpt"],
    hits: ["model openai/gpt: deleted", "route chat: lost"],
  },
  "the only mapping to a model is deleted": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).deleted()],
    losses: ["unreachable openai/gpt"],
    hits: ["route chat: lost"],
  },
  "one of two mappings to a model is deleted": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).deleted(), mail.with(toGpt).same()],
    hits: ["route chat: lost, at most"],
  },
  "the only mapping leads to another model": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).updated(toMini)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
    moves: ["chat: openai/gpt → openai/mini"],
  },
  "one of two mappings is deleted, and the other leads to another model": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).deleted(), mail.with(toGpt).updated(toMini)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: lost, at most", "route mail: moved, at most"],
    moves: ["mail: openai/gpt → openai/mini"],
  },
  "one of two mappings leads to another model": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).same(), mail.with(toGpt).updated(toMini)],
    hits: ["route mail: moved, at most"],
    moves: ["mail: openai/gpt → openai/mini"],
  },
  "the only mapping leads to a name that nobody knows": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).updated(toNobody)],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
  },
  "the only mapping leads to a name that only the `up` knows": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).updated({ targetModel: unknown })],
    hits: ["route chat: moved"],
  },
  "another mapping takes the place of the one": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).updated(toMini), mail.with(toGpt).created()],
    hits: ["route chat: moved"],
    moves: ["chat: openai/gpt → openai/mini"],
  },
  "a new mapping of the model's own name leads elsewhere": {
    steps: [
      openai.same(),
      gpt,
      mini,
      resource("Mapping", "own", { sourceName: "openai/gpt", ...toMini }).created(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route openai/gpt: moved"],
    moves: ["openai/gpt: openai/gpt → openai/mini"],
  },
  "a mapping is switched off, and a pattern takes its name": {
    steps: [
      openai.same(),
      gpt,
      mini,
      chat.with({ ...toGpt, enabled: true }).updated({ enabled: false }),
      catchAll.same(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: disabled"],
    moves: ["chat: openai/gpt → openai/mini"],
  },
  "a mapping is deleted, and a pattern takes its name": {
    steps: [openai.same(), gpt, mini, chat.with(toGpt).deleted(), catchAll.same()],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: deleted"],
    moves: ["chat: openai/gpt → openai/mini"],
  },
  "a new mapping comes before the one": {
    steps: [
      openai.same(),
      gpt,
      mini,
      chat.with({ ...toGpt, priority: 5 }).same(),
      resource("Mapping", "first", { sourceName: "chat", priority: 1, ...toMini }).created(),
    ],
    losses: ["bypassed openai/gpt"],
    hits: ["route chat: moved"],
    moves: ["chat: openai/gpt → openai/mini"],
  },
  "a model goes to another provider": {
    steps: [
      openai.same(),
      resource("ModelProvider", "other", { name: "other" }).same(),
      model.updated({ providerId: "other-id" }),
      mini,
    ],
    hits: ["model gpt: moved"],
  },
  "a provider is deleted": {
    steps: [openai.deleted()],
    hits: ["provider openai: deleted"],
  },
  "a provider answers at another host": {
    steps: [openai.updated({ baseUrl: "https://x.example" })],
    hits: ["provider openai: moved"],
  },
  "a provider answers at another path of the same host": {
    steps: [openai.updated({ baseUrl: "https://api.example/v2" })],
  },
  "a model gets dearer": {
    steps: [openai.same(), model.updated({ outputCost: 9 })],
    hits: ["model gpt: dearer"],
  },
  "a model gets cheaper": { steps: [openai.same(), model.updated({ outputCost: 7 })] },
};

test.each(Object.entries(cases))(
  "whom it hits if %s",
  (_what, { steps, losses = [], hits = [], moves = [] }) => {
    const found = reviewed(steps);
    expect(found.losses.map(({ how, model: name }) => `${how} ${name}`)).toEqual(losses);
    expect(
      found.hits.map(
        ({ what, name, why, isAtMost }) => `${what} ${name}: ${why}${isAtMost ? ", at most" : ""}`,
      ),
    ).toEqual(hits);
    expect(found.moves.map(({ incoming, from, to }) => `${incoming}: ${from} → ${to}`)).toEqual(moves);
    for (const { what, name, requests, keys, keyIds, lastUse } of found.hits) {
      const all = what === "provider" ? { requests: 100, keys: 3 } : ofGpt;
      expect({ name, requests, keys, keyIds }).toEqual({ name, ...all, keyIds: undefined });
      expect(lastUse).toMatch(/^2026-11-20T\d\d:55/);
    }
    for (const { requests, keys, id } of found.losses)
      expect({ requests, keys, id }).toEqual({ ...ofGpt, id: "gpt-id" });
  },
);

test("keys are told by their ids only to who asks for them", () => {
  const { hits } = reviewed([openai.same(), model.updated({ inputCost: 3 }), mini], { showsKeys: true });
  expect(hits[0]?.keyIds).toEqual(["a", "b", "c"]);
});

test("how often both models of a move failed of late is told as a share of their requests", () => {
  const { moves } = reviewed([openai.same(), gpt, mini, chat.with(toGpt).updated(toMini)]);
  expect(moves).toEqual([
    {
      incoming: "chat",
      workspace: expect.any(String),
      decider: { urn: expect.stringContaining("::chat"), name: "chat" },
      from: "openai/gpt",
      to: "openai/mini",
      before: { requests: 80, refused: 30 / 80, failed: 10 / 80 },
      model: { requests: 20, refused: 5 / 20, failed: 0 },
      provider: { requests: 100, refused: 35 / 100, failed: 10 / 100 },
    },
  ]);
});

test("of a model and a provider that nobody called, no share is told", () => {
  const fresh = resource("ModelProvider", "fresh", { name: "fresh" });
  const idle = resource("Model", "idle", { name: "idle", providerId: "fresh-id" });
  const steps = [
    openai.same(),
    fresh.same(),
    gpt,
    idle.same({ gatewayName: "fresh/idle" }),
    chat.with(toGpt).updated({ targetModel: "fresh/idle" }),
  ];
  expect(reviewed(steps).moves).toEqual([expect.not.objectContaining({ model: expect.anything() })]);
  expect(reviewed(steps).moves).toEqual([expect.not.objectContaining({ provider: expect.anything() })]);
});
