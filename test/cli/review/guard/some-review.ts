import type { Finding, ObjectChange, Review, Rule } from "../../../../cli/review/facts/review.js";
import type { End, Route } from "../../../../cli/review/routing/setup.js";

/** A review of a stack of `size` resources, in which nothing happens unless it is said. */
export function someReview(parts: Partial<Review> = {}, size = 20): Review {
  return {
    version: 1,
    project: "shop",
    stack: "prod",
    headline: [],
    risk: "low",
    size: { before: size, after: size },
    counts: { create: 0, update: 0, replace: 0, delete: 0 },
    changes: [someChange("update", "gpt")],
    drift: [],
    routes: [],
    workspaces: {},
    findings: [],
    needs: { scopes: [], app: false, writes: 0, reads: 0, irreversible: [] },
    caveats: [],
    ...parts,
  };
}

export function someChange(operation: ObjectChange["operation"], name: string): ObjectChange {
  return { operation, urn: urnOf(name), name, kind: "Model", notes: [], fields: [], weight: 1 };
}

export function someFinding(rule: Rule, name = "thing", amount?: number): Finding {
  const told = { rule, risk: "high", urn: urnOf(name), name, reason: `${rule} is found.` } as const;
  return amount === undefined ? told : { ...told, amount };
}

export function someRoute(parts: Partial<Route> = {}): Route {
  return {
    workspace: "team",
    incoming: "default",
    isPattern: false,
    before: someEnd("model", "openai/gpt"),
    after: someEnd("model", "openai/gpt"),
    moved: false,
    ...parts,
  };
}

export function someEnd(is: End["is"], model = "openai/gpt", by = "default"): End {
  return { is, model, by, byUrn: urnOf(by), depends: [] };
}

function urnOf(name: string): string {
  return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/workspace-gateway:Model::${name}`;
}
