import { withWords } from "../../../../../cli/review/document/changes.js";
import { headlineOf } from "../../../../../cli/review/document/headline.js";
import type { ObjectChange, Review } from "../../../../../cli/review/facts/review.js";
import type { End } from "../../../../../cli/routing/route.js";
import { unknown } from "./preview.ts";

/** A review's changes with their words and notes, and what they need. */
export function changesIn({ changes, drift, needs, caveats }: Review): string {
  const { writes, reads, scopes, app, irreversible } = needs;
  const told = (list: readonly ObjectChange[], is: string) =>
    list
      .map(withWords)
      .flatMap(({ operation, kind, name, title, workspace, line, fields, notes }) => [
        `- ${is}${operation} ${kind} ${name}${title === undefined ? "" : ` “${title}”`} in ${workspace ?? "no workspace"}${line === undefined ? "" : `, ${line}`}`,
        ...fields.map(({ is, name, words }) => `  - ${name}${is === "value" ? "" : ` (${is})`}: ${words}`),
        ...notes.map((note) => `  - ${note}`),
      ]);
  return [
    ...told(changes, ""),
    ...told(drift, "drift: "),
    `- needs ${writes} writes, ${reads} reads${app ? ", the app" : ""}: ${scopes.join(", ") || "no scope"}`,
    ...irreversible.map((sentence) => `- for ever: ${sentence}`),
    ...caveats.flatMap((sentence) => (sentence.includes("--refresh") ? [] : `- not known: ${sentence}`)),
  ].join("\n");
}

/** What a review finds: its headline, each finding with how much more it is, the routes that move, and the order of changes. */
export function foundIn(all: Review): string {
  const { risk, size, changes, findings, routes, needs } = all;
  const order = changes.map(({ name, stays }) => (stays === undefined ? name : `${name} (${stays})`));
  return [
    `${risk}: ${headlineOf(all).join(", ") || "nothing"} (${size.before} → ${size.after} resources)`,
    ...findings.map(({ rule, level, name, amount, reason }) => {
      const percent = amount === undefined ? "" : ` (${amount}%)`;
      return `- ${level} **${rule}** ${name}${percent}: ${reason}`;
    }),
    ...routes
      .filter(({ moved }) => moved)
      .map(({ incoming, example, before, after }) => {
        const such = example === undefined ? "" : `, such as ${example},`;
        return `- moved: ${incoming}${such} from ${endInWords(before)} to ${endInWords(after)}`;
      }),
    ...needs.irreversible.map((sentence) => `- for ever: ${sentence}`),
    ...(changes.length > 1 ? [`- in this order: ${order.join(", ")}`] : []),
  ].join("\n");
}

export function endInWords(end: End | undefined): string {
  const { is = "nothing", model, by, depends = [] } = end ?? {};
  const open = depends.length === 0 ? "" : ` (open: ${depends.join("; ")})`;
  return `${[is, ...(model ? [model] : []), ...(by ? [`by ${by}`] : [])].join(" ")}${open}`;
}

/** Numbers the ids in the order in which they appear. */
export function withPlainIds(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, (id) => {
    if (id === unknown) {
      return id;
    }
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  });
}
