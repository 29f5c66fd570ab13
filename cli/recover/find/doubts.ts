import {
  defined,
  described,
  hasUnknown,
  howMany,
  importLine,
  type Kind,
  labelOf,
  nounOf,
  printable,
  type Target,
} from "pulumi-workspace-gateway/tools";
import type { LostCreate, LostFinding } from "../lost-create.js";
import { candidatesOf, type Namesake, type Sighting } from "./search-list.js";

/** What is known of a lost create without looking for its object. Undefined if it can be looked for. */
export function unsearchable(lost: LostCreate): LostFinding | undefined {
  const { kind, inputs } = lost;
  if (kind.source.how === "issued") {
    return issued(lost, kind.source.afterRelease);
  }
  if (kind.source.how === "adopted") {
    return {
      is: "absent",
      lost,
      ...defined({ note: inputs.onDestroy === "restore" ? restored(lost) : undefined }),
    };
  }
  const { list, parent } = kind.endpoints;
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field])];
  const unknown = telling.filter((name) => inputs[name] === undefined || hasUnknown(inputs[name]));
  if (list !== undefined && kind.naturalKey.length > 0 && unknown.length === 0) {
    return undefined;
  }
  const what = unknown.join(", ") || "its name";
  const why = `${labelled(lost)} may exist: ${what} is not known, so it was not looked for.`;
  return { is: "doubtful", lost, why, look: "Look for it in the console." };
}

/** Such an object is not made: it exists, and is changed to what is declared. The next run does the same again. */
function restored(lost: LostCreate): string {
  return (
    `${labelled(lost)}: if the interrupted run has changed it already, what it had before is not known any more: ` +
    'a destroy with `onDestroy: "restore"` puts back what the next `pulumi up` finds.'
  );
}

function issued(lost: LostCreate, afterRelease: string): LostFinding {
  const { kind, inputs, since } = lost;
  const noun = nounOf(kind);
  const { parent } = kind.endpoints;
  const place = parent === undefined ? "" : ` in the ${parent.what} ${String(inputs[parent.field])}`;
  const made = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}${place} may have been made`;
  const when = since === undefined ? "" : ` since ${timeOf(since)}`;
  return {
    is: "doubtful",
    lost,
    why: printable(`${labelled(lost)}: ${made}${when}, and nobody has it: ${afterRelease}.`),
    look: printable(
      `The API shows no ${noun} after it was made: look${place} in the console. ` +
        `The next \`pulumi up\` makes ${howMany(1, `new ${noun}`)}.`,
    ),
  };
}

/** Why a list does not show whether there is exactly one object. Undefined if it does. */
export function doubtOf(sighting: Sighting): LostFinding | undefined {
  const { lost, target, namesakes, complete } = sighting;
  const { kind } = lost;
  const candidates = candidatesOf(sighting);
  const [candidate, ...more] = candidates;
  const say = (why: string, look: string): LostFinding => ({
    is: "doubtful",
    lost,
    why: target.client.cover(`${target.label} ${why}`),
    look: target.client.cover(look),
  });
  const taking = (id: string | undefined) => `take it into the stack: \`${importLine(target, id)}\``;
  if (!complete) {
    const seen = candidate === undefined ? "" : ` What it sent has ${ids(kind, candidates)}.`;
    const look = `Look for it in the console. If it exists, ${taking(candidate?.id)}.`;
    return say(`may exist: the gateway cut the list of its kind.${seen}`, look);
  }
  if (more.length > 0) {
    const look = "Delete all but one in the console, then run this again.";
    return say(`may be any of ${howMany(candidates.length, "object")}: ${ids(kind, candidates)}.`, look);
  }
  if (candidate?.made === "unknown") {
    const why = "but the gateway does not show when it was made: it may be older than the interrupted run.";
    const look = `If it is yours, ${taking(candidate.id)}, or set \`adopt: true\` on the resource.`;
    return say(`exists, with ${ids(kind, [candidate])}, ${why}`, look);
  }
  const [other] = namesakes;
  // A program that says so takes such an object over in the next run.
  if (other !== undefined && candidate === undefined && lost.inputs.adopt !== true) {
    const there = namesakes.map(({ id, at = Number.NaN }) => `with the id ${id} since ${timeOf(at)}`);
    const look = `If it is yours, ${taking(other.id)}, or set \`adopt: true\` on the resource. If it is not, give the resource another name.`;
    return say(`is there, ${there.join(" and ")}: ${whyNotOurs(lost, namesakes)}.`, look);
  }
  return undefined;
}

function whyNotOurs({ since }: LostCreate, others: readonly Namesake[]): string {
  if (since === undefined) {
    return "nothing tells when the interrupted run began, so it may be older";
  }
  return others.every(({ made }) => made === "before")
    ? "made before the interrupted run"
    : "made while no run of this stack is known to have been interrupted";
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Why nobody can tell that an object is not there. */
export function unseen(lost: LostCreate, { client, holder, label }: Target): LostFinding {
  const place = holder === undefined ? "its account" : `the ${holder.what} ${holder.id}`;
  const why = client.cover(`${label} may exist: this token does not see ${place}.`);
  const setting = client.settings.named("allowedAccounts");
  const look = `Run this again with a token of the account that the stack belongs to, or name the account in ${setting}.`;
  return { is: "doubtful", lost, why, look };
}

function ids(kind: Kind, objects: readonly Namesake[]): string {
  const list = objects.map(({ id, row }) => described(kind, { ...row, id })).join(", ");
  return `${objects.length === 1 ? "the id" : "the ids"} ${list}`;
}

function labelled({ kind, inputs }: LostCreate): string {
  return printable(labelOf(kind, inputs));
}
