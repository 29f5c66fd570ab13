import { expect } from "vitest";
import type { ProcessResult } from "../../harness/process.ts";

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: State;
  readonly newState?: State;
}

interface State {
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** A change that a preview shows. */
export interface Planned {
  readonly op: string;
  readonly kind: string;
  /** The names of the inputs that change, without those that only the engine and the provider see. */
  readonly inputs: string[];
}

/** What `pulumi preview --json` would change, without what stays. */
export function planned({ code, stdout, output }: ProcessResult): Planned[] {
  expect(code, output).toBe(0);
  const { steps }: { steps: Step[] } = JSON.parse(stdout);
  return steps
    .filter(({ op }) => op !== "same")
    .map(({ op, urn, oldState, newState }) => ({
      op,
      kind: urn.split("::")[2]?.split(":").at(-1) ?? "",
      inputs: differing(oldState?.inputs ?? {}, newState?.inputs ?? {}),
    }));
}

function differing(before: NonNullable<State["inputs"]>, after: NonNullable<State["inputs"]>): string[] {
  const names = new Set(
    [...Object.keys(before), ...Object.keys(after)].filter((name) => !name.startsWith("__")),
  );
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}
