import { defined } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf, workspaceKey } from "../../account/account-object.js";
import { hostOf } from "../../account/host-of.js";
import type { Usage } from "../usage.js";
import type { AccountChange } from "./account-change.js";
import { callersIn } from "./callers.js";
import { listCost, type PricedModel, pricedModels } from "./priced-model.js";
import { type ChangedRoute, changedRoutes } from "./route-effects.js";
import { type Tally, talliesBy, tallyOf } from "./tally.js";

/** Something in use that a change takes away, moves, switches off or makes dearer, and whom that hits. */
export interface UsageHit {
  readonly what: "model" | "provider" | "route";
  /** A model's gateway name, a provider's name, the name that callers send. */
  readonly name: string;
  readonly workspace: string;
  readonly why: ChangedRoute["why"] | "dearer";
  /** In the time that was read. */
  readonly requests: number;
  readonly keys: number;
  /** Only if somebody asks for them. */
  readonly keyIds?: readonly string[];
  /** ISO 8601. */
  readonly lastUse?: string;
  /** The requests of a route cannot be told from those of another one: there are at most so many. */
  readonly isAtMost?: true;
  /** Not all of the time was read. */
  readonly isAtLeast?: true;
}

/** What was called in the time that was read, the most called first. */
export function usageHits(
  change: AccountChange,
  usage: Usage,
  { showsKeys }: { readonly showsKeys: boolean },
): UsageHit[] {
  const callers = { model: callersIn(usage, "model"), provider: callersIn(usage, "provider") };
  const tallies = talliesBy(usage.cells, "modelId");
  const objects = new Map(change.after.map((object) => [object.urn, object]));
  const [models, planned] = [pricedModels(change.before), pricedModels(change.after)];
  const hitOf = (
    about: Pick<UsageHit, "what" | "name" | "workspace" | "why" | "isAtMost">,
    called: "model" | "provider",
    id: string | undefined,
  ): UsageHit => {
    const { keyIds, ...counts } = callers[called](id);
    const isAtLeast = usage.cut && true;
    return { ...about, ...counts, ...defined({ keyIds: showsKeys ? keyIds : undefined, isAtLeast }) };
  };
  const ofModels = [...models.values()].flatMap((model) => {
    const why = whyOfModel(model, planned.get(model.urn), tallies.get(model.id ?? null));
    const about = { what: "model", name: model.name, workspace: model.workspace } as const;
    return why === undefined ? [] : [hitOf({ ...about, why }, "model", model.id)];
  });
  const ofProviders = change.before.flatMap((object) => {
    const why = object.kind === "ModelProvider" ? whyOfProvider(object, objects.get(object.urn)) : undefined;
    const name = textOf(object, "name") ?? object.name;
    const about = { what: "provider", name, workspace: workspaceKey(object) } as const;
    return why === undefined ? [] : [hitOf({ ...about, why }, "provider", object.id)];
  });
  const ofRoutes = changedRoutes(change).map(({ incoming: name, workspace, why, from, isShared }) =>
    hitOf(
      { what: "route", name, workspace, why, ...defined({ isAtMost: isShared || undefined }) },
      "model",
      models.get(from)?.id,
    ),
  );
  return [...ofModels, ...ofProviders, ...ofRoutes]
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests);
}

function whyOfModel(
  model: PricedModel,
  planned: PricedModel | undefined,
  tally: Tally = tallyOf([]),
): UsageHit["why"] | undefined {
  if (planned === undefined) {
    return "deleted";
  }
  if (model.providerId !== planned.providerId) {
    return "moved";
  }
  const costs = [model, planned].map(({ price }) => price && listCost(tally, price));
  return (costs[1] ?? 0) > (costs[0] ?? Number.POSITIVE_INFINITY) ? "dearer" : undefined;
}

function whyOfProvider(
  provider: AccountObject,
  planned: AccountObject | undefined,
): UsageHit["why"] | undefined {
  if (planned === undefined) {
    return "deleted";
  }
  const [old, now] = [provider, planned].map((each) => hostOf(textOf(each, "baseUrl")));
  return old === now ? undefined : "moved";
}
