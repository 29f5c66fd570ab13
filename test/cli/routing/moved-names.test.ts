import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { compareRoutes, type Route, routeChange } from "../../../cli/routing/compare-routes.js";
import { openOrder } from "../../../cli/routing/semantics.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { looksRegular } from "../../../provider/tools.js";
import { runs } from "../../harness/tests/depth.ts";
import { mapping, model, setup } from "./support.ts";

const letters = ["g", "p", "4", "G", "-"];

function namesUpTo(length: number): string[] {
  return length === 0
    ? [""]
    : ["", ...namesUpTo(length - 1).flatMap((name) => letters.map((letter) => letter + name))];
}

const names = [...new Set(namesUpTo(4))];

/** A text, and the regular expression that matches the same names. */
type Source = Readonly<Record<"text" | "expression", string>>;

const same = (text: string): Source => ({ text, expression: text });
const atoms = [
  ..."g p 4 G - gp g4 . .* .* .+ [g] [gp] [^g] g? p* 4+ (g|p) (?:p|) (gp)+ (?i)g (?i)p4 (?i:G) ^ ^g $ 4$".split(
    " ",
  ),
  ..."\\A \\z \\Qg\\E \\Qp4\\E \\pL \\d [[:alpha:]] [[:^digit:]] (?P<n>g) \\b \\B (?s). (g+)+ [g-p]{2} p{0,2} ((g|)p)*".split(
    " ",
  ),
  ..."g.*|p (?m:^)p \\x{67} \\- [\\-4] (?U)g+".split(" "),
];
const globs: readonly Source[] = [
  { text: "g*", expression: "g(?s:.*)" },
  { text: "*4", expression: "(?s:.*)4" },
  { text: "g?4", expression: "g(?s:.)4" },
  { text: "*p*", expression: "(?s:.*)p(?s:.*)" },
  { text: "gp", expression: "gp" },
];

/** A text is read as a regular expression only if it has signs of one. */
const source = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...atoms), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""))
      .filter((text) => looksRegular(text) && isReadable(text))
      .map(same),
  },
  fc.constantFrom(...globs),
  fc.constantFrom("gpt-4", "g.*", "gp.*", "g.*4", ".*", "[g]p.*", "(?i)gp.*", "(a+)+$|gp.*").map(same),
);

function isReadable(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

const targets = ["m/one", "m/two", "m/three"];

interface Row {
  readonly name: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly target: string;
  readonly exact?: string;
  readonly source?: Source;
}

const row = fc.record({
  name: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  priority: fc.constantFrom(0, 1, 2, 3),
  enabled: fc.constantFrom(true, true, true, false),
  target: fc.constantFrom(...targets),
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom("g", "gp", "p4", "", "gp-4").map((exact) => ({ exact })) },
    { weight: 4, arbitrary: source.map((each) => ({ source: each })) },
  ),
});

/** A table, and what a change makes of it: some rows stay, some change, some go, some come. */
const tables = fc
  .record({
    before: fc.uniqueArray(row, { selector: ({ name }) => name, maxLength: 6 }),
    edits: fc.uniqueArray(row, { selector: ({ name }) => name, minLength: 1, maxLength: 2 }),
    how: fc.constantFrom("add", "add", "replace", "retarget", "reorder", "remove"),
  })
  .map(({ before, edits, how }) => {
    const news = new Map(edits.map((edit) => [edit.name, edit]));
    const kept = before.flatMap((old) => {
      const edit = news.get(old.name);
      if (edit === undefined) return old;
      if (how === "remove") return [];
      if (how === "retarget") return { ...old, target: edit.target };
      return how === "reorder" ? { ...old, priority: edit.priority, enabled: edit.enabled } : edit;
    });
    const added = how === "add" ? edits.filter(({ name }) => !before.some((old) => old.name === name)) : [];
    const rows = (all: readonly (typeof kept)[number][]) =>
      all.map(({ what, ...rest }): Row => ({ ...rest, ...what }));
    return { before: rows(before), after: rows([...kept, ...added]) };
  });

const compiled = new Map<string, RE2JS>();

