import fc from "fast-check";
import { expect, test } from "vitest";
import { explainerOf } from "../../../cli/routing/explained/explain.js";
import type { Explanation } from "../../../cli/routing/explained/explanation.js";
import {
  alternatives,
  openOrder,
  openPattern,
  openSigns,
  taken,
} from "../../../cli/routing/mapping-reading.js";
import { routing } from "../../../cli/routing/routing.js";
import type { End, Setup } from "../../../cli/routing/setup.js";
import { names, setups } from "./arbitrary.js";
import { type NaiveEnd, naiveEnd, naiveTakes } from "./naive.js";
import { mapping, model, setup } from "./support.js";

const nowhere = { is: "nowhere", model: undefined, urn: undefined, by: undefined };

const inWords = ({ is, model, modelUrn, byUrn }: End) => ({ is, model, urn: modelUrn, by: byUrn });

/** What each mapping said that was asked, in order. */
const heard = ({ asked }: Explanation) => asked.map(({ mapping, said }) => `${mapping.name}: ${said}`);

test("an explanation ends where the review's route ends, before and after, and depends on the same", () => {
  let compared = 0;
  fc.assert(
    fc.property(setups, setups, (before, after) => {
      const explain = [explainerOf(before), explainerOf(after, before)] as const;
      for (const route of routing(before, after).filter(({ isPattern }) => !isPattern)) {
        const ends = [route.before, route.after];
        for (const [at, end] of ends.entries()) {
          if (end !== undefined) {
            expect(explain[at]?.(route.workspace, route.incoming).end).toEqual(end);
            compared++;
          }
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(compared).toBeGreaterThan(1000);
});

test("any name ends where trying everything says, whether or not a mapping knows it", () => {
  fc.assert(
    fc.property(setups, setups, names, (before, after, name) => {
      for (const workspace of ["one", "two"]) {
        const asked = { name, workspace, reading: taken, setup: after, formerly: before };
        const { end } = explainerOf(after, before)(workspace, name);
        expect(inWords(end)).toEqual(naiveEnd(asked) ?? nowhere);
      }
    }),
    { numRuns: 1000 },
  );
});

test("where else a name may end is where trying everything says under each other reading", () => {
  const place = (end: NaiveEnd | undefined) => JSON.stringify([end?.is ?? "nowhere", end?.model, end?.urn]);
  let open = 0;
  fc.assert(
    fc.property(setups, names, (now, name) => {
      const asked = { name, workspace: "one", setup: now, formerly: undefined };
      const { end, otherwise } = explainerOf(now)("one", name);
      const told = otherwise.map(
        (each) => `${each.open} ${place(each.end && inWords({ ...each.end, depends: [] }))}`,
      );
      const ended = place(inWords(end));
      for (const { open: question, reading } of alternatives) {
        const elsewhere = place(naiveEnd({ ...asked, reading }));
        expect(elsewhere === ended || told.includes(`${question} ${elsewhere}`)).toBe(true);
      }
      const questions = [...alternatives.map((each) => each.open), openOrder, openPattern];
      expect(otherwise.filter((each) => !questions.includes(each.open))).toEqual([]);
      open += otherwise.length;
    }),
    { numRuns: 1000 },
  );
  expect(open).toBeGreaterThan(100);
});

test("no mapping that was asked before the last takes the name, and the last decides or none does", () => {
  const isTaker = (name: string) => (each: Setup["mappings"][number]) =>
    each.enabled !== false && naiveTakes(each, name, taken);
  fc.assert(
    fc.property(setups, names, (now, name) => {
      const { asked, end, later, after } = explainerOf(now)("one", name);
      const inside = now.mappings.filter(({ workspace }) => workspace === "one");
      const takes = isTaker(name);
      const deciding = asked.filter(({ said }) => said === "takes").map(({ mapping }) => mapping.urn);
      expect(deciding).toEqual(end.byUrn === undefined ? [] : [asked.at(-1)?.mapping.urn]);
      expect(asked.filter(({ said }) => said !== "takes").filter(({ mapping }) => takes(mapping))).toEqual(
        [],
      );
      expect(asked.length + after).toBe(inside.length);
      expect([...deciding, ...later.map(({ urn }) => urn)].toSorted()).toEqual(
        inside
          .filter(takes)
          .map(({ urn }) => urn)
          .toSorted(),
      );
    }),
    { numRuns: 1000 },
  );
});

const models = [model("openai/gpt", { provider: "openai", host: "api.openai.com", inputCost: 2 })];

test("each mapping says why it does not take a name", () => {
  const unknown = { urn: "urn:unknown", name: "unknown", workspace: "w", priority: 4 };
  const now = setup(models, [
    mapping("exact", "gpt-4", "openai/gpt", { priority: 1 }),
    mapping("pattern", "claude-.*", "openai/gpt", { priority: 2, isPattern: true }),
    mapping("off", "gpt-4o", "openai/gpt", { priority: 3, enabled: false }),
    mapping("off other", "gpt-3", "openai/gpt", { priority: 3, enabled: false }),
    mapping("off pattern", "gpt.*", "openai/gpt", { priority: 3, enabled: false, isPattern: true }),
    mapping("ahead", "(?=gpt).*", "openai/gpt", { priority: 5, isPattern: true }),
    mapping("taker", "gpt-4o", "openai/gpt", { priority: 6 }),
    mapping("late", "gpt-.*", "openai/gpt", { priority: 7, isPattern: true }),
    mapping("never", "gpt-5", "openai/gpt", { priority: 8 }),
    unknown,
  ]);
  const explained = explainerOf(now)("w", "gpt-4o");
  expect(heard(explained)).toEqual([
    "exact: other-name",
    "pattern: no-match",
    "off: off-taker",
    "off other: off",
    "off pattern: off-taker",
    "unknown: not-known",
    "ahead: unreadable",
    "taker: takes",
  ]);
  expect(explained.later.map(({ name }) => name)).toEqual(["late"]);
  expect(explained.after).toBe(2);
  expect(explained.model).toMatchObject({ provider: "openai", host: "api.openai.com", inputCost: 2 });
});

test("a mapping that takes a name only under another reading says so, and where the name would end", () => {
  const now = setup(
    [...models, model("openai/other")],
    [
      mapping("wild", "gpt?", "openai/other", { isPattern: true, priority: 1 }),
      mapping("exact", "gp", "openai/gpt", { priority: 2 }),
    ],
  );
  const explained = explainerOf(now)("w", "gp");
  expect(explained.asked[0]).toMatchObject({ said: "no-match", depends: [openSigns] });
  expect(explained.end).toMatchObject({ is: "model", by: "exact", depends: [openSigns] });
  expect(explained.otherwise[0]).toMatchObject({ open: openSigns, end: { by: "wild" } });
});

test("a name that no mapping takes ends at the model that has it, or nowhere", () => {
  const now = setup(models, [mapping("exact", "a", "openai/gpt")]);
  const explain = explainerOf(now);
  expect(explain("w", "openai/gpt").end).toMatchObject({ is: "model", modelUrn: "urn:gpt" });
  expect(explain("w", "none")).toMatchObject({ end: { is: "nowhere", depends: [] }, after: 0 });
  expect(explain("elsewhere", "a").end.is).toBe("nowhere");
});
