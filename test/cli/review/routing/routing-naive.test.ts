import fc from "fast-check";
import { expect, test } from "vitest";
import {
  alternatives,
  openOrder,
  openPattern,
  taken,
} from "../../../../cli/review/routing/mapping-reading.js";
import { routing } from "../../../../cli/review/routing/routing.js";
import type { End, Setup } from "../../../../cli/review/routing/setup.js";
import { setups } from "./arbitrary.js";
import { type NaiveEnd, naiveEnd, naiveRiddle, naiveTie } from "./naive.js";

function ended(end: End | undefined): NaiveEnd | undefined {
  return end && { is: end.is, model: end.model, urn: end.modelUrn, by: end.byUrn };
}

function naiveDepends(name: string, workspace: string, setup: Setup, formerly?: Setup): string[] {
  const place = (end: NaiveEnd | undefined) => JSON.stringify(end && { ...end, by: "" });
  const shown = place(naiveEnd(name, workspace, setup, formerly, taken));
  const open = alternatives
    .filter(({ reading }) => place(naiveEnd(name, workspace, setup, formerly, reading)) !== shown)
    .map((each) => each.open);
  const tie = naiveTie(name, workspace, setup, formerly, taken) ? [openOrder] : [];
  const riddle = naiveRiddle(name, workspace, setup, formerly, taken) ? [openPattern] : [];
  return [...new Set([...open, ...tie, ...riddle])].toSorted();
}

const nowhere = { is: "nowhere", model: undefined, urn: undefined, by: undefined };

test("every name ends, before and after, where trying everything says, and depends on what that says", () => {
  fc.assert(
    fc.property(setups, setups, (before, after) => {
      for (const route of routing(before, after).routes.filter(({ isPattern }) => !isPattern)) {
        const { incoming, workspace } = route;
        const was = naiveEnd(incoming, workspace, before, undefined, taken);
        const willBe = naiveEnd(incoming, workspace, after, before, taken) ?? (was && nowhere);
        expect([incoming, ended(route.before)]).toEqual([incoming, was]);
        expect([incoming, ended(route.after)]).toEqual([incoming, willBe]);
        if (route.before) {
          expect(route.before.depends.toSorted()).toEqual(naiveDepends(incoming, workspace, before));
        }
        if (route.after) {
          expect(route.after.depends.toSorted()).toEqual(naiveDepends(incoming, workspace, after, before));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("no known name that ends somewhere is left out, and none is there twice", () => {
  fc.assert(
    fc.property(setups, setups, (before, after) => {
      const routes = routing(before, after).routes.filter(({ isPattern }) => !isPattern);
      const shown = routes.map(({ workspace, incoming }) => JSON.stringify([workspace, incoming]));
      const known = [before, after].flatMap(({ models, mappings }) => [
        ...models.map(({ workspace, gatewayName }) => [workspace, gatewayName] as const),
        ...mappings.map((each) => [each.workspace, each.isPattern ? undefined : each.sourceName] as const),
      ]);
      const ending = known.flatMap(([workspace, name]) =>
        name !== undefined &&
        (naiveEnd(name, workspace, before, undefined, taken) ||
          naiveEnd(name, workspace, after, before, taken))
          ? [JSON.stringify([workspace, name])]
          : [],
      );
      expect(shown.toSorted()).toEqual([...new Set(ending)].toSorted());
    }),
    { numRuns: 500 },
  );
});
