import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRoutes } from "../../../cli/routing/compare-routes.js";
import { explain } from "../../../cli/routing/explain.js";
import { counts, type Destination, routeFinder, workspacesOf } from "../../../cli/routing/route.js";
import { alternatives, defaultSemantics, openOrder, openPattern } from "../../../cli/routing/semantics.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { names, setups } from "./arbitrary.ts";
import { type Asked, type NaiveEnd, naiveEnd, naiveRiddle, naiveTakes, naiveTie } from "./naive.ts";

const nowhere = { is: "nowhere", model: undefined, urn: undefined, by: undefined };

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

test("every name goes, before and after, where trying everything says, and depends on what that says", () => {
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

/** Without patterns that cannot be read: whether they take a name is not known. */
const readable = setups.map((each) => ({
  ...each,
  mappings: each.mappings.filter(({ sourceName = "" }) => !["(", "[a", "+"].includes(sourceName)),
}));

/** Two mappings of one name and priority, which lead to the same place. */
const sameNameTwice: Setup = {
  models: [],
  mappings: ["x", "y"].map((name) => ({
    ...{ urn: `urn:${name}`, name, workspace: "two", sourceName: "q/a", priority: 1 },
  })),
  workspaces: { one: "One", two: "Two" },
};
const noMappings: Setup = {
  models: [{ urn: "urn:m1", name: "m1", workspace: "two" }],
  mappings: [],
  workspaces: sameNameTwice.workspaces,
};

test("a comparison has every known name that goes somewhere and has no rivals, once, with its ends before and after", () => {
  fc.assert(
    fc.property(readable, readable, (before, after) => {
      const routes = compareRoutes(before, after).filter(({ isPattern }) => !isPattern);
      // Names of which another reading of the API makes more have tests of their own.
      const tied = new Set(
        routes.flatMap(({ otherwise, workspace, incoming }) => (otherwise ? `${workspace} ${incoming}` : [])),
      );
      const expected = ["one", "two"].flatMap((workspace) => {
        const then = routeFinder(workspacesOf(before)(workspace));
        const next = routeFinder(workspacesOf(after, before)(workspace));
        return knownNames(workspace, before, after).flatMap((incoming) => {
          const was = then.find(incoming);
          const willBe = next.find(incoming);
          const gone = was.end && { is: "nowhere", model: undefined, urn: undefined, by: undefined };
          const ends = [naiveForm(was.end), naiveForm(willBe.end) ?? gone];
          const depends = [was.end && was.depends, (willBe.end ?? gone) && willBe.depends];
          const isTied = [was, willBe].some((each) => each.depends.includes(openOrder));
          if (isTied) tied.add(`${workspace} ${incoming}`);
          return (was.end || willBe.end) && !tied.has(`${workspace} ${incoming}`)
            ? [{ workspace, incoming, ends, depends }]
            : [];
        });
      });
      const clear = routes.filter(({ workspace, incoming }) => !tied.has(`${workspace} ${incoming}`));
      const shown = clear.map(({ workspace, incoming, before: was, after: willBe }) => ({
        workspace,
        incoming,
        ends: [naiveForm(was), naiveForm(willBe)],
        depends: [was?.depends, willBe?.depends],
      }));
      expect(shown).toHaveLength(expected.length);
      expect(shown).toEqual(expect.arrayContaining(expected));
    }),
    { numRuns: 300, examples: [[noMappings, sameNameTwice]] },
  );
});

test("no mapping that was tried before the last matches the name, and the last decides or none does", () => {
  fc.assert(
    fc.property(setups, names, (now, name) => {
      const { asked, end, later, after } = explain(now, "one", name);
      const inside = now.mappings.filter(({ workspace }) => workspace === "one");
      const matching = inside.filter(
        (each) => counts(each, defaultSemantics) && naiveTakes(each, name, defaultSemantics),
      );
      const said = asked.filter((each) => each.said === "takes").map(({ mapping }) => mapping.urn);
      expect(naiveForm(end)).toEqual(
        naiveEnd({ name, workspace: "one", setup: now, formerly: undefined, reading: defaultSemantics }) ??
          nowhere,
      );
      expect(said).toEqual(end.byUrn === undefined ? [] : [asked.at(-1)?.mapping.urn]);
      expect(asked.length + after).toBe(inside.length);
      expect([...said, ...later.map(({ urn }) => urn)].toSorted()).toEqual(
        matching.map(({ urn }) => urn).toSorted(),
      );
    }),
    { numRuns: 500 },
  );
});

const letters = ["a", "b", "c", "A", ".", "-", "/", "p"];
const upTo2 = ["", ...letters, ...letters.flatMap((one) => letters.map((other) => one + other))];
const samples = [...upTo2, ...upTo2.flatMap((text) => letters.map((letter) => `a${text}${letter}`))];

test("the mapping that decides for a pattern matches every name that the pattern matches", () => {
  fc.assert(
    fc.property(setups, (setup) => {
      const routes = compareRoutes(setup, setup).filter(({ isPattern }) => isPattern);
      for (const { incoming, workspace, after } of routes) {
        const by = setup.mappings.find(({ urn }) => urn === after?.byUrn);
        const itself = { urn: "", name: "", workspace, sourceName: incoming, isPattern: true };
        const matched = samples.filter((name) => naiveTakes(itself, name, defaultSemantics));
        const missed = matched.filter((name) => by === undefined || !naiveTakes(by, name, defaultSemantics));
        expect([incoming, by?.sourceName, missed]).toEqual([incoming, by?.sourceName, []]);
      }
      const patterns = setup.mappings.filter((each) => each.isPattern && counts(each, defaultSemantics));
      expect(new Set(routes.map(({ workspace, incoming }) => JSON.stringify([workspace, incoming])))).toEqual(
        new Set(patterns.map(({ workspace, sourceName }) => JSON.stringify([workspace, sourceName]))),
      );
    }),
    { numRuns: 300 },
  );
});