function matches({ exact, source }: Row, name: string): boolean {
  if (source === undefined) return exact === name;
  const known = compiled.get(source.expression) ?? RE2JS.compile(source.expression, RE2JS.DOTALL);
  compiled.set(source.expression, known);
  return known.testExact(name);
}

/** The lowest priority decides, and of one priority an exact name. Any of several patterns may. Without any, a model's own name does. */
function destinations(rows: readonly Row[], name: string): Set<string> {
  const keyOf = (each: Row) => `${each.priority} ${each.source === undefined ? 0 : 1}`;
  const takers = rows.filter((each) => each.enabled && matches(each, name));
  const [first] = takers.map(keyOf).toSorted();
  if (first === undefined) return new Set(targets.filter((target) => target === name));
  return new Set(takers.filter((each) => keyOf(each) === first).map(({ target }) => target));
}

function setupOf(rows: readonly Row[]): Setup {
  return setup(
    targets.map((target) => model(target)),
    rows.map(({ name, priority, enabled, target, exact = "", source: pattern }) =>
      mapping(name, pattern?.text ?? exact, target, { priority, enabled, isPattern: pattern !== undefined }),
    ),
  );
}

/** Where a route goes from and to, as far as these are models. An end that is open names the model that is new. */
function endsOf({ before, after }: Route): readonly [string | undefined, string | undefined] {
  const isOpen = after?.is === "unknown" && after.depends.includes(openOrder);
  return [before?.model, after?.is === "model" || isOpen ? after.model : undefined];
}

test("every name whose destinations change is among the routes that move, and no route that one of them takes stays", () => {
  const seen = { moves: 0, ties: 0 };
  fc.assert(
    fc.property(tables, ({ before, after }) => {
      const routes = compareRoutes(setupOf(before), setupOf(after));
      const changed = routes.filter((route) => routeChange(route) !== "kept");
      const staying = new Set(
        routes.flatMap((route) => (routeChange(route) === "kept" && !route.isRest ? route.incoming : [])),
      );
      const all = [...before, ...after].filter(({ enabled, exact }) => enabled || exact !== undefined);
      const known = new Set([...targets, ...all.flatMap(({ exact }) => exact ?? [])]);
      for (const name of [...names, ...targets]) {
        const [old, now] = [destinations(before, name), destinations(after, name)];
        const isMoved = [...without(old, now), ...without(now, old)].length > 0;
        // A name that nothing took before has one route, to the end that is shown.
        const news = old.size === 0 ? [] : without(now, old);
        const takers = all.filter((each) => each.source !== undefined && matches(each, name));
        const texts = known.has(name) ? [name] : takers.map((each) => each.source?.text ?? "");
        const isHere = ({ incoming, isPattern }: Route) =>
          texts.includes(incoming) && isPattern !== known.has(name);
        if (isMoved) {
          const ends = changed.filter(isHere).map(endsOf);
          const left = without(old, now).filter(
            (end) => !ends.some(([from, to]) => from === end && hasOne(now, to)),
          );
          const missed = news.filter((end) => !ends.some(([from, to]) => to === end && hasOne(old, from)));
          const stays = known.has(name) ? [] : texts.filter((text) => staying.has(text));
          expect({ name, missed, left, stays }).toEqual({ name, missed: [], left: [], stays: [] });
          seen.moves += 1;
          seen.ties += old.size + now.size > 2 ? 1 : 0;
        } else if (known.has(name) && now.size === 1) {
          expect([name, changed.filter(isHere)]).toEqual([name, []]);
        }
      }
      for (const route of changed) {
        const { example = route.incoming } = route;
        const [from, to] = endsOf(route);
        const isSo = hasOne(destinations(before, example), from) && hasOne(destinations(after, example), to);
        if (route.example !== undefined || !route.isPattern) expect([route, isSo]).toEqual([route, true]);
        if (route.after?.is === "unknown") expect(route.after.depends).toContain(openOrder);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(seen.moves).toBeGreaterThan(1000);
  expect(seen.ties).toBeGreaterThan(100);
});

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((each) => !others.has(each));
}

/** Whether it is one of them, or there is none and it is none. */
function hasOne(all: ReadonlySet<string>, one: string | undefined): boolean {
  return one === undefined ? all.size === 0 : all.has(one);
}
