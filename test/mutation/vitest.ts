import { setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import { expect, vi as ofVitest } from "vitest";
import { registry } from "./registry.ts";

// What the tests of client, lifecycle and contract use of vitest. Another name fails when its file is loaded.
export { expect };

/** That of vitest asks the worker, and there is none. */
async function waitFor<T>(attempt: () => T | Promise<T>, { timeout = 1000, interval = 50 } = {}): Promise<T> {
  for (let left = timeout; ; left -= interval) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0) {
        throw error;
      }
      await sleep(interval);
    }
  }
}

export const vi = Object.assign(Object.create(ofVitest), { waitFor });

type Body = (...values: unknown[]) => unknown;

const placeholder = /%[sdifjoO]/g;

function titleOf(name: string, row: readonly unknown[]): string {
  return format(name, ...row.slice(0, name.match(placeholder)?.length ?? 0));
}

/** What comes between a name and a body is of no use here: `hang` says how long a test may take. */
type Rest = [Body] | [options: unknown, Body];
const bodyOf = (rest: Rest): Body => rest[rest.length - 1] as Body;

function each(declare: (name: string, body: () => unknown) => void) {
  return (rows: readonly unknown[]) =>
    (name: string, ...rest: Rest) => {
      for (const row of rows) {
        const values = Array.isArray(row) ? row : [row];
        declare(titleOf(name, values), () => bodyOf(rest)(...values));
      }
    };
}

const declareTest = (name: string, ...rest: Rest) => registry.add(name, () => bodyOf(rest)());
const skip = () => {};

export const test = Object.assign(declareTest, {
  each: each(declareTest),
  skipIf: (condition: boolean) => (condition ? skip : declareTest),
});

const declareGroup = (name: string, declare: () => void) => registry.within(name, declare);

export const describe = Object.assign(declareGroup, {
  each: each((name, declare) => registry.within(name, () => void declare())),
});

export const afterEach = (step: () => unknown): void => registry.afterEach(step);
export const onTestFinished = (step: () => unknown): void => void registry.finishing.push(step);
