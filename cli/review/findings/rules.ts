import { defined, type Level } from "pulumi-workspace-gateway/tools";
import { accessKept, gatewayKeyAdded, indexAdded, modelsExposed, optionWeakened } from "./additions.js";
import type { RuleRow } from "./context.js";
import { gatewaySettings, workspaceNameMoved } from "./gateway-settings.js";
import {
  routeCostsMore,
  routeIsFree,
  routeLost,
  routeMoved,
  routeToNewHost,
  routeToRetired,
  targetUnknown,
} from "./routes.js";
import {
  globalPromptsDoubled,
  modelRetires,
  modelWithoutCost,
  providerOverHttp,
  workspaceWithoutBudget,
} from "./setup.js";
import { expectationBroken, expectationOpen, invitationWide, unjudged } from "./unjudged.js";
import { budgetSpent, costUpMoney, modelInUse, quotaBelowPeak } from "./usage.js";

const rowAt =
  (level?: Level) =>
  (doc: string, more: Omit<RuleRow, "level" | "doc"> = {}): RuleRow => ({
    ...defined({ level }),
    doc,
    ...more,
  });
/** The kinds' tables set the level. In `doc`, `{over}` stands for the percentage in these tables. */
const danger = rowAt();
const [refused, high, medium, low] = [rowAt("refused"), rowAt("high"), rowAt("medium"), rowAt("low")];

const otherReading = "[a different interpretation of the API](review.md#how-names-are-matched)";

