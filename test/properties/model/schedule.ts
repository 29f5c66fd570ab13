import fc from "fast-check";
import type { Mishap } from "../../contract/support/engine/engine.ts";
import type { FaultEffect, FaultTarget } from "../../gateway/faults/faults.ts";
import { forms, rarely, type Shape, type Slot, slot } from "./program.ts";

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const change: fc.Arbitrary<Partial<Slot>> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ declared: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ content: fc.nat(63) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.nat(2), aliased: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ key: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ home: fc.nat(2) }) },
  fc.record({ connection: fc.nat(2) }),
  fc.record({ nested: fc.boolean(), aliased: fc.boolean() }),
  fc.record({ protect: fc.boolean() }),
  fc.record({ retained: fc.boolean() }),
  fc.record({ order: fc.nat(2) }),
  fc.record({ order: fc.nat(2), home: fc.nat(2) }),
  fc.record({ order: fc.nat(2), retained: fc.boolean(), content: fc.nat(63) }),
  fc.record({ name: fc.nat(2), key: fc.nat(2), aliased: fc.boolean() }),
  fc.record({ name: fc.nat(2), connection: fc.nat(2), aliased: fc.boolean() }),
);

/** A change of the program. */
const edit = fc.oneof(
  { weight: 8, arbitrary: fc.record({ slot: fc.nat(forms.length - 1), set: change }) },
  // Two slots of a kind change names on the gateway, or all that they declare.
  { weight: 1, arbitrary: fc.record({ swap: fc.nat(8), what: fc.constantFrom("key", "all") }) },
  // What the last step changed is taken back.
  { weight: 1, arbitrary: fc.record({ takesBack: fc.constant(true) }) },
);
type Edit = Of<typeof edit>;

const status = fc.constantFrom(400, 401, 403, 429, 500, 502, 503);
const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  fc.record({ kind: fc.constant("status" as const), status }),
  fc.record({ kind: fc.constant("status-after" as const), status: fc.constantFrom(500, 502, 504, 408) }),
  fc.record({ kind: fc.constantFrom("reset-before", "reset-after", "cut-body") }),
  fc.record({ kind: fc.constantFrom("hang-before", "hang-after") }),
  fc.record({ kind: fc.constant("stale" as const) }),
);

const places = [
  "workspaces",
  "providers",
  "models",
  "prompts",
  "mappings",
  "configs",
  "indexes",
  "quotas",
  "user",
];
const methods = ["GET", "GET", "POST", "POST", "PATCH", "PATCH", "DELETE", "PUT"];
const path = fc.oneof(
  { weight: 2, arbitrary: fc.constant("/") },
  fc.constantFrom(...places.map((place) => `/${place}`)),
);
const target = fc.record({
  method: fc.constantFrom(...methods),
  path,
  skip: fc.nat(2),
  count: fc.integer({ min: 1, max: 3 }),
});
const fault: fc.Arbitrary<FaultTarget & FaultEffect> = fc
  .tuple(effect, target)
  .map(([what, where]) => ({ ...where, ...what }));

const kill = fc.record({
  who: fc.constantFrom("engine", "plugin"),
  at: fc.constantFrom("request", "write"),
  count: fc.integer({ min: 1, max: 12 }),
  withoutCheckpoints: fc.boolean(),
});

const mishap: fc.Arbitrary<Mishap> = fc.record({
  kill: fc.option(kill, { freq: 2, nil: undefined }),
  failsAfter: fc.option(fc.nat(12), { freq: 3, nil: undefined }),
  refreshed: fc.boolean(),
  parallel: fc.boolean(),
});

const scopes = ["workspaces", "providers", "models", "mapping", "prompts", "members", "quotas", "profile"];

/** What the run may not do any more. */
const lost = fc.oneof(
  { weight: 6, arbitrary: fc.constant("nothing" as const) },
  fc.constantFrom("token", "account"),
  fc.subarray([...scopes.map((scope) => `${scope}:read`), "models:write", "providers:write"], {
    minLength: 1,
  }),
);
export type Lost = Of<typeof lost>;

/** What somebody does in the console before a run. */
const consoleAct = fc.record({ does: fc.constantFrom("edits", "deletes"), kind: fc.nat(6), row: fc.nat(3) });
export type ConsoleAct = Of<typeof consoleAct>;

/** A change of the program and a run of it, with what happens on the way. */
const step = fc.record({
  edits: fc.array(edit, { maxLength: 3, size: "max" }),
  console: fc.option(consoleAct, { freq: 4, nil: undefined }),
  lost,
  faults: fc.array(fault, { maxLength: 4, size: "max" }),
  refresh: fc.boolean(),
  /** Destroys the stack instead. */
  destroys: rarely(10),
  /** Of the places of the program, those that the run is limited to (`--target`). */
  targets: fc.option(fc.subarray([...forms.keys()], { minLength: 4 }), { freq: 5, nil: undefined }),
  mishap,
  /** What people do after a run that was not done: repeat it, and recover only if that does not help, or recover at once. */
  remedy: fc.constantFrom("recover", "again"),
});
export type Step = Of<typeof step>;

export const stories = fc.record({
  adopts: fc.boolean(),
  twins: fc.boolean(),
  first: fc.array(slot, { minLength: forms.length, maxLength: forms.length }),
  steps: fc.array(step, { minLength: 1, maxLength: 5, size: "max" }),
});
export type Story = Of<typeof stories>;

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
