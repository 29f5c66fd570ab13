import { isSecure, quoted } from "pulumi-workspace-gateway/tools";
import { type AccountObject, knownValue, textOf } from "../../account/account-object.js";
import type { Unweighed } from "./finding.js";

/** Providers to which prompts and API keys go without encryption. */
export function providerOverHttp(objects: readonly AccountObject[]): Unweighed[] {
  return objects
    .filter((object) => object.kind === "ModelProvider" && isInTheOpen(textOf(object, "baseUrl")))
    .map(({ urn, name }) => ({
      rule: "provider-over-http",
      urn,
      name,
      reason: `The provider ${quoted(name)} is called over plain http: prompts and its API key can be read on the way. Use https.`,
    }));
}

function isInTheOpen(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === "http:" && !isSecure(url);
}

/** Models that are free, as far as the gateway is told: budgets do not see what they cost. */
export function modelWithoutCost(objects: readonly AccountObject[]): Unweighed[] {
  const isFree = (object: AccountObject, field: string) => knownValue(object, field) === 0;
  return objects
    .filter((each) => each.kind === "Model" && isFree(each, "inputCost") && isFree(each, "outputCost"))
    .map(({ urn, name }) => ({
      rule: "model-without-cost",
      urn,
      name,
      reason: `The model ${quoted(name)} costs nothing, so what it is used for counts against no budget. Is that so?`,
    }));
}

/** Workspaces that are made here, with a spend cap that nobody declares. */
export function workspaceWithoutBudget(objects: readonly AccountObject[]): Unweighed[] {
  const budgets = objects.filter(({ kind, isUndeclared }) => kind === "Budget" && !isUndeclared);
  const capped = new Set(
    budgets.flatMap((budget) => [textOf(budget, "workspaceId") ?? "", ...(budget.from?.workspaceId ?? [])]),
  );
  return objects
    .filter(({ kind, urn, id = urn }) => kind === "Workspace" && !capped.has(urn) && !capped.has(id))
    .map(({ urn, name }) => ({
      rule: "workspace-without-budget",
      urn,
      name,
      reason: `The workspace ${quoted(name)} has no Budget: what it may spend is not declared.`,
    }));
}
