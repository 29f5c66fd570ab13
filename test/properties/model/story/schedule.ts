import fc from "fast-check";
import type { FaultEffect, FaultTarget } from "../../../gateway/faults/faults.ts";
import type { Mishap } from "../engine/engine.ts";
import { forms } from "../program/forms.ts";
import type { Shape, Slot } from "../program/shape.ts";
import type { Edit } from "./edits.ts";

/** What somebody does in the console before a run. */
export interface ConsoleAct {
  readonly does: "edits" | "deletes";
  readonly kind: number;
  readonly row: number;
}

export type Lost = "nothing" | "token" | "account" | readonly string[];

/** A change of the program and a run of it, with what happens on the way. */
export interface Step {
  readonly edits: readonly Edit[];
  readonly console: ConsoleAct | undefined;
  /** What the run may not do any more. */
  readonly lost: Lost;
  readonly faults: readonly (FaultTarget & FaultEffect)[];
  readonly refresh: boolean;
  /** Destroys the stack instead. */
  readonly destroys: boolean;
  /** Of the places of the program, those that the run is limited to (`--target`). */
  readonly targets: readonly number[] | undefined;
  readonly mishap: Mishap;
  /** What people do after a run that was not done. */
  readonly remedy: Remedy;
}

/** `again`: they repeat it, and recover only if that does not help. */
type Remedy = "recover" | "again";

export interface Story {
  readonly adopts: boolean;
  readonly twins: boolean;
  readonly first: Shape;
  readonly steps: readonly Step[];
}

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

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ slot: fc.nat(forms.length - 1), set: change }) },
  {
    weight: 1,
    arbitrary: fc.record({ swap: fc.nat(8), what: fc.constantFrom("key" as const, "all" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ takesBack: fc.constant(true) }) },
);

const status = fc.constantFrom(400, 401, 403, 429, 500, 502, 503);
const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  fc.record({ kind: fc.constant("status" as const), status }),
  fc.record({ kind: fc.constant("status-after" as const), status: fc.constantFrom(500, 502, 504, 408) }),
  fc.record({ kind: fc.constantFrom("reset-before" as const, "reset-after" as const, "cut-body" as const) }),
  fc.record({ kind: fc.constantFrom("hang-before" as const, "hang-after" as const) }),
  fc.record({ kind: fc.constant("stale" as const) }),
);

const places = [
  "/workspaces",
  "/providers",
  "/models",
  "/prompts",
  "/mappings",
  "/configs",
  "/indexes",
  "/quotas",
  "/user",
] as const;

const fault: fc.Arbitrary<FaultTarget & FaultEffect> = fc
  .tuple(
    effect,
    fc.record({
      method: fc.constantFrom("GET", "GET", "POST", "POST", "PATCH", "PATCH", "DELETE", "PUT"),
      path: fc.oneof({ weight: 2, arbitrary: fc.constant("/") }, fc.constantFrom(...places)),
      skip: small(2),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  )
  .map(([what, where]) => ({ ...where, ...what }));

const kill = fc.record({
  who: fc.constantFrom("engine" as const, "plugin" as const),
  at: fc.constantFrom("request" as const, "write" as const),
  count: fc.integer({ min: 1, max: 12 }),
  withoutCheckpoints: fc.boolean(),
});

const mishap: fc.Arbitrary<Mishap> = fc.record({
  kill: fc.option(kill, { freq: 2, nil: undefined }),
  failsAfter: fc.option(small(12), { freq: 3, nil: undefined }),
  refreshed: fc.boolean(),
  parallel: fc.boolean(),
});

const scopes = [
  "workspaces:read",
  "providers:read",
  "models:read",
  "mapping:read",
  "prompts:read",
  "members:read",
];

const lost: fc.Arbitrary<Lost> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("nothing" as const) },
  fc.constantFrom("token" as const, "account" as const),
  fc.subarray([...scopes, "quotas:read", "profile:read", "models:write", "providers:write"], {
    minLength: 1,
  }),
);

const consoleAct: fc.Arbitrary<ConsoleAct> = fc.record({
  does: fc.constantFrom("edits" as const, "deletes" as const),
  kind: small(6),
  row: small(3),
});

const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edit, { maxLength: 3, size: "max" }),
  console: fc.option(consoleAct, { freq: 4, nil: undefined }),
  lost,
  faults: fc.array(fault, { maxLength: 4, size: "max" }),
  refresh: fc.boolean(),
  destroys: rarely(10),
  targets: fc.option(fc.subarray([...forms.keys()], { minLength: 4 }), { freq: 5, nil: undefined }),
  mishap,
  remedy: fc.constantFrom("recover" as const, "again" as const),
});

export const stories: fc.Arbitrary<Story> = fc.record({
  adopts: fc.boolean(),
  twins: fc.boolean(),
  first: fc.array(slot, { minLength: forms.length, maxLength: forms.length }),
  steps: fc.array(step, { minLength: 1, maxLength: 5, size: "max" }),
});
