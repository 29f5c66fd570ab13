import { hidden, howMany } from "pulumi-workspace-gateway/tools";
import { shortList } from "../../text/short-list.js";
import { projectRow } from "../known.js";
import { recoverCommand } from "./recover-remedy.js";

/** What a run that was killed has left in the state of a stack, with what docs/recovery.md tells to do. */
export const pendingCheck = projectRow("pending operations", ["state", "stack"], (known, check) => {
  const { pending } = known.state;
  if (pending.length === 0) {
    return check.ok({ found: "No operation is pending." });
  }
  const names = pending.map(({ operation, name }) => `${operation} ${name}`);
  return check.warning({
    found: `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending: ${shortList(names)}.`,
    means: "What was being created may exist without being in the state; an `up` then names it, and stops.",
    remedy: `Run \`${recoverCommand(known.stack)}\`, then \`pulumi up\`.`,
    facts: {
      pending: pending.map(({ operation, urn }) => ({ operation, urn })),
      commands: [recoverCommand(known.stack)],
    },
  });
});

/** What a run that failed has left. */
export const unfinishedCheck = projectRow("unfinished resources", ["state"], ({ state }, check) => {
  const marked = (mark: string) => state.resources.filter(({ outputs }) => outputs[mark] === true);
  const unfinished = marked(hidden.unfinished);
  const failed = marked(hidden.failed);
  const leaving = state.resources.filter((each) => each.leaving);
  const words = [
    ...unfinished.map(({ name }) => `${name} is not finished`),
    ...failed.map(({ name }) => `${name} has failed`),
    ...leaving.map(({ name }) => `the predecessor of ${name} is not deleted`),
  ];
  const urnsOf = (some: typeof leaving) => some.map(({ urn }) => urn);
  return words.length === 0
    ? check.ok({ found: "No resource is half made." })
    : check.warning({
        found: `An earlier run did not end its work: ${shortList(words)}.`,
        means: "The next `up` finishes or repeats it, also if the program has not changed.",
        remedy: "Run `pulumi up`. If it fails again, its error says what to do.",
        facts: { unfinished: urnsOf(unfinished), failed: urnsOf(failed), leaving: urnsOf(leaving) },
      });
});

export const kindsCheck = projectRow("kinds", ["state"], ({ state: { unknownKinds } }, check) =>
  unknownKinds.length === 0
    ? undefined
    : check.problem({
        found: `The stack has ${unknownKinds.join(", ")}, which this release does not know.`,
        means: "A newer release has written the stack. This one cannot work with these resources.",
        remedy: "Run `npm install pulumi-workspace-gateway@latest`.",
        facts: { unknownKinds: [...unknownKinds] },
      }),
);
