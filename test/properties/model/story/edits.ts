import { forms } from "../program/forms.ts";
import type { Shape, Slot } from "../program/shape.ts";

/** A change of the program. */
export type Edit =
  | { readonly slot: number; readonly set: Partial<Slot> }
  /** Two slots of a kind change names on the gateway, or all that they declare. */
  | { readonly swap: number; readonly what: "key" | "all" }
  /** What the last step changed is taken back. */
  | { readonly takesBack: boolean };

/** The shape after edits. `before`: the one of the step before. */
export function edited(shape: Shape, edits: readonly Edit[], before: Shape): Shape {
  return edits.reduce((slots, each) => {
    if ("takesBack" in each) return before;
    return "swap" in each ? swapped(slots, each.swap, each.what) : withSlot(slots, each);
  }, shape);
}

function withSlot(slots: Shape, { slot: index, set }: { slot: number; set: Partial<Slot> }): Shape {
  return slots.map((each, at) => (at === index ? { ...each, ...set } : each));
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
