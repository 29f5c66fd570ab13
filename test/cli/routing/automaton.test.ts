import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { automatonOf, newSearch, type State } from "../../../cli/routing/automaton.js";

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
])("the automaton of %s accepts the names that the engine matches, whole and in part", (text) => {
  const expression = RE2JS.compile(text, RE2JS.DOTALL);
  for (const isPart of [false, true]) {
    const start = automatonOf(expression, isPart, newSearch());
    const matches = (name: string) => (isPart ? expression.test(name) : expression.testExact(name));
    expect(names.filter((name) => stateAt(start, name).accepts)).toEqual(names.filter(matches));
    // A state is dead only if no longer name matches.
    const dead = names.filter((name) => stateAt(start, name).isDead);
    expect(dead.filter((name) => names.some((each) => each.startsWith(name) && matches(each)))).toEqual([]);
  }
});
