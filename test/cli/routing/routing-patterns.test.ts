import fc from "fast-check";
import { expect, test } from "vitest";
import { taken } from "../../../cli/routing/mapping-reading.js";
import { counts } from "../../../cli/routing/order.js";
import { routing } from "../../../cli/routing/routing.js";
import { setups } from "./arbitrary.js";
import { naiveTakes } from "./naive.js";

const letters = ["a", "b", "c", "A", ".", "-", "/", "p"];
const upTo2 = ["", ...letters, ...letters.flatMap((one) => letters.map((other) => one + other))];
const samples = [...upTo2, ...upTo2.flatMap((text) => letters.map((letter) => `a${text}${letter}`))];

test("the mapping that a pattern's route ends by takes every name that the pattern takes", () => {
  fc.assert(
    fc.property(setups, (setup) => {
      const routes = routing(setup, setup).filter(({ isPattern }) => isPattern);
      for (const { incoming, workspace, after } of routes) {
        const by = setup.mappings.find(({ urn }) => urn === after?.byUrn);
        const itself = { urn: "", name: "", workspace, sourceName: incoming, isPattern: true };
        const names = samples.filter((name) => naiveTakes(itself, name, taken));
        const missed = names.filter((name) => by === undefined || !naiveTakes(by, name, taken));
        expect([incoming, by?.sourceName, missed]).toEqual([incoming, by?.sourceName, []]);
      }
      const patterns = setup.mappings.filter((each) => each.isPattern && counts(each, taken));
      expect(new Set(routes.map((route) => JSON.stringify([route.workspace, route.incoming])))).toEqual(
        new Set(patterns.map(({ workspace, sourceName }) => JSON.stringify([workspace, sourceName]))),
      );
    }),
    { numRuns: 300 },
  );
});
