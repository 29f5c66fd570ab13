import fc from "fast-check";
import { expect, test } from "vitest";

import { resourcesOf } from "../../../cli/review/facts/resources.js";
import { declaredAt } from "../../../cli/review/facts/setups.js";
import { readPlan } from "../../../cli/review/plan/read-plan.js";
import { compareRoutes } from "../../../cli/routing/compare-routes.js";
import { routedSetup } from "../../../cli/routing/setup.js";
import { usageEffects } from "../../../cli/usage/effects.js";
import { kinds } from "../../../provider/every-kind.js";
import { type Declared, ref } from "../../e2e/support/declaration.ts";
import { runs, seedOf } from "../../harness/tests/depth.ts";
import { type Pair, pairs } from "../account/accounts.ts";
import { gatewayNamesOf, plannedOf, previewOf } from "../account/engine.ts";

import { cellsOf, Replay, type Row } from "./replay.ts";

const unit = 1000;
/** A month, so that nothing is scaled. */
const time = { since: "2026-10-01T00:00:00.000Z", until: "2026-10-31T00:00:00.000Z" };

const models = ["one-a", "one-b", "one-c", "two-a", "two-b", "two-c", "another"];
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    model: fc.constantFrom(...models),
    tokensInput: fc.nat(100_000),
    tokensOutput: fc.nat(10_000),
    cost: fc.double({ min: 0, max: 50, noNaN: true }),
  }),
  { minLength: 10, maxLength: 40 },
);

/** Where patterns take names, nobody knows all that callers ask for: most pairs have none. */
const mostlyPlain = fc.tuple(pairs, fc.nat(3)).map(([pair, dice]): Pair => {
  const isLeft = ({ args }: Declared) => dice === 0 || args?.isPattern !== true;
  return { before: pair.before.filter(isLeft), after: pair.after.filter(isLeft) };
});

/** The same account twice, with other targets of its mappings and other prices: more changes where there is usage. */
const rerouted = fc
  .tuple(mostlyPlain, fc.infiniteStream(fc.noBias(fc.nat(5))))
  .map(([{ before }, dice]): Pair => {
    const next = () => Number(dice.next().value);
    const models = before.filter(({ kind }) => kind === "Model");
    const redrawn = (object: Declared): Declared => {
      const inside = models.filter(({ name }) => name.startsWith(object.name.slice(0, 4)));
      const target = inside[next() % inside.length];
      if (object.kind === "Mapping" && target !== undefined) {
        return {
          ...object,
          args: { ...object.args, enabled: true, targetModel: ref(target.name, "gatewayName") },
        };
      }
      const costs = { inputCost: next(), outputCost: next() };
      return object.kind === "Model" && next() > 2
        ? { ...object, args: { ...object.args, ...costs } }
        : object;
    };
    return { before: before.map(redrawn), after: before.map(redrawn) };
  });

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

function effectsOf(pair: Pair, drawn: readonly Row[]) {
  const resources = resourcesOf(readPlan(previewOf(pair), kinds), kinds);
  const [before, after] = [declaredAt("before", resources), declaredAt("after", resources)];
  const change = { before, after, routes: compareRoutes(routedSetup(before), routedSetup(after)) };
  const usage = { ...time, cells: cellsOf(drawn) };
  return usageEffects(usage, change, { money: { unit }, spending: new Map(), showsKeys: false });
}

test("what a change costs is what its rows cost when they are asked and priced anew, for any two accounts", {
  timeout: 120_000,
}, () => {
  const seen = { exact: 0, ranges: 0, changed: 0 };
  fc.assert(
    fc.property(fc.oneof(mostlyPlain, rerouted, rerouted), rows, (pair, drawn) => {
      const { models: effects, total } = effectsOf(pair, drawn);
      const replay = new Replay(plannedOf(pair), gatewayNamesOf(pair.before), unit);
      const byModel = Map.groupBy(drawn, ({ model }) => model);
      let sums = { least: 0, most: 0, isKnown: true, isWhole: true };
      for (const [model, some] of byModel) {
        const effect = effects.find(({ urn }) => urn.endsWith(`::${model}`));
        const costs = some.map((row) => replay.costOf(row));
        const known = costs.filter((cost) => cost !== undefined);
        const isKnown = known.length === costs.length;
        const isWhole = known.every((each) => each.isWhole);
        const after = effect?.cost.after ?? { least: Number.NaN, most: Number.NaN };
        const naive = {
          least: sumOf(known.map(({ least }) => least)),
          most: sumOf(known.map(({ most }) => most)),
        };
        sums = {
          least: sums.least + naive.least,
          most: sums.most + naive.most,
          isKnown: sums.isKnown && isKnown,
          isWhole: sums.isWhole && isWhole,
        };
        if (effect === undefined || !isKnown) continue;
        if (isWhole) {
          expect(effect.cost.isOpen, model).toBeUndefined();
          expect(after.least).toBeCloseTo(naive.least, 6);
          expect(after.most).toBeCloseTo(naive.most, 6);
          seen.changed += effect.isAffected ? 1 : 0;
          seen.ranges += naive.least < naive.most ? 1 : 0;
          seen.exact += naive.least < naive.most ? 0 : 1;
        } else if (!effect.cost.isOpen) {
          expect(after.least).toBeLessThanOrEqual(naive.least + 1e-6);
          expect(after.most).toBeGreaterThanOrEqual(naive.most - 1e-6);
        }
      }
      if (sums.isKnown && sums.isWhole) {
        expect(total.cost.after?.least).toBeCloseTo(sums.least, 6);
        expect(total.cost.after?.most).toBeCloseTo(sums.most, 6);
      }
      expect(total.cost.now).toBeCloseTo(sumOf(drawn.map(({ cost }) => cost)), 6);
    }),
    { numRuns: runs(500), seed: seedOf(32) },
  );
  expect(Math.min(seen.exact, seen.ranges, seen.changed), JSON.stringify(seen)).toBeGreaterThan(5);
});
