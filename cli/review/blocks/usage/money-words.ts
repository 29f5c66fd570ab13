import { howMany } from "pulumi-workspace-gateway/tools";
import { countText, numberText } from "../../../text/numbers.js";
import type { MoneyUnit } from "../../../usage/cost/money-unit.js";
import { plain } from "../lines.js";

/** What prices are for and in, and how sure that is. */
export function moneyWords(money: MoneyUnit | undefined): string {
  if (money === undefined) {
    return "nobody says how many tokens a price is for, so what changes is told in percent";
  }
  const { unit, currency, inferred } = money;
  const unitWords = `prices are for ${unit === 1 ? "1 token" : `${numberText(unit)} tokens`}`;
  return `${unitWords}${currency === undefined ? "" : `, in ${plain(currency)}`}${inferred === undefined ? "" : sureness(inferred)}`;
}

function sureness({ fitting, judged }: NonNullable<MoneyUnit["inferred"]>): string {
  const others = judged.requests - fitting.requests;
  const rest = others === 0 ? "" : `, though ${countText(others, "other")} cost something else`;
  return ` (by what ${countText(fitting.requests, "request")} to ${howMany(fitting.models, "model")} cost${rest})`;
}
