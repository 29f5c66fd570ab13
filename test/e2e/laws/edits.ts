import { type Declared, withArgs, without } from "../support/declaration.ts";
import { type Edit, plain, withMore } from "./edit.ts";

type Changes = Parameters<typeof withArgs>[1];

/** Other arguments of what is plain, or of the objects that come on top. */
export function changed(what: string, changes: Changes, ...more: readonly Declared[]): Edit {
  const before = withMore(...more);
  return { what, before, after: withArgs(before, changes) };
}

/** Objects that are declared for the first time. */
export function added(what: string, ...more: readonly Declared[]): Edit {
  return { what, before: plain, after: withMore(...more) };
}

/** The same, where somebody has made something by hand. */
export function addedBeside(what: string, console: Edit["console"], ...more: readonly Declared[]): Edit {
  return { ...added(what, ...more), ...(console && { console }) };
}

/** Objects that are no longer declared. */
export function removed(what: string, names: readonly string[], ...more: readonly Declared[]): Edit {
  const before = withMore(...more);
  return { what, before, after: without(before, ...names) };
}

/** Objects that are declared in place of others: the same thing in two steps, under another logical name. */
export function swapped(
  what: string,
  from: readonly Declared[],
  to: readonly Declared[],
  changes: Changes = {},
): Edit {
  return { what, before: withMore(...from), after: withArgs(withMore(...to), changes) };
}
