import fc from "fast-check";
import { type Declared, ref } from "../support/declaration.ts";
import { mapping, model, prompt, provider, team } from "../support/objects.ts";

/** A program before a change and after it. */
export interface SeededProgram {
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
}

type Args = Record<string, unknown>;
type Opts = Record<string, unknown>;

/** An object as one of the two has it; undefined: not at all. */
interface Drawn {
  readonly args: Args;
  readonly opts: Opts;
  readonly shows: readonly string[];
}

interface Slot {
  readonly make: (name: string, args: Args, opts: Opts) => Declared;
  /** What may be one of several. What every change of replaces the object is in `anew`. */
  readonly args: fc.Arbitrary<Args>;
  readonly anew?: fc.Arbitrary<Args>;
  /** Whether it is there in every program, and whether it may have another logical name afterwards. */
  readonly isLasting?: true;
  readonly isRenamed?: true;
  readonly outputs?: readonly string[];
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const inTeam = (kind: Declared["kind"]) => (name: string, args: Args, opts: Opts) => ({
  kind,
  name,
  args: { workspaceId: ref("team"), ...args },
  opts,
});
const toModel = oneOf("gpt", "mini").map((name) => ({ targetModel: ref(name, "gatewayName") }));

const slots: Readonly<Record<string, Slot>> = {
  team: {
    make: (_name, args, opts) => ({ ...team, args: { ...team.args, ...args }, opts }),
    args: oneOf<Args>({}, { name: "Support, all of it" }),
    isLasting: true,
    outputs: ["name", "ownerId"],
  },
  cap: { make: inTeam("Budget"), args: oneOf(250, 260, 300).map((budget) => ({ budget })), isLasting: true },
  openai: {
    make: (name, args, opts) => provider(name, { apiKey: "sk-canary-first", ...args }, opts),
    args: oneOf(1, 3).map((priority) => ({ priority })),
    isLasting: true,
  },
  spare: { make: provider, args: oneOf(1, 2).map((priority) => ({ priority })) },
  gpt: {
    make: (name, args, opts) => model(name, "openai", args, opts),
    args: oneOf("GPT", "GPT of ours").map((displayName) => ({ displayName })),
    isLasting: true,
    outputs: ["gatewayName", "displayName"],
  },
  mini: {
    make: (name, args, opts) => model(name, "openai", args, opts),
    args: oneOf(1, 1.5).map((inputCost) => ({ inputCost })),
    isLasting: true,
  },
  tone: {
    make: prompt,
    args: oneOf("Be brief.", "Be clear.").map((content) => ({ content })),
    isRenamed: true,
  },
  law: { make: prompt, args: oneOf(0, 1, 2).map((position) => ({ position })), isRenamed: true },
  fast: {
    make: mapping,
    args: fc.tuple(toModel, oneOf(0, 4)).map(([to, priority]) => ({ ...to, priority })),
  },
  chat: { make: mapping, args: toModel },
  standard: {
    make: inTeam("Config"),
    args: fc.constant({ name: "standard" }),
    anew: oneOf("One", "Two").map((description) => ({ description })),
  },
  welcome: {
    make: inTeam("Invitation"),
    args: fc.constant({ restrictedTo: ["ada@example.com"] }),
    anew: oneOf(1, 2).map((maxUses) => ({ maxUses })),
  },
};

const options = ({ isLasting, anew, make }: Slot): fc.Arbitrary<Opts> => {
  const each: Record<string, fc.Arbitrary<unknown>> = {
    // The engine refuses to delete and to replace what is protected.
    ...(isLasting && { protect: fc.boolean() }),
    // An object that stays would keep the name of its replacement, and one that comes first cannot get it.
    ...(anew
      ? { deleteBeforeReplace: fc.constant(true) }
      : { retainOnDelete: fc.boolean(), deleteBeforeReplace: fc.boolean() }),
    customTimeouts: oneOf({ update: "2m" }, { create: "3m", update: "2m" }),
    ...(make === prompt && { ignoreChanges: oneOf(["content"], ["position"], []) }),
    ...(make === mapping && { dependsOn: oneOf(["mini"], ["gpt", "openai"]) }),
  };
  return fc.record(each, { requiredKeys: [] });
};

/** Most stays: half of the objects change nothing. */
function slotOf(name: string, slot: Slot): fc.Arbitrary<{ before?: Declared; after?: Declared }> {
  const { make, isLasting, isRenamed, outputs = [], anew = fc.constant({}) } = slot;
  const values = fc.tuple(slot.args, anew).map(([args, more]) => ({ ...args, ...more }));
  const drawn: fc.Arbitrary<Drawn> = fc.record({
    args: values,
    opts: options(slot),
    shows: fc.subarray([...outputs]),
  });
  const there = isLasting ? drawn : fc.option(drawn, { nil: undefined, freq: 4 });
  const declared = (each: Drawn, called = name): Declared => ({
    ...make(name, each.args, each.opts),
    name: called,
    ...(each.shows.length > 0 && { shows: each.shows }),
  });
  const renamed = isRenamed ? fc.boolean() : fc.constant(false);
  return fc.tuple(there, there, fc.boolean(), renamed).map(([old, other, stays, isCalledAnew]) => {
    const now = stays ? old : other;
    const alias = { aliases: [{ name }] };
    const moved = old && now && isCalledAnew ? { ...now, opts: { ...now.opts, ...alias } } : now;
    return {
      ...(old && { before: declared(old) }),
      ...(now && moved && { after: declared(moved, moved === now ? name : `${name}-anew`) }),
    };
  });
}

const programs: fc.Arbitrary<SeededProgram> = fc
  .tuple(...Object.entries(slots).map(([name, slot]) => slotOf(name, slot)))
  .map((all) => ({
    before: all.flatMap(({ before }) => before ?? []),
    after: all.flatMap(({ after }) => after ?? []),
  }));

const optionsOf = (objects: readonly Declared[]) =>
  JSON.stringify(objects.map(({ name, opts = {}, shows }) => [name, opts, shows]));

/** Thirty programs, each of which changes options of its resources or what it exports, most of them other things too. */
export const seededPrograms: readonly SeededProgram[] = fc.sample(
  programs.filter(({ before, after }) => optionsOf(before) !== optionsOf(after)),
  { numRuns: 30, seed: 30 },
);
