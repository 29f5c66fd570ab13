import { expect, test } from "vitest";
import { newSearch, type State } from "../../../cli/routing/automaton.js";
import { defaultSemantics, patternIndexes } from "../../../cli/routing/semantics.js";
import { naiveRegExp } from "./naive.ts";

const letters = ["a", "b", "-", "\n"];
const names = [""];
for (let from = 0; (names[from] ?? "").length < 4; from += 1) {
  names.push(...letters.map((letter) => names[from] + letter));
}

function stateAt(start: State, name: string): State {
  let state = start;
  for (const letter of name) state = state.next(letter.codePointAt(0) ?? 0);
  return state;
}

test.each([
  ...["ab", "a*b", "a|b-", "[^a]b?", "(?i)AB", "a{2,3}", ".*", ".+a", "a.*b", "(a|)b*"],
  ...[
    "^a",
    "b$",
    "^",
    "$",
    "\\Aa\\z",
    "(?m)^a$",
    "(?m)a$\\n^b",
    "\\ba",
    "a\\b",
    "\\Ba",
    "a\\B",
    "\\b",
    "a\\b-|\\Bb",
  ],
])("the automaton of %s accepts exactly the names that the engine matches, in whole and in part", (text) => {
  for (const matchesPart of [false, true]) {
    const reading = { ...defaultSemantics, onlyRegularExpressions: true, matchesPart };
    const pattern = patternIndexes([text])(reading).patternOf(text);
    const start = pattern?.start(newSearch());
    const expression = naiveRegExp(text, reading);
    if (start === undefined || expression === undefined) throw new Error(`${text} is not supported`);
    const matching = names.filter((name) =>
      matchesPart ? expression.test(name) : expression.testExact(name),
    );
    expect(names.filter((name) => stateAt(start, name).accepts)).toEqual(matching);
    expect(names.filter((name) => pattern?.matches(name))).toEqual(matching);
    // A state is dead only if no longer name matches.
    const dead = names.filter((name) => stateAt(start, name).isDead);
    expect(dead.filter((name) => matching.some((each) => each.startsWith(name)))).toEqual([]);
  }
});
