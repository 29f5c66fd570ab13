import type { Finding, ObjectChange, Review } from "../../../../cli/review/facts/review.ts";

/** A review of nothing, to be changed by a test. */
export const quiet: Review = {
  version: 1,
  project: "northwind",
  stack: "prod",
  headline: [],
  risk: "none",
  size: { before: 18, after: 18 },
  counts: { create: 0, update: 0, replace: 0, delete: 0 },
  changes: [],
  drift: [],
  routes: [],
  workspaces: { w1: "Support assistant" },
  findings: [],
  needs: { scopes: [], app: false, writes: 0, reads: 0, irreversible: [] },
  caveats: [],
};

/** A change of a model, to be changed by a test. */
export const modelChange: ObjectChange = {
  operation: "update",
  urn: "urn:model",
  name: "large",
  kind: "Model",
  notes: [],
  fields: [{ is: "value", name: "inputCost", before: 2, after: 1, words: "2 → 1 (−50 %)" }],
  weight: 1,
};

export function reviewWith(parts: Partial<Review>): Review {
  return { ...quiet, ...parts };
}

export const finding: Finding = {
  rule: "access-removed",
  risk: "high",
  urn: "urn:ben",
  name: "ben",
  reason: "member@example.com loses access.",
};
