import { hidden } from "../../spec/values.js";
import type { StackResource, StackState } from "../../stack/stack-state.js";
import { howMany } from "../../text/words.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { recoverCommandFor } from "./recover-remedy.js";

/** What a run that was killed or failed has left in the state of a stack, with what README.md tells to do. */
export function judgeLeftovers(state: StackState, stack: string): readonly Diagnosis[] {
  return [judgePending(state, stack), judgeUnfinished(state.resources), ...judgeUnknown(state)];
}

function judgePending({ pending }: StackState, stack: string): Diagnosis {
  const check = about("pending operations");
  if (pending.length === 0) {
    return check.ok({ found: "No operation is pending." });
  }
  const names = pending.map(({ operation, name }) => `${operation} ${name}`);
  return check.warning({
    found: `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending: ${some(names)}.`,
    means:
      "What was being created may exist without being in the state; an `up` then names it, and stops there.",
    remedy: `Run ${recoverCommandFor(stack)}, then \`pulumi up\`.`,
    facts: { pending: pending.map(({ operation, urn }) => ({ operation, urn })) },
  });
}

function judgeUnfinished(resources: readonly StackResource[]): Diagnosis {
  const check = about("unfinished resources");
  const marked = (mark: string) => resources.filter(({ outputs }) => outputs[mark] === true);
  const unfinished = marked(hidden.unfinished);
  const failed = marked(hidden.failed);
  const leaving = resources.filter((each) => each.leaving);
  const words = [
    ...unfinished.map(({ name }) => `${name} is not finished`),
    ...failed.map(({ name }) => `${name} has failed`),
    ...leaving.map(({ name }) => `the predecessor of ${name} is not deleted`),
  ];
  if (words.length === 0) {
    return check.ok({ found: "No resource is half made." });
  }
  return check.warning({
    found: `An earlier run did not end its work: ${some(words)}.`,
    means: "The next `up` finishes or repeats it, also if the program has not changed.",
    remedy: "Run `pulumi up`. If it fails again, its error says what to do.",
    facts: {
      unfinished: unfinished.map(({ urn }) => urn),
      failed: failed.map(({ urn }) => urn),
      leaving: leaving.map(({ urn }) => urn),
    },
  });
}

function judgeUnknown({ unknownKinds }: StackState): Diagnosis[] {
  return unknownKinds.length === 0
    ? []
    : [
        about("kinds").problem({
          found: `The stack has ${unknownKinds.join(", ")}, which this release does not know.`,
          means: "A newer release has written the stack. This one cannot work with these resources.",
          remedy: "Run `npm install pulumi-workspace-gateway@latest`.",
          facts: { unknownKinds: [...unknownKinds] },
        }),
      ];
}

const most = 5;

function some(texts: readonly string[]): string {
  const more = texts.length - most;
  return texts.slice(0, most).join(", ") + (more > 0 ? `, and ${more} more` : "");
}
