import type { StackState } from "../../stack/stack-state.js";
import { howMany } from "../../text/words.js";
import { about, type Diagnosis } from "../diagnosis.js";
import type { Fact } from "../fact.js";

const check = about("stack");

/** Judges whether the stack is there and its state can be read. */
export function judgeStack(stack: Fact<string>, state: Fact<StackState>, isBlocked: boolean): Diagnosis {
  if (isBlocked || "why" in stack) {
    const why = "why" in stack ? stack.why : "pulumi could not be asked";
    const isChoice = !isBlocked && /no stack is selected/.test(why);
    return check.notChecked(
      why,
      isChoice ? "Run `pulumi stack select`, or name one with --stack." : undefined,
    );
  }
  const name = stack.known;
  if ("why" in state) {
    const isMissing = /no stack named/.test(state.why);
    return check.problem({
      found: isMissing ? `There is no stack ${name}.` : `The state of ${name} cannot be read: ${state.why}.`,
      means: "An `up` of it would fail.",
      remedy: isMissing
        ? `Run \`pulumi stack init ${name}\`, or name another one.`
        : 'See the checks of the backend and its files; README.md, "After an interrupted run".',
      facts: { stack: name },
    });
  }
  const { resources } = state.known;
  const kinds = [...new Set(resources.map(({ kind }) => kind.name))];
  const holds =
    resources.length === 0
      ? "has none of our resources yet"
      : `has ${howMany(resources.length, "resource")} of ours`;
  return check.ok({
    found: `The stack ${name} can be read, and ${holds}.`,
    facts: { stack: name, resources: resources.length, kinds },
  });
}
