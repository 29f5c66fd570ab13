import type { Finding, ObjectChange, Review, Rule } from "../../../cli/review/facts/review.ts";
import type { Route } from "../../../cli/routing/compare-routes.ts";
import type { End } from "../../../cli/routing/route.ts";

/** A review of a stack of `size` resources, in which nothing happens unless it is said. */
export function someReview(parts: Partial<Review> = {}, size = 20): Review {
  return {
    version: 1,
    project: "shop",
    stack: "prod",
    risk: "none",
    size: { before: size, after: size },
    counts: { create: 0, update: 0, replace: 0, delete: 0 },
    changes: [],
    optionChanges: [],
    drift: [],
    routes: [],
    workspaces: { w1: "Support desk" },
    findings: [],
    retirements: [],
    needs: { scopes: [], app: false, writes: 0, reads: 0, irreversible: [] },
    caveats: [],
    warnings: [],
    unread: [],
    ...parts,
  };
}

/** The update of a model's cost, unless it is said otherwise. */
export function someChange(name = "gpt", parts: Partial<ObjectChange> = {}): ObjectChange {
  const { kind = "Model" } = parts;
  return {
    operation: "update",
    urn: urnOf(name, kind),
    name,
    kind,
    notes: [],
    fields: [{ is: "value", name: "inputCost", before: 2, after: 1 }],
    weight: 1,
    ...parts,
  };
}

export function someFinding(rule: Rule, name = "thing", parts: Partial<Finding> = {}): Finding {
  return {
    rule,
    level: "refused",
    risk: "high",
    urn: urnOf(name),
    name,
    reason: `${rule} is found.`,
    ...parts,
  };
}

/** A route that stays as it is. */
export function someRoute(incoming = "default", parts: Partial<Route> = {}): Route {
  const ends = { before: someEnd("model"), after: someEnd("model") };
  return { workspace: "w1", incoming, isPattern: false, ...ends, moved: false, ...parts };
}

/** An end to which a mapping leads. */
export function someEnd(is: End["is"], model = "openai/gpt", by = "default"): End {
  return { is, model, by, byUrn: urnOf(by, "Mapping"), depends: [] };
}

function urnOf(name: string, kind = "Model"): string {
  return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/workspace-gateway:${kind}::${name}`;
}
