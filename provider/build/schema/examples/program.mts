/** What an example does, in no language: what it declares and reads, and what the stack exports. */
export interface Program {
  readonly steps: readonly Step[];
  readonly outputs: readonly Entry[];
}

/** Something with a variable: a resource, or what a function has read. */
export interface Step {
  readonly is: "resource" | "call";
  readonly variable: string;
  /** The kind, or the function. */
  readonly type: string;
  /** The name of a resource. */
  readonly name: string;
  readonly args: readonly Entry[];
  /** The variable of the provider that a resource has. */
  readonly provider?: string | undefined;
}

export type Entry = readonly [name: string, value: Value];

export type Value =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "number"; readonly number: string; readonly isWhole: boolean }
  | { readonly is: "switch"; readonly on: boolean }
  | { readonly is: "list"; readonly items: readonly Value[]; readonly ofTexts: boolean }
  /** `type`: the name of its type; undefined if its keys are the user's. */
  | { readonly is: "object"; readonly type: string | undefined; readonly entries: readonly Entry[] }
  | { readonly is: "property"; readonly of: Pick<Step, "is" | "variable">; readonly name: string }
  | { readonly is: "setting"; readonly name: string; readonly secret: boolean };

/** All values of a program, also those inside of others. */
export function valuesOf({ steps, outputs }: Program): Value[] {
  return [...steps.flatMap(({ args }) => args), ...outputs].flatMap(([, value]) => withInner(value));
}

function withInner(value: Value): Value[] {
  const inner =
    value.is === "list" ? value.items : value.is === "object" ? value.entries.map(([, each]) => each) : [];
  return [value, ...inner.flatMap(withInner)];
}

/** Whether something later in the program names a variable. */
export function isUsed(program: Program, variable: string): boolean {
  return (
    program.steps.some(({ provider }) => provider === variable) ||
    valuesOf(program).some((value) => value.is === "property" && value.of.variable === variable)
  );
}

export function settingsOf(program: Program) {
  return valuesOf(program).filter((value) => value.is === "setting");
}
