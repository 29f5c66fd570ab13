import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { dangerRules, levels } from "../../../provider/spec/danger.ts";
import { type Pair, pairs } from "../../cli/account/accounts.ts";
import { plannedOf } from "../../cli/account/engine.ts";
import { expectNaive } from "../../cli/account/expect-naive.ts";
import { Console } from "../support/console.ts";
import { life } from "../support/life.ts";
import { directions } from "./directions.ts";
import { harmful, harmless } from "./edits.ts";
import { apply, judge, previews, review, tried, without } from "./judged.ts";

const harm = tried(harmful, "a");
const daily = tried(harmless, "h");
/** The reference gateway takes no pattern that cannot be read. */
const isTaken = (pair: Pair) => !JSON.stringify(pair).includes('"["');
const drawn = fc
  .sample(pairs.filter(isTaken), { numRuns: 40, seed: 30 })
  .map((pair, index) => ({ ...pair, what: `pair ${index}` }));
const any = tried(drawn, "p");
const ways = tried(directions, "d");
const all = [...harm, ...daily, ...any, ...ways];

/** All edits share a stack, each in workspaces of its own, so that few runs of the engine show all of them. */
const w = life(
  {
    objects: all.flatMap(({ after }) => after),
    env: { PULUMI_SKIP_CHECKPOINTS: "true" },
    variants: { twins: true },
  },
  async () => {
    const clicks = new Console(w.gateway);
    const theirs = await clicks.workspace("Theirs");
    const openai = await clicks.provider(theirs, "openai");
    const large = await clicks.model(theirs, openai, "large");
    await clicks.mapping(theirs, "default", large.gateway_name);
    await clicks.budget(theirs, 500);
    await apply(w, all);
  },
);

/** Who is in every workspace that is there before, and what the gateway gives it as a budget. */
function foundBefore({ before }: Pair) {
  const workspaces = before.filter(({ kind }) => kind === "Workspace").map(({ name }) => name);
  return Object.fromEntries(
    workspaces.flatMap((name) => [
      [`${name}-ada`, { role: "ADMIN" }],
      [`${name}-ben`, { role: "MEMBER" }],
      [`${name}-cap`, { budget: 0 }],
    ]),
  );
}

let previewOf: (token: string) => string;
beforeAll(async () => {
  previewOf = await previews(w, all);
});

describe("a change that does harm is refused, or of high risk", () => {
  test.each(harm)("$what", async ({ token }) => {
    const { risk, refused, findings } = await judge(w, previewOf(token));
    expect(refused || risk === "high", `${risk}: ${findings.join(", ")}`).toBe(true);
  });
});

describe("a change that people make every day is let through, with at most a medium risk", () => {
  test.each(daily)("$what", async ({ token }) => {
    const { risk, refused, findings } = await judge(w, previewOf(token));
    const most = expect.stringMatching(/^(none|low|medium)$/);
    expect({ risk, refused, findings }).toMatchObject({ risk: most, refused: false });
  });
});

const worst = (some: readonly string[]) => levels.findLast((level) => some.includes(level));

const ofTables = new Set<string>(dangerRules);

describe("a change of a field is of the level that the table of its kind says", () => {
  test.each(ways)("$what", async ({ token, of, expected }) => {
    const { stdout } = await review(w, previewOf(token));
    const { findings }: { findings: { rule: string; name: string; level: string }[] } = JSON.parse(stdout);
    const told = findings.filter(({ rule, name }) => name === `${token}-${of}` && ofTables.has(rule));
    expect(Object.fromEntries(told.map(({ rule, level }) => [rule, level]))).toMatchObject(expected);
    expect(worst(told.map(({ level }) => level))).toBe(worst(Object.values(expected)));
  });
});

test("a review of any two accounts by the real engine says what a naive reading of both says", async () => {
  for (const [index, { token }] of any.entries()) {
    const pair = drawn[index] ?? expect.unreachable();
    const { code, stdout, output } = await review(w, without(token, previewOf(token)));
    expect([0, 3], output).toContain(code);
    expectNaive(JSON.parse(stdout), plannedOf(pair), foundBefore(pair));
  }
});
