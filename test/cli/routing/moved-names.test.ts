import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { compareRoutes, type Route, routeChange } from "../../../cli/routing/compare-routes.js";
import type { Setup } from "../../../cli/routing/setup.js";
import { looksRegular } from "../../../provider/tools.js";
import { runs, seedOf } from "../../harness/tests/depth.ts";
import { mapping, model, setup } from "./support.ts";

const letters = ["g", "p", "4", "G", "-"];

function namesUpTo(length: number): string[] {
  return length === 0
    ? [""]
    : ["", ...namesUpTo(length - 1).flatMap((name) => letters.map((letter) => letter + name))];
}

const names = [...new Set(namesUpTo(4))];

/** A text, and the regular expression that matches the same names. */
interface Source {
  readonly text: string;
  readonly expression: string;
}

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

/** The lowest priority decides, then the exact name, then the name of the mapping. */
function destination(rows: readonly Row[], name: string): string | undefined {
  const keyOf = (each: Row) => `${each.priority} ${each.source === undefined ? 0 : 1} ${each.name}`;
  const [first] = rows
    .filter((each) => each.enabled && matches(each, name))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return first?.target;
}

function setupOf(rows: readonly Row[]): Setup {
  return setup(
    targets.map((target) => model(target)),
    rows.map(({ name, priority, enabled, target, exact = "", source: pattern }) =>
      mapping(name, pattern?.text ?? exact, target, { priority, enabled, isPattern: pattern !== undefined }),
    ),
  );
}

const endsOf = ({ before, after }: Route) => [before?.model, after?.is === "model" ? after.model : undefined];

test("every name that goes elsewhere is among the routes that move, and no route that one of them takes stays", () => {
  let moves = 0;
  fc.assert(
    fc.property(tables, ({ before, after }) => {
      const routes = compareRoutes(setupOf(before), setupOf(after));
      const changed = routes.filter((route) => routeChange(route) !== "kept");
      const staying = new Set(
        routes.flatMap((route) => (routeChange(route) === "kept" && !route.isRest ? route.incoming : [])),
      );
      const all = [...before, ...after].filter(({ enabled, exact }) => enabled || exact !== undefined);
      const known = new Set(all.flatMap(({ exact }) => exact ?? []));
      for (const name of names) {
        const ends = [destination(before, name), destination(after, name)];
        const isMoved = ends[0] !== ends[1];
        if (known.has(name)) {
          const route = routes.find(({ incoming, isPattern }) => incoming === name && !isPattern);
          expect([name, route ? endsOf(route) : [undefined, undefined]]).toEqual([name, ends]);
        } else if (isMoved) {
          const patterns = all.filter((each) => each.source !== undefined && matches(each, name));
          const texts = patterns.map((each) => each.source?.text ?? "");
          const mine = changed.filter(({ incoming, isPattern }) => isPattern && texts.includes(incoming));
          expect([name, mine.map(endsOf)]).toEqual([name, expect.arrayContaining([ends])]);
          expect([name, texts.filter((text) => staying.has(text))]).toEqual([name, []]);
          moves += 1;
        }
      }
      for (const { example, ...route } of changed) {
        if (example === undefined) continue;
        expect([example, destination(before, example), destination(after, example)]).toEqual([
          example,
          ...endsOf(route),
        ]);
      }
      expect(routes.filter((route) => route.after?.is === "unknown")).toEqual([]);
    }),
    { numRuns: runs(2000), seed: seedOf(61) },
  );
  expect(moves).toBeGreaterThan(1000);
});
