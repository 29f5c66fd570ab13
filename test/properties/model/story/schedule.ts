import fc from "fast-check";
import type { Mishap } from "../../../contract/support/engine/engine.ts";
import type { FaultEffect, FaultTarget } from "../../../gateway/faults/faults.ts";
import { forms } from "../program/forms.ts";
import type { Slot } from "../program/shape.ts";

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const small = (max: number) => fc.nat(max);

/** True once in so many times. */
const rarely = (times: number) => fc.nat(times - 1).map((chance) => chance === times - 1);

const slot: fc.Arbitrary<Slot> = fc.record({
  declared: rarely(4).map((isLeftOut) => !isLeftOut),
  name: fc.constant(0),
  aliased: fc.boolean(),
  nested: fc.boolean(),
  connection: fc.constant(0),
  key: small(2),
  home: small(2),
  content: small(63),
  protect: fc.constant(false),
  retained: rarely(6),
  order: fc.constant(0),
});

const change: fc.Arbitrary<Partial<Slot>> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ declared: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ content: small(63) }) },
  { weight: 2, arbitrary: fc.record({ name: small(2), aliased: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ key: small(2) }) },
  { weight: 2, arbitrary: fc.record({ home: small(2) }) },
  fc.record({ connection: small(2) }),
  fc.record({ nested: fc.boolean(), aliased: fc.boolean() }),
  fc.record({ protect: fc.boolean() }),
  fc.record({ retained: fc.boolean() }),
  fc.record({ order: small(2) }),
  fc.record({ order: small(2), home: small(2) }),
  fc.record({ order: small(2), retained: fc.boolean(), content: small(63) }),
  fc.record({ name: small(2), key: small(2), aliased: fc.boolean() }),
  fc.record({ name: small(2), connection: small(2), aliased: fc.boolean() }),
);

/** A change of the program. */
const edit = fc.oneof(
  { weight: 8, arbitrary: fc.record({ slot: fc.nat(forms.length - 1), set: change }) },
  // Two slots of a kind change names on the gateway, or all that they declare.
  { weight: 1, arbitrary: fc.record({ swap: fc.nat(8), what: fc.constantFrom("key", "all") }) },
  // What the last step changed is taken back.
  { weight: 1, arbitrary: fc.record({ takesBack: fc.constant(true) }) },
);
export type Edit = Of<typeof edit>;

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
  skip: small(2),
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
  failsAfter: fc.option(small(12), { freq: 3, nil: undefined }),
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
const consoleAct = fc.record({ does: fc.constantFrom("edits", "deletes"), kind: small(6), row: small(3) });
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
