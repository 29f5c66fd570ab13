import { defined, quoted } from "pulumi-workspace-gateway/tools";
import type { Setup } from "../setup.js";
import { explainerOf } from "./explain.js";
import type { Explanation } from "./explanation.js";
import { type ToldExplanation, toldExplanation } from "./explanation-words.js";

/** All that decides where requests end: as it is, or before a change and after it. */
export interface Moments {
  readonly before?: Setup;
  readonly after: Setup;
}

/** Why one name ends where it ends, at each moment. */
export interface RouteAnswer {
  readonly name: string;
  /** The name of the workspace for people. */
  readonly workspace: string;
  readonly before?: Explanation;
  readonly after: Explanation;
}

/** Answers for any name in a workspace, which is named as setups name it. */
export function answererOf({ before, after }: Moments): (workspace: string, name: string) => RouteAnswer {
  const then = before && explainerOf(before);
  const next = explainerOf(after, before);
  return (workspace, name) => ({
    name,
    workspace: after.workspaces[workspace] ?? before?.workspaces[workspace] ?? workspace,
    ...defined({ before: then?.(workspace, name) }),
    after: next(workspace, name),
  });
}

/** What is told of one moment. */
export interface ToldMoment extends Omit<ToldExplanation, "ends"> {
  /** A sentence: where the name ends. */
  readonly lead: string;
}

/** An answer for people. A change that changes nothing about it is told once. */
export function toldAnswer({ name, workspace, before, after }: RouteAnswer): ToldMoment[] {
  const subject = `${quoted(name)} in the workspace ${quoted(workspace)}`;
  const then = before && toldExplanation(before);
  const next = toldExplanation(after);
  if (then === undefined) {
    return [told(subject, next)];
  }
  return JSON.stringify(then) === JSON.stringify(next)
    ? [told(`Before and after the \`up\`, ${subject}`, next)]
    : [told(`Before the \`up\`, ${subject}`, then), told("After the `up`, it", next)];
}

function told(subject: string, { ends, ...more }: ToldExplanation): ToldMoment {
  return { lead: `${subject} ${ends}`, ...more };
}
