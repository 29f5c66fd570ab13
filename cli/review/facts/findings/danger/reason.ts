import { isUnknown } from "pulumi-workspace-gateway/tools";
import { hidesSecret } from "../../../../account/covered.js";
import { isMasked, maskedChange } from "../../../../text/mask.js";
import { shortList } from "../../../../text/short-list.js";
import type { Step } from "../../../plan/plan.js";
import { changeWords, prose, valueWords } from "../../fields/field-words.js";
import type { Resources } from "../../resources.js";
import type { FieldChanged } from "./field-changed.js";
import type { Hit } from "./hit.js";
import type { Neighbours } from "./neighbours.js";

/** What happens to whom, as a sentence: what is sure comes first. */
export function reasonOf(
  hits: readonly Hit[],
  step: Step,
  resources: Resources,
  { usersOf }: Neighbours,
): string {
  const sorted = hits.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen));
  const bySays = Map.groupBy(sorted, ({ danger, isOpen }) => `${isOpen ? "perhaps " : ""}${danger.says}`);
  const parts = [...bySays].map(([says, all]) => {
    const details = [
      ...changesIn(all, resources),
      ...(all.some(({ danger }) => danger.inUse) ? [usersWords(usersOf(step))] : []),
    ];
    return details.length === 0 ? says : `${says}: ${details.join(", ")}`;
  });
  return `\`${step.name}\` ${parts.join("; ")}.`;
}

/** What changes of the properties, in words. */
export function changesIn(hits: readonly Hit[], resources: Resources): string[] {
  return hits.flatMap(({ change }) => (change === undefined ? [] : detail(change, resources)));
}

function usersWords(users: readonly Step[]): string {
  return shortList(
    users.map(({ name, isUndeclared }) => `\`${name}\`${isUndeclared ? " (in no program)" : ""}`),
  );
}

const longest = 60;

/** A change of a property, in words. A text is too long for a sentence, and a secret is never told. */
function detail(change: FieldChanged, { byId, mask }: Resources): string[] {
  const { field, before, after, covered, kind, parts = [] } = maskedChange(change, mask);
  const place = `${kind.name}.${field.name}`;
  const isHidden =
    field.secret || hidesSecret(before) || hidesSecret(after) || parts.some((part) => isMasked(part, mask));
  if (covered !== undefined || isHidden) {
    return [`\`${field.name}\`${covered === "may differ" ? ", which a preview covers" : ""}`];
  }
  const of = { place, nameOf: (id: string) => byId(id)?.name };
  if (isUnknown(after)) {
    const old = before === undefined ? "" : `${valueWords(of, before)} → `;
    return [`${field.name} ${old}known during the \`up\``];
  }
  const words = before === undefined && after === undefined ? "is left out" : changeWords(of, before, after);
  return prose.has(place) || field.freeForm || words.length > 2 * longest ? [] : [`${field.name} ${words}`];
}
