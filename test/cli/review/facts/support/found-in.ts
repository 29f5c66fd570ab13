import { headlineOf } from "../../../../../cli/review/document/headline.js";
import type { Review } from "../../../../../cli/review/facts/review.js";
import type { End } from "../../../../../cli/routing/route.js";

/** What a review finds: its headline, each finding with how much more it is, the routes that move, and the order of changes. */
export function foundIn(all: Review): string {
  const { risk, size, changes, findings, routes, needs } = all;
  const order = changes.map(({ name, stays }) => (stays === undefined ? name : `${name} (${stays})`));
  return [
    `${risk}: ${headlineOf(all).join(", ") || "nothing"} (${size.before} → ${size.after} resources)`,
    ...findings.map(({ rule, level, name, amount, reason }) => {
      const percent = amount === undefined ? "" : ` (${amount} %)`;
      return `- ${level} **${rule}** ${name}${percent}: ${reason}`;
    }),
    ...routes
      .filter(({ moved }) => moved)
      .map(({ incoming, example, before, after }) => {
        const such = example === undefined ? "" : `, such as ${example},`;
        return `- moved: ${incoming}${such} from ${words(before)} to ${words(after)}`;
      }),
    ...needs.irreversible.map((sentence) => `- for ever: ${sentence}`),
    ...(changes.length > 1 ? [`- in this order: ${order.join(", ")}`] : []),
  ].join("\n");
}

function words(end: End | undefined): string {
  const { is = "nothing", model, by, depends = [] } = end ?? {};
  const open = depends.length === 0 ? "" : ` (open: ${depends.join("; ")})`;
  return `${[is, ...(model ? [model] : []), ...(by ? [`by ${by}`] : [])].join(" ")}${open}`;
}
