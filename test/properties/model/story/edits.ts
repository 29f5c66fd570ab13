import { forms } from "../program/forms.ts";
import type { Shape, Slot } from "../program/shape.ts";
import type { Edit } from "./schedule.ts";

/** The shape after edits. `before`: the one of the step before. */
export function edited(shape: Shape, edits: readonly Edit[], before: Shape): Shape {
  return edits.reduce((slots, edit) => {
    if ("takesBack" in edit) return before;
    if ("swap" in edit) return swapped(slots, edit.swap, edit.what);
    return slots.map((each, at) => (at === edit.slot ? { ...each, ...edit.set } : each));
  }, shape);
}

/** The n-th pair of slots of one kind. */
function swapped(slots: Shape, pair: number, what: "key" | "all"): Shape {
  const pairs = forms.flatMap(({ kind }, index) => (forms[index + 1]?.kind === kind ? [index] : []));
  const first = pairs[pair % pairs.length] ?? 0;
  const [a, b] = [slots[first], slots[first + 1]];
  if (a === undefined || b === undefined) return slots;
  const own = ({ key, home, content }: Slot) => (what === "key" ? { key } : { key, home, content });
  return slots.map((each, at) =>
    at === first ? { ...a, ...own(b) } : at === first + 1 ? { ...b, ...own(a) } : each,
  );
}
