import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRoutes, type Route, routeChange } from "../../../cli/routing/compare-routes.js";
import { type Destination, routeFinder, workspacesOf } from "../../../cli/routing/route.js";
import { alternatives, defaultSemantics, openOrder, openPattern } from "../../../cli/routing/semantics.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { runs } from "../../harness/tests/depth.ts";
import { changes, gatewayNames, names, setups } from "./arbitrary.ts";
import {
  type Asked,
  type NaiveEnd,
  naiveEnd,
  naiveModels,
  naiveRiddle,
  naiveTakes,
  naiveTie,
} from "./naive.ts";

function naiveForm(end: Destination | undefined): NaiveEnd | undefined {
  return end && { is: end.is, model: end.model, urn: end.modelUrn, by: end.byUrn };
}

/** Where a name goes under each other reading, if that differs: the question and the end. */
function naiveOtherwise(asked: Asked): string[] {
  const place = (end: NaiveEnd | undefined) => JSON.stringify(end && { ...end, by: "" });
  const shown = place(naiveEnd(asked));
  return alternatives.flatMap(({ open, difference }) => {
    const end = place(naiveEnd({ ...asked, reading: { ...defaultSemantics, ...difference } }));
    return end === shown ? [] : [`${open} ${end}`];
  });
}

/** All names that setups know in a workspace. */
function knownNames(workspace: string, ...setups: readonly Setup[]): string[] {
  const inside = setups.flatMap(({ models, mappings }) => [
    ...models.map((each) => ({ in: each.workspace, name: each.gatewayName })),
    ...mappings.map((each) => ({ in: each.workspace, name: each.isPattern ? undefined : each.sourceName })),
  ]);
  return [...new Set(inside.flatMap((each) => (each.in === workspace ? (each.name ?? []) : [])))];
}

test("every name resolves before and after as in the naive implementation, with the same open questions", () => {
  let open = 0;
  fc.assert(
    fc.property(setups, setups, names, (before, after, drawn) => {
      for (const workspace of ["one", "two"]) {
        for (const [setup, formerly] of [[before, undefined] as const, [after, before] as const]) {
          const finder = routeFinder(workspacesOf(setup, formerly)(workspace));
          for (const name of new Set([drawn, ...knownNames(workspace, before, after)])) {
            const asked = { name, workspace, setup, formerly, reading: defaultSemantics };
            const { end, otherwise, depends } = finder.find(name);
            expect([name, naiveForm(end)]).toEqual([name, naiveEnd(asked)]);
            const others = otherwise.filter((each) => ![openOrder, openPattern].includes(each.open));
            expect(
              others.map((each) => {
                const place = naiveForm(each.end);
                return `${each.open} ${JSON.stringify(place && { ...place, by: "" })}`;
              }),
            ).toEqual(naiveOtherwise(asked));
            expect(depends.includes(openOrder)).toBe(naiveTie(asked));
            expect(depends.includes(openPattern)).toBe(naiveRiddle(asked));
            open += depends.length;
          }
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(open).toBeGreaterThan(100);
});

const letters = ["a", "b", "4", "A", "-"];
const namesUpTo = (length: number): string[] =>
  length === 0
    ? [""]
    : namesUpTo(length - 1).flatMap((name) => ["", ...letters.map((letter) => letter + name)]);
const shortNames = [...new Set([...namesUpTo(3), ...gatewayNames])];

/** Where a route goes from and to, as far as these are models. An end that is open names the model that is new. */
function endsOf({ before, after }: Route): readonly [string | undefined, string | undefined] {
  const isOpen = after?.is === "unknown" && after.depends.includes(openOrder);
  return [before?.model, after?.is === "model" || isOpen ? after.model : undefined];
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((each) => !others.has(each));

/** Whether it is one of them, or there is none and it is none. */
const hasOne = (all: ReadonlySet<string>, one: string | undefined) =>
  one === undefined ? all.size === 0 : all.has(one);

test("every name with a changed destination is in a changed route and in no unchanged one", () => {
  const seen = { moves: 0, ties: 0 };
  fc.assert(
    fc.property(changes, ({ before, after }) => {
      const routes = compareRoutes(before, after);
      const [kept, changed] = [true, false].map((is) =>
        routes.filter((route) => (routeChange(route) === "kept") === is),
      );
      const staying = new Set(kept?.flatMap(({ isRest, incoming }) => (isRest ? [] : incoming)));
      const mappings = [...before.mappings, ...after.mappings];
      const patterns = mappings.filter(({ isPattern, enabled }) => isPattern && enabled);
      const exact = mappings.flatMap(({ isPattern, sourceName = "" }) => (isPattern ? [] : sourceName));
      const known = new Set([...gatewayNames, ...exact]);
      const modelsIn = (setup: Setup) =>
        naiveModels({ workspace: "one", setup, formerly: undefined, reading: defaultSemantics });
      const [modelsBefore, modelsAfter] = [modelsIn(before), modelsIn(after)];
      const modelsOf = (name: string) => [modelsBefore(name), modelsAfter(name)] as const;
      for (const name of shortNames) {
        const [old, now] = modelsOf(name);
        const isMoved = without(old, now).length + without(now, old).length > 0;
        // A name that nothing took before has one route, to the end that is shown.
        const news = old.size === 0 ? [] : without(now, old);
        const takers = patterns.filter((each) => naiveTakes(each, name, defaultSemantics));
        const texts = known.has(name) ? [name] : takers.map(({ sourceName = "" }) => sourceName);
        const here = changed?.filter(
          ({ incoming, isPattern }) => texts.includes(incoming) && isPattern !== known.has(name),
        );
        if (isMoved) {
          const ends = here?.map(endsOf) ?? [];
          const left = without(old, now).filter(
            (end) => !ends.some(([from, to]) => from === end && hasOne(now, to)),
          );
          const missed = news.filter((end) => !ends.some(([from, to]) => to === end && hasOne(old, from)));
          const stays = known.has(name) ? [] : texts.filter((text) => staying.has(text));
          expect({ name, missed, left, stays }).toEqual({ name, missed: [], left: [], stays: [] });
          seen.moves += 1;
          seen.ties += old.size + now.size > 2 ? 1 : 0;
        } else if (known.has(name) && now.size === 1) {
          expect([name, here]).toEqual([name, []]);
        }
      }
      for (const route of changed ?? []) {
        const { example = route.incoming } = route;
        const [from, to] = endsOf(route);
        const [old, now] = modelsOf(example);
        const isSo = hasOne(old, from) && hasOne(now, to);
        if (route.example !== undefined || !route.isPattern) expect([route, isSo]).toEqual([route, true]);
        if (route.after?.is === "unknown") expect(route.after.depends).toContain(openOrder);
      }
    }),
    { numRuns: runs(3000) },
  );
  expect(seen.moves).toBeGreaterThan(1000);
  expect(seen.ties).toBeGreaterThan(40);
});