/** All rules, in display order within a level. docs/rules.md is generated from this table. */
export const ruleTable = {
  "workspace-delete": danger("A workspace is deleted or replaced, possibly with everything in it."),
  "force-destroy": danger("A later destroy may delete a workspace that is not empty."),
  "provider-host-changed": danger(
    "A provider's `baseUrl` changes to a different host, which receives its API key and all prompts.",
  ),
  "provider-changed": danger(
    "A provider's `compatibility` changes (high), or its `priority` or its address on the same host changes (medium).",
  ),
  "provider-added": danger("A new provider may receive prompts."),
  "provider-delete-with-models": danger(
    "A provider is deleted or replaced while it has models, even unmanaged ones.",
  ),
  "gateway-name-changed": danger(
    "A model or its provider is renamed, so requests for the old gateway name fail.",
  ),
  "model-changed": danger(
    "A model moves to a different provider (high), its `apiName` or `type` changes (medium), or its `contextWindow` shrinks (medium).",
  ),
  "cost-up": danger("A model becomes more expensive, or a name resolves to a more expensive model: {over}.", {
    limit: "maxCostUp",
    find: routeCostsMore,
  }),
  "cost-down": danger(
    "A cost falls {over}, or a name resolves to a free model instead of a paid one. Budgets then count " +
      "little or nothing for these requests.",
    { find: routeIsFree },
  ),
  "default-config-lost": danger("A workspace loses its default config, and no other config replaces it."),
  "default-config-changed": danger(
    "Requests that do not name a config are handled differently, or by a different config.",
  ),
  "config-changed": danger("Requests that name a config are handled differently, or can no longer find it."),
  "production-prompt-changed": danger(
    "A [production prompt](#production-prompts) is changed, created or deleted (medium or high).",
  ),
  "access-removed": danger("A person loses access to a workspace."),
  "member-added": danger("A person's role is newly declared."),
  "role-raised": danger("A person becomes an administrator, or may become one."),
  "role-lowered": danger(
    "An administrator loses the role, or may lose it, even through a newly declared `Member`.",
  ),
  "invitation-wide": danger(
    "An invitation is not limited to a small number of known people ([levels](#invitations)).",
    {
      find: invitationWide,
    },
  ),
  "budget-up": danger("A budget rises: {over}.", { limit: "maxBudgetUp" }),
  "budget-down": danger("A budget falls: {over}.", { limit: "maxBudgetDown" }),
  "quota-up": danger(
    "A quota is deleted (refused), its `match` selects a different quota (high), its `period` changes (medium), or it allows more requests, in total or per minute: {over}.",
    { limit: "maxQuotaUp" },
  ),
  "quota-down": danger("A quota allows fewer requests, in total or per minute: {over}.", {
    limit: "maxQuotaDown",
  }),
  "key-rotated": danger("A gateway key is replaced, or an API key is, or may be, changed or removed."),
  deleted: danger("A provider, a model, a config or an index is deleted, or an index is crawled again."),
  "route-lost": refused(
    "A name no longer resolves to any model, or the mapping's target is removed from the provider's `modelOptions`.",
    { find: routeLost },
  ),
  "route-moved": medium(
    `A name, or at least one name that matches a pattern, resolves to a different model, possibly only under ${otherReading}.`,
    { find: routeMoved },
  ),
  "route-to-new-host": refused(
    "Requests for a name go to a different provider, on a host that no mapping used before (high), or that no provider " +
      `had (refused). High if requests reach that host only under ${otherReading}.`,
    { find: routeToNewHost },
  ),
  "target-unknown": refused(
    "A mapping's target is not the gateway name of any known model, or it is uncertain whether the mapping matches a " +
      "name ([levels](#mappings-that-cannot-work)).",
    { find: targetUnknown },
  ),
  "expectation-broken": refused(
    "The change breaks an expectation in `gateway-routes.yaml`, or breaks it in a different way than before.",
    { find: expectationBroken, policy: "The gateway meets every expectation in `gateway-routes.yaml`." },
  ),
  "expectation-open": refused(
    "The result of an expectation becomes [`depends` or `unknown`](routes.md#results), or its reason changes.",
    {
      find: expectationOpen,
      policy:
        "Every expectation in `gateway-routes.yaml` can be checked, and depends only on what the API specifies.",
    },
  ),
  "model-in-use": refused(
    "Only with `--usage`: a model that answered requests in the usage period is deleted, or loses its last route. The risk " +
      "is medium if the model's mappings resolve to other models.",
    { find: modelInUse },
  ),
  "cost-up-money": medium(
    "Only with `--usage`: the same requests cost more per month. `maxCostUpMoney: 200` refuses an increase above 200.",
    { limit: "maxCostUpMoney", find: costUpMoney },
  ),
  "budget-spent": refused("Only with `--usage`: a budget falls below the amount already spent this month.", {
    find: budgetSpent,
  }),
  "quota-below-peak": refused(
    "Only with `--usage`: a changed quota allows fewer requests than were sent in the busiest window.",
    { find: quotaBelowPeak },
  ),
  "route-to-retired": refused("A name now resolves to a model whose `retiresOn` date has passed.", {
    find: routeToRetired,
  }),
  "gateway-settings-changed": high(
    "A [setting](#gateway-settings) of a `Provider` or of the stack selects a different gateway, or changes " +
      "how it is managed.",
    { find: gatewaySettings },
  ),
  "workspace-name-moved": high("A workspace takes the former name of another workspace.", {
    find: workspaceNameMoved,
  }),
  "gateway-key-added": medium("A gateway key is added: medium, or high if a change adds 5 or more.", {
    find: gatewayKeyAdded,
  }),
  "index-added": high(
    "A new or replaced index uses a host that no index used before (medium in a new stack).",
    { find: indexAdded },
  ),
  "models-exposed": high("A provider's `modelOptions` offer a model for which no `Model` declares a price.", {
    find: modelsExposed,
  }),
  "option-weakened": high(
    "A [resource option](#resource-options) makes a later loss possible or hides changes.",
    { find: optionWeakened },
  ),
  "access-kept": high(
    'A member is removed from the program but keeps access (`retainOnDelete`, or `onDestroy: "keep"`).',
    { find: accessKept },
  ),
  unjudged: high("The review [cannot judge](#changes-that-cannot-be-judged) a change.", { find: unjudged }),
  "route-ends-nowhere": refused(
    "A mapping's target is the id or `name` of a model instead of its `gatewayName`, a model in a different workspace, or " +
      "a model that the change deletes or renames; or its pattern is not a valid regular expression.",
    { policy: "Every mapping resolves to a model in its workspace." },
  ),
  "name-like-pattern": medium(
    "A mapping's `sourceName` looks like a pattern (`.*`, `^`, `$`), but `isPattern` is not true, so it matches only " +
      "this exact text.",
    { policy: "No exact name looks like a pattern." },
  ),
  "pattern-shadowed": medium(
    "A mapping never applies, because an earlier mapping matches all its names. A mapping with the same name and a higher " +
      "priority number is a fallback, so it is not reported.",
    { policy: "Every mapping applies to at least one name." },
  ),
  "priority-tie": medium(
    "Two mappings with the same priority match the same name and have different targets, so either may apply.",
    { policy: "No two mappings with the same priority match the same name." },
  ),
  "workspace-without-budget": low("A workspace has no `Budget`.", {
    findInSetup: workspaceWithoutBudget,
    policy: "Every workspace declares a budget.",
  }),
  "provider-over-http": high("A provider on another machine is called over plain HTTP.", {
    findInSetup: providerOverHttp,
    policy: "Providers on other machines are called over HTTPS.",
  }),
  "model-without-cost": low("A model costs nothing, so budgets do not count its use.", {
    findInSetup: modelWithoutCost,
    policy: "Every model declares its cost.",
  }),
  "global-prompts-doubled": low("Two global prompts have the same content, or the same type and position.", {
    findInSetup: globalPromptsDoubled,
    policy: "No two global prompts have the same content or the same position.",
  }),
  "model-retires": medium(
    "A mapping resolves to a model that retires within 30 days, or has retired ([below](#models-that-retire)).",
    {
      findInSetup: modelRetires,
      policy: "No mapping resolves to a model that retires within 30 days, or has retired.",
    },
  ),
} satisfies Readonly<Record<string, RuleRow>>;

export type Rule = keyof typeof ruleTable;

export const ruleNames = Object.keys(ruleTable) as readonly Rule[];
