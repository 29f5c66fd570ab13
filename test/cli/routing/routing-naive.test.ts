import fc from "fast-check";
import { expect, test } from "vitest";
import { alternatives, openOrder, openPattern, taken } from "../../../cli/routing/mapping-reading.js";
import { routing } from "../../../cli/routing/routing.js";
import type { End, Setup } from "../../../cli/routing/setup.js";
import { setups } from "./arbitrary.js";
import { type Asked, type NaiveEnd, naiveEnd, naiveRiddle, naiveTie } from "./naive.js";

function ended(end: End | undefined): NaiveEnd | undefined {
  return end && { is: end.is, model: end.model, urn: end.modelUrn, by: end.byUrn };
}

function naiveDepends(asked: Asked): string[] {
  const place = (end: NaiveEnd | undefined) => JSON.stringify(end && { ...end, by: "" });
  const shown = place(naiveEnd(asked));
  const open = alternatives
    .filter(({ reading }) => place(naiveEnd({ ...asked, reading })) !== shown)
    .map((each) => each.open);
  const tie = naiveTie(asked) ? [openOrder] : [];
  const riddle = naiveRiddle(asked) ? [openPattern] : [];
  return [...new Set([...open, ...tie, ...riddle])].toSorted();
}

/** A name as it is asked for before a change, and after it. */
function bothSides(name: string, workspace: string, before: Setup, after: Setup): [Asked, Asked] {
  const asked = { name, workspace, reading: taken };
  return [
    { ...asked, setup: before, formerly: undefined },
    { ...asked, setup: after, formerly: before },
  ];
}

const nowhere = { is: "nowhere", model: undefined, urn: undefined, by: undefined };

test("every name ends, before and after, where trying everything says, and depends on what that says", () => {
  fc.assert(
    fc.property(setups, setups, (before, after) => {
      for (const route of routing(before, after).filter(({ isPattern }) => !isPattern)) {
        const { incoming } = route;
        const [old, now] = bothSides(incoming, route.workspace, before, after);
        const was = naiveEnd(old);
        const willBe = naiveEnd(now) ?? (was && nowhere);
        expect([incoming, ended(route.before)]).toEqual([incoming, was]);
        expect([incoming, ended(route.after)]).toEqual([incoming, willBe]);
        if (route.before) expect(route.before.depends.toSorted()).toEqual(naiveDepends(old));
        if (route.after) expect(route.after.depends.toSorted()).toEqual(naiveDepends(now));
      }
    }),
    { numRuns: 1000 },
  );
});

test("no known name that ends somewhere is left out, and none is there twice", () => {
  fc.assert(
    fc.property(setups, setups, (before, after) => {
      const routes = routing(before, after).filter(({ isPattern }) => !isPattern);
      const shown = routes.map(({ workspace, incoming }) => JSON.stringify([workspace, incoming]));
      const known = [before, after].flatMap(({ models, mappings }) => [
        ...models.map(({ workspace, gatewayName }) => [workspace, gatewayName] as const),
        ...mappings.map((each) => [each.workspace, each.isPattern ? undefined : each.sourceName] as const),
      ]);
      const ending = known.flatMap(([workspace, name]) =>
        name !== undefined && bothSides(name, workspace, before, after).some(naiveEnd)
          ? [JSON.stringify([workspace, name])]
          : [],
      );
      expect(shown.toSorted()).toEqual([...new Set(ending)].toSorted());
    }),
    { numRuns: 500 },
  );
});
