import fc from "fast-check";
import { type Declared, ref } from "../../e2e/support/declaration.ts";

/** What a stack declares before a change, and after it. */
export interface Pair {
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
}

type Args = Record<string, unknown>;

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** Two hosts, one of them by two paths. */
const hosts = ["https://one.example/v1", "https://one.example/v2", "https://other.example/v1"];
const sources = ["a", "ab", "p/a", "chat", "q/b2"];
/** All are readable: which names another one matches is open. */
const patterns = ["a*", ".*", "a.*", "chat-?", "(a|chat)b?", "p/.*"];
const costs = [0, 1, 1.1, 2, 40];
const texts = ["Be brief.", "Be brief and kind.", "Say what you know.\nNo more."];

const source = fc.oneof(
  { weight: 3, arbitrary: oneOf(...sources).map((sourceName): Args => ({ sourceName })) },
  oneOf(...patterns).map((sourceName): Args => ({ sourceName, isPattern: true })),
);
const target = fc.oneof(
  { weight: 3, arbitrary: oneOf("a", "b", "c").map((name): Args => ({ to: name })) },
  oneOf("p/a", "q/b", "r/none").map((targetModel): Args => ({ targetModel })),
);

const model = (name: string) =>
  fc.record({
    providerId: oneOf("p", "p", "q"),
    name: oneOf(name, name, name, `${name}2`),
    inputCost: oneOf(...costs),
    outputCost: oneOf(...costs),
    displayName: oneOf("One", "Another"),
  });
const mapping = fc
  .record({ source, target, priority: maybe(0, 1, 2), enabled: maybe(true, true, false) })
  .map(({ source, target, ...more }) => ({ ...source, ...target, ...more }));
const prompt = fc.record({
  content: oneOf(...texts),
  environment: maybe("PRODUCTION", "STAGING"),
  isGlobal: maybe(true, false),
  model: maybe("a", "b"),
});
const config = fc.record({
  description: oneOf("One", "Another"),
  isDefault: oneOf(true, false),
  enabled: maybe(true, false),
});

/** What may be in a workspace, by the logical name that it has then; all of a kind have the same arguments. */
const slots: Readonly<Record<string, readonly [Declared["kind"], fc.Arbitrary<Args>]>> = {
  cap: ["Budget", fc.record({ budget: oneOf(10, 100, 110, 500, 0) })],
  p: ["ModelProvider", fc.record({ baseUrl: oneOf(...hosts), priority: oneOf(1, 2) })],
  q: ["ModelProvider", fc.record({ baseUrl: oneOf(...hosts), priority: oneOf(1, 2) })],
  a: ["Model", model("a")],
  b: ["Model", model("b")],
  c: ["Model", model("c")],
  u: ["Mapping", mapping],
  v: ["Mapping", mapping],
  w: ["Mapping", mapping],
  x: ["Mapping", mapping],
  s: ["Prompt", prompt],
  t: ["Prompt", prompt],
  ada: ["Member", fc.record({ role: oneOf("ADMIN", "MEMBER") })],
  ben: ["Member", fc.record({ role: oneOf("ADMIN", "MEMBER") })],
  d: ["Config", config],
  e: ["Config", config],
};

type Drawn = Record<string, Args | undefined>;

/** Most stays as it is: a pair whose halves have little in common would say little. */
const slot = (args: fc.Arbitrary<Args>): fc.Arbitrary<readonly [Args | undefined, Args | undefined]> => {
  const some = fc.option(args, { nil: undefined, freq: 3 });
  const first = (now: Args): Args => Object.fromEntries(Object.entries(now).slice(0, 1));
  const edited = fc.tuple(some, args).map(([old, now]) => [old, old && { ...old, ...first(now) }] as const);
  return fc.oneof(
    { weight: 5, arbitrary: some.map((each) => [each, each] as const) },
    { weight: 2, arbitrary: fc.tuple(some, some) },
    { weight: 1, arbitrary: edited },
  );
};

const workspace = fc.record(
  Object.fromEntries(Object.entries(slots).map(([name, [, args]]) => [name, slot(args)])),
);

/** Two accounts of one or two workspaces, with what may be in them. The second workspace may come or go. */
export const pairs: fc.Arbitrary<Pair> = fc
  .record({
    one: workspace,
    two: workspace,
    hasTwo: oneOf([true, true], [false, false], [true, false], [false, true]),
  })
  .map(({ one, two, hasTwo: [had, has] }) => ({
    before: [...objectsOf("one", half(one, 0)), ...(had ? objectsOf("two", half(two, 0)) : [])],
    after: [...objectsOf("one", half(one, 1)), ...(has ? objectsOf("two", half(two, 1)) : [])],
  }));

function half(drawn: Record<string, readonly [Args | undefined, Args | undefined]>, side: 0 | 1): Drawn {
  return Object.fromEntries(Object.entries(drawn).map(([name, both]) => [name, both[side]]));
}

/** The workspace with what is drawn for it, as far as what it refers to is there too. */
function objectsOf(workspace: string, drawn: Drawn): Declared[] {
  const at = (name: string) => `${workspace}-${name}`;
  const isThere = (name: unknown) => drawn[String(name)] !== undefined;
  const isModel = (name: unknown) => isThere(name) && isThere(drawn[String(name)]?.providerId);
  const objects = Object.entries(slots).flatMap(([name, [kind]]): Declared[] => {
    const args = drawn[name];
    if (args === undefined || (kind === "Model" && !isModel(name))) return [];
    const { to, model, ...own } = args;
    const targetModel = isModel(to) ? ref(at(String(to)), "gatewayName") : "p/a";
    const links = {
      ...(kind === "Model" && { providerId: ref(at(String(own.providerId))) }),
      ...(to !== undefined && { targetModel }),
      ...(isModel(model) && { modelId: ref(at(String(model))) }),
    };
    const all = { workspaceId: ref(workspace), ...fixed(kind, name), ...own, ...links };
    const there = Object.entries(all).filter(([, value]) => value !== undefined);
    return [{ kind, name: at(name), args: Object.fromEntries(there) }];
  });
  const holder = { kind: "Workspace", name: workspace, args: { name: `Team ${workspace}` } } as const;
  return [holder, ...withoutTies(objects)];
}

/** What all objects of a kind have, and what tells one from the other. */
function fixed(kind: Declared["kind"], name: string): Args {
  const all: Readonly<Record<string, Args>> = {
    Model: { type: "chat", contextWindow: 1000 },
    ModelProvider: { name, compatibility: "OPENAI_SDK" },
    Member: { email: `${name === "ada" ? "admin" : "member"}@example.com` },
    ...{ Prompt: { name }, Config: { name } },
  };
  return all[kind] ?? {};
}

/** The API leaves open which of two mappings of one priority decides. Those have laws of their own (moved-names.test.ts). */
function withoutTies(objects: readonly Declared[]): Declared[] {
  const seen = new Set<string>();
  return objects.filter(({ kind, args }) => {
    const { sourceName, priority = 0, isPattern = false } = args ?? {};
    const key = JSON.stringify([isPattern || sourceName, priority]);
    const isNew = kind !== "Mapping" || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
