import { isSecure, type Level, levels, quoted } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  claimedValue,
  isUnplaced,
  knownValue,
  textOf,
  workspaceKey,
} from "../../account/account-object.js";
import { findRetirements, retirementWords } from "../../retirement/retirement.js";
import { routingFindings } from "../../routing/findings.js";
import { routedSetup } from "../../routing/setup.js";
import { type Finding, type Rule, type Unweighed, weighed } from "./finding.js";

const risks: Partial<Record<Rule, Level>> = {
  "route-ends-nowhere": "refused",
  "provider-over-http": "high",
  "target-unknown": "medium",
  "name-like-pattern": "medium",
  "pattern-shadowed": "medium",
  "priority-tie": "medium",
  "model-retires": "medium",
};

const objectRules = [providerOverHttp, modelWithoutCost, globalPromptsDoubled, workspaceWithoutBudget];

/**
 * What is odd about a setup by itself on a day, the most severe first. With what was there `formerly`, also which
 * mappings lead to a model that goes away.
 *
 * @param whole - the workspaces of which all models and providers are declared: ids, or URNs of new ones
 */
export function setupFindings(
  declared: readonly AccountObject[],
  today: string,
  formerly?: readonly AccountObject[],
  whole?: ReadonlySet<string>,
): Finding[] {
  // The engine names resources in the order in which they are ready.
  const objects = declared.toSorted((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  const before = formerly && routedSetup(formerly);
  const ofRouting = routingFindings(routedSetup(objects, whole), before);
  const ofObjects = objectRules.flatMap((rule) => rule(objects));
  return [...ofRouting, ...ofObjects, ...modelRetires(objects, today)]
    .map(({ rule, urn, name, reason }) => weighed(risks[rule] ?? "low", { rule, urn, name, reason }))
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level));
}

/** Providers to which prompts and API keys go without encryption. */
function providerOverHttp(objects: readonly AccountObject[]): Unweighed[] {
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
function modelWithoutCost(objects: readonly AccountObject[]): Unweighed[] {
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
function workspaceWithoutBudget(objects: readonly AccountObject[]): Unweighed[] {
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

/** Prompts for a whole workspace that say the same, or that claim the same position: most likely a copy. */
function globalPromptsDoubled(objects: readonly AccountObject[]): Unweighed[] {
  const prompts = objects.filter((object) => isInForce(object) && !isUnplaced(object));
  return [
    ...doubled(prompts, contentKey, "has the same content as", "callers get it twice"),
    ...doubled(prompts, placeKey, "has the type and the position of", "their order is open"),
  ];
}

function isInForce(object: AccountObject): boolean {
  const isGlobal = object.kind === "Prompt" && knownValue(object, "isGlobal") === true;
  return isGlobal && knownValue(object, "enabled") !== false;
}

function contentKey(prompt: AccountObject): string | undefined {
  const content = textOf(prompt, "content");
  return content && JSON.stringify([workspaceKey(prompt), content]);
}

/** Prompts that leave their position to the gateway claim none. */
function placeKey(prompt: AccountObject): string | undefined {
  const position = claimedValue(prompt, "position");
  const type = textOf(prompt, "type");
  return typeof position === "number"
    ? JSON.stringify([workspaceKey(prompt), type ?? "", position])
    : undefined;
}

function doubled(
  prompts: readonly AccountObject[],
  keyOf: (prompt: AccountObject) => string | undefined,
  likeness: string,
  effect: string,
): Unweighed[] {
  const alike = Map.groupBy(prompts, keyOf);
  alike.delete(undefined);
  return [...alike.values()].flatMap((group) =>
    group.flatMap((prompt, at) => {
      const first = group.slice(0, at).find((other) => applyTogether(prompt, other));
      return first === undefined ? [] : observed(prompt, first, likeness, effect);
    }),
  );
}

/** Prompts for different environments are never applied together; one for none is applied in all. */
function applyTogether(one: AccountObject, other: AccountObject): boolean {
  const [a, b] = [one, other].map((prompt) => textOf(prompt, "environment"));
  return a === undefined || b === undefined || a === b;
}

function observed(
  { urn, name }: AccountObject,
  other: AccountObject,
  likeness: string,
  effect: string,
): Unweighed {
  const reason = `The global prompt ${quoted(name)} ${likeness} ${quoted(other.name)}, so ${effect}.`;
  return { rule: "global-prompts-doubled", urn, name, reason };
}

/** Models that retire within 30 days or have retired, and still have a mapping that resolves to them. */
function modelRetires(objects: readonly AccountObject[], today: string): Unweighed[] {
  return findRetirements(objects, today)
    .filter(({ routes }) => routes.length > 0)
    .map((retirement) => ({
      rule: "model-retires",
      urn: retirement.urn,
      name: retirement.name,
      reason: `${retirementWords(retirement)} Point these mappings at another model.`,
    }));
}
