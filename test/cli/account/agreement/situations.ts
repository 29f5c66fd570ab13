import fc from "fast-check";

/** An object of a workspace, by the name that both the program and the gateway have for it. */
export interface Thing {
  readonly kind: "ModelProvider" | "Model" | "Prompt" | "Mapping" | "Config";
  readonly name: string;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/** What somebody does at the console, to the one of the objects that a number means. */
export type Click =
  | { readonly does: "edit" | "delete"; readonly which: number; readonly by: number }
  | { readonly does: "add"; readonly thing: Thing };

/** A run that was killed: what it had done on the gateway is not in the state. */
interface Killed {
  readonly made: readonly Thing[];
  readonly changed: readonly number[];
}

/** What goes wrong while an account is read. */
interface Trouble {
  readonly table: string;
  readonly how: { readonly kind: "status"; readonly status: number } | { readonly kind: "cut-body" };
  /** So many requests are answered before. */
  readonly skip: number;
}

/** An account as an `up` left it, and what was done to it since. */
export interface Situation {
  readonly things: readonly Thing[];
  readonly clicks: readonly Click[];
  readonly killed: Killed | undefined;
  readonly trouble: Trouble | undefined;
  /** After how many rows lists are cut, which they tell. */
  readonly cut: number | null;
}

export const tables: Readonly<Record<Thing["kind"] | "Workspace", string>> = {
  Workspace: "workspaces",
  ModelProvider: "providers",
  Model: "models",
  Prompt: "prompts",
  Mapping: "mappings",
  Config: "configs",
};

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const text = oneOf("Be brief.", "Be brief.\nSay why.", " Ünïcode\t„so“ ", `${"Long. ".repeat(40)}\n`, "0");
const number = oneOf(0, 1, 2, 3.5, 1000);

const argsOf: Readonly<Record<Thing["kind"], fc.Arbitrary<Thing["args"]>>> = {
  ModelProvider: fc.record({
    baseUrl: oneOf("https://one.example/v1", "https://two.example"),
    priority: oneOf(1, 2),
  }),
  Model: fc.record({ inputCost: number, outputCost: number, displayName: text }),
  Prompt: fc.record(
    {
      content: text,
      environment: oneOf("PRODUCTION", "STAGING"),
      position: oneOf(0, 1, 2),
      enabled: fc.boolean(),
    },
    { requiredKeys: ["content"] },
  ),
  Mapping: fc.record(
    { priority: oneOf(0, 1, 2, 3), isPattern: fc.boolean(), enabled: fc.boolean() },
    { requiredKeys: [] },
  ),
  Config: fc.record({ description: text, isDefault: fc.boolean() }, { requiredKeys: ["description"] }),
};

const kinds = Object.keys(argsOf) as Thing["kind"][];

/** Objects with names of their own: what one was called, no other is called afterwards. */
const named = (prefix: string, atMost: number): fc.Arbitrary<Thing[]> =>
  fc
    .array(
      oneOf(...kinds).chain((kind) => argsOf[kind].map((args) => ({ kind, args }))),
      { maxLength: atMost },
    )
    .map((all) => all.map((each, at) => ({ ...each, name: `${prefix}-${at}` })));

const click: fc.Arbitrary<(name: string) => Click> = fc.oneof(
  fc
    .record({ does: oneOf<"edit" | "delete">("edit", "edit", "delete"), which: fc.nat(99), by: fc.nat(99) })
    .map((each) => (): Click => each),
  oneOf(...kinds)
    .chain((kind) => argsOf[kind].map((args) => ({ kind, args })))
    .map(
      (thing) =>
        (name: string): Click => ({ does: "add", thing: { ...thing, name } }),
    ),
);

const trouble: fc.Arbitrary<Trouble> = fc.record({
  table: oneOf(...Object.values(tables)),
  how: oneOf<Trouble["how"]>(
    { kind: "status", status: 403 },
    { kind: "status", status: 500 },
    { kind: "status", status: 404 },
    { kind: "cut-body" },
  ),
  skip: oneOf(0, 0, 1),
});

const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const all: fc.Arbitrary<Situation> = fc.record({
  things: named("own", 9),
  clicks: fc.array(click, { maxLength: 5 }).map((all) => all.map((make, at) => make(`clicked-${at}`))),
  killed: perhaps(fc.record({ made: named("lost", 3), changed: fc.array(fc.nat(99), { maxLength: 2 }) })),
  trouble: perhaps(trouble),
  cut: oneOf(null, null, null, 2),
});

/** Where lists are cut, nothing is made whose answer was lost: it might be there already. */
export const situations = all.map(
  (each): Situation => (each.cut === null ? each : { ...each, killed: undefined }),
);

/** Another value of a property that the console can edit; undefined for what has none. */
export function edited({ kind, args }: Thing, by: number): Thing["args"] | undefined {
  const names = Object.keys(args).filter((name) => name !== "isPattern" && kind !== "Config");
  const name = names[by % Math.max(names.length, 1)];
  const old = name === undefined ? undefined : args[name];
  if (name === undefined || old === undefined) return undefined;
  if (typeof old === "boolean") return { [name]: !old };
  if (typeof old === "number") return { [name]: old + 1 + (by % 3) };
  if (name === "environment") return { [name]: old === "PRODUCTION" ? "STAGING" : "PRODUCTION" };
  return { [name]: name === "baseUrl" ? `https://${by}.example/v1` : `By hand, ${by}.\n${old}` };
}
