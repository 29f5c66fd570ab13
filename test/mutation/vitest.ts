import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import { vi as mocks, expect as ofVitest } from "vitest";
import { inOrder, registry } from "./registry.ts";

// The parts of vitest that the tests of client, lifecycle, contract, routing and review use. Loading a test file
// fails if it imports anything else.

/** Vitest's own matcher needs a worker. */
async function matchFileSnapshot(received: string, file: string): Promise<void> {
  ofVitest(received).toBe(readFileSync(path.resolve(path.dirname(registry.running), file), "utf8"));
}

export const expect = new Proxy(ofVitest, {
  apply(target, self, given: Parameters<typeof ofVitest>) {
    const toMatchFileSnapshot = (file: string) => matchFileSnapshot(String(given[0]), file);
    return Object.defineProperty(Reflect.apply(target, self, given), "toMatchFileSnapshot", {
      value: toMatchFileSnapshot,
    });
  },
});

/** Vitest's own function needs a worker. */
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

export const vi = Object.assign(Object.create(mocks), { waitFor });

type Body = (...values: unknown[]) => unknown;

const placeholder = /%[sdifjoO]/g;

function titleOf(name: string, row: readonly unknown[]): string {
  return format(name, ...row.slice(0, name.match(placeholder)?.length ?? 0));
}

/** What comes between a name and a body is of no use here: `hang` says how long a test may take. */
type Rest = [Body] | [options: unknown, Body];
const bodyOf = (rest: Rest): Body => rest[rest.length - 1] as Body;

function each(declare: (name: string, body: () => unknown, written: string) => void) {
  return (rows: readonly unknown[]) =>
    (name: string, ...rest: Rest) => {
      for (const row of rows) {
        const values = Array.isArray(row) ? row : [row];
        declare(titleOf(name, values), () => bodyOf(rest)(...values), name);
      }
    };
}

type Steps = (() => unknown)[];
type Fixture = (context: { task: unknown }, tools: { onCleanup(step: () => unknown): void }) => unknown;
type Fixtures = Readonly<Record<string, Fixture>>;

/** Runs a body with the fixtures that its parameters name, as vitest does, and cleans up after it. */
async function runWith(fixtures: Fixtures, body: Body, ...row: unknown[]): Promise<void> {
  const [parameters = ""] = String(body).split("=>");
  const wanted = Object.entries(fixtures).filter(([name]) => new RegExp(`\\b${name}\\b`).test(parameters));
  const context: Record<string, unknown> = {};
  const cleanups: Steps = [];
  registry.finishing.push(() => inOrder(cleanups.reverse()));
  for (const [name, make] of wanted) {
    context[name] = await make({ task: undefined }, { onCleanup: (step) => void cleanups.push(step) });
  }
  await body(...row, context);
}

const skip = () => {};

function testWith(fixtures: Fixtures) {
  const declare = (name: string, ...rest: Rest) => registry.add(name, () => runWith(fixtures, bodyOf(rest)));
  return Object.assign(declare, {
    each: each((name, body, written) => registry.add(name, body, written)),
    for:
      (rows: readonly unknown[]) =>
      (name: string, ...rest: Rest) => {
        for (const row of rows) {
          registry.add(titleOf(name, [row]), () => runWith(fixtures, bodyOf(rest), row), name);
        }
      },
    skipIf: (condition: boolean) => (condition ? skip : declare),
    extend: (name: string, make: Fixture) => testWith({ ...fixtures, [name]: make }),
  });
}

export const test: ReturnType<typeof testWith> = testWith({});

const declareGroup = (name: string, declare: () => void) => registry.within(name, declare);

export const describe = Object.assign(declareGroup, {
  each: each((name, declare) => registry.within(name, () => void declare())),
  skipIf: (condition: boolean) => (condition ? skip : declareGroup),
});

export const afterEach = (step: () => unknown): void => registry.afterEach(step);
export const onTestFinished = (step: () => unknown): void => void registry.finishing.push(step);
