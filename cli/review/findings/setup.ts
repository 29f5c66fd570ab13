import { isSecure, quoted } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  claimedValue,
  isUnplaced,
  knownValue,
  textOf,
  workspaceKey,
} from "../../account/account-object.js";
import { findRetirements, retirementWords } from "../../retirement/retirement.js";
import type { RuleFinding } from "./context.js";

function about({ urn, name }: AccountObject, reason: string): RuleFinding {
  return { urn, name, reason };
}

/** Providers that receive prompts and API keys without encryption. */
export function providerOverHttp(objects: readonly AccountObject[]): RuleFinding[] {
  const isInTheOpen = (url: string | undefined) =>
    url !== undefined && URL.canParse(url) && new URL(url).protocol === "http:" && !isSecure(url);
  return objects
    .filter((object) => object.kind === "ModelProvider" && isInTheOpen(textOf(object, "baseUrl")))
    .map((each) =>
      about(
        each,
        `The provider ${quoted(each.name)} is called over plain HTTP: prompts and its API key can be read in transit. Use HTTPS.`,
      ),
    );
}

/** Models with a declared cost of 0, which budgets do not count. */
export function modelWithoutCost(objects: readonly AccountObject[]): RuleFinding[] {
  const isFree = (object: AccountObject, field: string) => knownValue(object, field) === 0;
  return objects
    .filter((each) => each.kind === "Model" && isFree(each, "inputCost") && isFree(each, "outputCost"))
    .map((each) =>
      about(
        each,
        `The model ${quoted(each.name)} costs nothing, so budgets do not count its use. Check its cost.`,
      ),
    );
}

export function workspaceWithoutBudget(objects: readonly AccountObject[]): RuleFinding[] {
  const budgets = objects.filter(({ kind, isUndeclared }) => kind === "Budget" && !isUndeclared);
  const capped = new Set(
    budgets.flatMap((budget) => [textOf(budget, "workspaceId") ?? "", ...(budget.from?.workspaceId ?? [])]),
  );
  return objects
    .filter(({ kind, urn, id = urn }) => kind === "Workspace" && !capped.has(urn) && !capped.has(id))
    .map((each) =>
      about(each, `The workspace ${quoted(each.name)} has no Budget, so its spend cap is not declared.`),
    );
}

/** Global prompts with the same content or position, which are most likely copies. */
export function globalPromptsDoubled(objects: readonly AccountObject[]): RuleFinding[] {
  const prompts = objects.filter(
    (object) =>
      object.kind === "Prompt" &&
      knownValue(object, "isGlobal") === true &&
      knownValue(object, "enabled") !== false &&
      !isUnplaced(object),
  );
  return [
    ...doubled(
      prompts,
      (prompt) => [textOf(prompt, "content") || undefined],
      (copy, first) => `${copy} has the same content as ${first}, so requests contain it twice.`,
    ),
    ...doubled(
      prompts,
      // A prompt whose position the gateway chooses does not claim a position.
      (prompt) => [claimedValue(prompt, "position") ?? undefined, textOf(prompt, "type") ?? ""],
      (copy, first) => `${copy} has the same type and position as ${first}, so their order is undefined.`,
    ),
  ];
}

/** Prompts that share a complete key with an earlier prompt, and apply together with it. */
function doubled(
  prompts: readonly AccountObject[],
  keyOf: (prompt: AccountObject) => readonly unknown[],
  sentence: (copy: string, first: string) => string,
): RuleFinding[] {
  const keyed = prompts.filter((prompt) => !keyOf(prompt).includes(undefined));
  const alike = Map.groupBy(keyed, (prompt) => JSON.stringify([workspaceKey(prompt), ...keyOf(prompt)]));
  return [...alike.values()].flatMap((group) =>
    group.flatMap((prompt, at) => {
      const first = group.slice(0, at).find((other) => areAppliedTogether(prompt, other));
      const copy = `The global prompt ${quoted(prompt.name)}`;
      return first === undefined ? [] : about(prompt, sentence(copy, quoted(first.name)));
    }),
  );
}

/** A prompt without an environment applies in all environments. */
function areAppliedTogether(one: AccountObject, other: AccountObject): boolean {
  const [a, b] = [one, other].map((prompt) => textOf(prompt, "environment"));
  return a === undefined || b === undefined || a === b;
}

/** Models that retire within 30 days or have retired, if a mapping still resolves to them. */
export function modelRetires(objects: readonly AccountObject[], today: string): RuleFinding[] {
  return findRetirements(objects, today)
    .filter(({ routes }) => routes.length > 0)
    .map((retirement) => ({
      urn: retirement.urn,
      name: retirement.name,
      reason: `${retirementWords(retirement)} Point these mappings to a different model.`,
    }));
}
