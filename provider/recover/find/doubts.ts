import { idOf } from "../../client/answers.js";
import { importLine } from "../../lifecycle/objects/import-line.js";
import { labelOf, type Target } from "../../lifecycle/operation/target.js";
import { hasUnknown } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { printable } from "../../text/printable.js";
import { howMany, nounOf } from "../../text/words.js";
import type { LostCreate, LostFinding } from "../lost-create.js";
import type { Namesake, Sighting } from "./search-list.js";

/** What is known of a lost create without looking for its object. Undefined if it can be looked for. */
export function unsearchable(lost: LostCreate, all: readonly LostCreate[]): LostFinding | undefined {
  const { kind, inputs } = lost;
  if (kind.source.how === "minted") {
    return minted(lost, kind.source.afterRelease, all);
  }
  if (kind.source.how === "adopted") {
    return { is: "absent", lost, ...(inputs.onDestroy === "restore" ? { note: restored(lost) } : {}) };
  }
  const { list, parent } = kind.endpoints;
  const telling = [...kind.naturalKey, ...(parent === undefined ? [] : [parent.field])];
  const unknown = telling.filter((name) => inputs[name] === undefined || hasUnknown(inputs[name]));
  if (list !== undefined && kind.naturalKey.length > 0 && unknown.length === 0) {
    return undefined;
  }
  return {
    is: "doubtful",
    lost,
    why: `${labelled(lost)} may exist: ${unknown.join(", ") || "its name"} is not known, so it was not looked for.`,
    look: "Look for it in the console.",
  };
}

/** Such an object is not made: it exists, and is changed to what is declared. The next run does the same again. */
function restored(lost: LostCreate): string {
  return (
    `${labelled(lost)}: if the interrupted run has changed it already, what it had before is not known any more: ` +
    'a destroy with `onDestroy: "restore"` puts back what the next `pulumi up` finds.'
  );
}

function minted(lost: LostCreate, afterRelease: string, all: readonly LostCreate[]): LostFinding {
  const { kind, inputs } = lost;
  const alike = all.filter((other) => other.kind === kind && shape(other) === shape(lost));
  const noun = nounOf(kind);
  const since = lost.since === undefined ? "" : ` since ${timeOf(lost.since)}`;
  const where = kind.endpoints.parent;
  const place = where === undefined ? "" : ` in the ${where.what} ${String(inputs[where.field])}`;
  const others = alike.length > 1 ? ` (${alike.length} of the same were begun)` : "";
  return {
    is: "doubtful",
    lost,
    why: printable(
      `${labelled(lost)}: ${article(noun)} ${noun}${place} may have been made${since}` +
        `${others}, and nobody has it: ${afterRelease}.`,
    ),
    look: printable(
      `The API shows no ${noun} after it was made: look${place} in the console. ` +
        `The next \`pulumi up\` makes ${howMany(1, `new ${noun}`)}.`,
    ),
  };
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}

function shape({ kind, inputs }: LostCreate): string {
  const sent = [...kind.fields.values()].filter(({ local }) => !local);
  return JSON.stringify(sent.map(({ name }) => inputs[name] ?? null));
}

/** Why what a list shows does not tell whether there is exactly one object. Undefined if it does. */
export function doubtOf({
  lost,
  target,
  made,
  others,
  untimed,
  complete,
}: Sighting): LostFinding | undefined {
  const found = [...made, ...untimed];
  const say = (why: string, look: string): LostFinding => ({
    is: "doubtful",
    lost,
    why: target.client.cover(why),
    look: target.client.cover(look),
  });
  if (!complete) {
    const seen = found.length === 0 ? "" : ` What it sent has ${ids(found)}.`;
    return say(
      `${target.label} may exist: the gateway cut the list of its kind.${seen}`,
      `Look for it in the console. If it exists, take it into the stack: \`${importLine(target, idOf(found[0]))}\`.`,
    );
  }
  if (found.length > 1) {
    return say(
      `${howMany(found.length, "object")} may be ${target.label}: ${ids(found)}.`,
      "Delete all but one in the console, then run this again.",
    );
  }
  if (untimed.length === 1) {
    return say(
      `${target.label} exists, with ${ids(untimed)}, but the gateway does not show when it was made: ` +
        "it may be older than the interrupted run.",
      `If it is yours, take it into the stack: \`${importLine(target, idOf(untimed[0]))}\`, or set \`adopt: true\` on the resource.`,
    );
  }
  const [other] = others;
  // A program that says so takes such an object over in the next run.
  if (other !== undefined && made.length === 0 && lost.inputs.adopt !== true) {
    return say(
      `${target.label} is there, ${others.map(withItsTime).join(" and ")}: ${whyNotOurs(lost, others)}.`,
      `If it is yours, take it into the stack: \`${importLine(target, idOf(other.row))}\`, or set \`adopt: true\` on the ` +
        "resource. If it is not, give the resource another name.",
    );
  }
  return undefined;
}

function withItsTime({ row, at }: Namesake): string {
  return `with the id ${String(idOf(row))} since ${timeOf(at)}`;
}

function whyNotOurs({ since }: LostCreate, others: readonly Namesake[]): string {
  if (since === undefined) {
    return "nothing tells when the interrupted run began, so it may be older";
  }
  return others.every(({ older }) => older)
    ? "made before the interrupted run"
    : "made while no run of this stack is known to have been interrupted";
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Why nobody can tell that an object is not there. */
export function unseen(lost: LostCreate, target: Target): LostFinding {
  const { holder } = target;
  const place = holder === undefined ? "its account" : `the ${holder.what} ${holder.id}`;
  return {
    is: "doubtful",
    lost,
    why: target.client.cover(`${target.label} may exist: this token does not see ${place}.`),
    look: `Run this again with a token of the account that the stack belongs to, or name the account in ${target.client.settings.named("allowedAccounts")}.`,
  };
}

function ids(rows: readonly JsonObject[]): string {
  return `${rows.length === 1 ? "the id" : "the ids"} ${rows.map((row) => String(idOf(row))).join(", ")}`;
}

function labelled({ kind, inputs }: LostCreate): string {
  return printable(labelOf(kind, inputs));
}
