import { howMany } from "pulumi-workspace-gateway/tools";
import { durationWords } from "../../../text/time-words.js";
import type { UsageEffects } from "../../../usage/cost/usage-effects.js";
import type { Review } from "../../facts/review.js";
import type { Block, Item, Line, Section } from "../block.js";
import { asLine } from "../lines.js";
import { moneyWords } from "./money-words.js";
import { budgetItem, hitItem, moveItem, quotaItem } from "./usage-items.js";
import { modelRow, tableHead, totalRow } from "./usage-rows.js";

/** A comment's table has a head of two lines, so many models, and the sum. */
const mostModels = 5;
const mostItems = 6;

/** What a change costs and whom it hits, by the usage that was read. A comment has only what weighs most, the page has all. */
export function usageSection({ usage }: Review): Section[] {
  if (usage?.is !== "read") {
    return [];
  }
  const affected = usage.models.filter(({ isAffected }) => isAffected);
  const items = itemsOf(usage);
  const shown = affected.slice(0, mostModels);
  const isRange = affected.some(({ destinations }) => destinations.length > 1);
  return [
    {
      id: "usage",
      title: "What this costs, and whom it hits",
      share: 0.1,
      blocks: [
        { is: "line", line: timeLine(usage) },
        table("Requests for a month", [...shown.map((each) => modelRow(each, usage)), totalRow(usage)]),
        ...(isRange ? [{ is: "line", line: [rangeNote] } as const] : []),
        ...(items.length === 0 ? [] : [{ is: "list", items: items.slice(0, mostItems) } as const]),
        ...rest(usage, items, shown.length),
      ],
    },
  ];
}

const rangeNote =
  "Rows name the model that answered, not the name that was asked: where several routes lead to a model, the cost is between the two, and at most the higher.";

function timeLine({ since, until, cut, money, models }: UsageEffects): Line {
  const isAffected = models.some((model) => model.isAffected);
  return [
    `By the requests of the last ${durationWords(since, until)}, for a month of 30 days; ${moneyWords(money)}.`,
    ...(isAffected ? [] : [" The change moves none of them and changes no price that they cost."]),
    ...(cut === undefined ? [] : [" ", ...asLine(cut.why), " All figures are at least so much."]),
  ];
}

function table(title: string, rows: readonly (readonly Line[])[]): Block {
  return { is: "table", title, head: tableHead, rows };
}

/** What is limited first, then whom it hits. */
function itemsOf(usage: UsageEffects): Item[] {
  const { hits, budgets, quotas, moves } = usage;
  return [
    ...budgets.map((budget) => budgetItem(budget, usage)),
    ...quotas.map((quota) => quotaItem(quota, usage)),
    ...hits.map((hit) => hitItem(hit, usage)),
    ...moves.flatMap(moveItem),
  ];
}

function rest(usage: UsageEffects, items: readonly Item[], shown: number): Block[] {
  const more = items.slice(mostItems);
  const models = usage.models.length > shown ? usage.models : [];
  const parts = [
    ...(models.length === 0 ? [] : [howMany(models.length, "model")]),
    ...(more.length === 0 ? [] : [howMany(more.length, "more effect")]),
  ];
  return parts.length === 0
    ? []
    : [
        {
          is: "fold",
          isForPage: true,
          title: `On the page: ${parts.join(", ")}`,
          blocks: [
            ...(models.length === 0
              ? []
              : [
                  table("All models that were called", [
                    ...models.map((each) => modelRow(each, usage)),
                    totalRow(usage),
                  ]),
                ]),
            ...(more.length === 0 ? [] : [{ is: "list", items: more } as const]),
          ],
        },
      ];
}
