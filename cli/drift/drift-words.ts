import { howMany, nounOf } from "pulumi-workspace-gateway/tools";
import { isInUse, retirementWords } from "../retirement/retirement.js";
import { durationWords } from "../text/time-words.js";
import { type Drift, type UndeclaredObject, unmetIn } from "./drift.js";
import type { IgnoreRule } from "./ignore-rules.js";

/** The titles of the lists. */
export const listTitles = {
  changed: "Changed on the gateway",
  missing: "Missing on the gateway",
  undeclared: "There, but declared by nobody",
  unmanaged: "Changed, but not declared",
  unmet: "Not as expected",
  retiring: "Models that retire and are in use",
} as const;

/** How much of what: "2 changed, 1 missing". Empty if the gateway is as declared. */
export function driftCounts(drift: Drift): string {
  const { changed, missing, undeclared } = drift;
  const counts = [
    [changed.length, "changed"],
    [missing.length, "missing"],
    [undeclared.length, "declared by nobody"],
    [unmetIn(drift).length, "not as expected"],
  ] as const;
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])).join(", ");
}

/** What a workspace holds that was not looked into: "holds 1 member, 3 prompts". */
export function holdsWords({ holds }: UndeclaredObject): string {
  const counts = Object.entries(holds ?? {}).map(([name, count]) => howMany(count, nounOf({ name })));
  return holds === undefined ? "" : `holds ${counts.join(", ") || "nothing that its row counts"}`;
}

/** What the rules have ignored: "2 objects (Prompt draft-*): made by the console". */
export function ignoredLines({ ignored }: Drift): string[] {
  return ignored
    .filter(({ objects }) => objects.length > 0)
    .map(({ rule, objects }) => `${howMany(objects.length, "object")} (${wanted(rule)}): ${rule.reason}`);
}

/** Models that retire and are still in use. */
export function retiringLines({ retirements }: Drift): string[] {
  return retirements.filter(isInUse).map(retirementWords);
}

/** What is worth a note: those of the facts, and rules that ignore nothing. */
export function notesToTell({ notes, ignored }: Drift): string[] {
  const idle = ignored.filter(({ objects }) => objects.length === 0);
  return [
    ...notes,
    ...idle.map(({ rule }) => `The rule for ${wanted(rule)} ignores nothing (${rule.reason}).`),
  ];
}

/** What a rule asks for: "Prompt draft-* in Support". */
function wanted({ kind, workspace, name }: IgnoreRule): string {
  const parts = [kind, name, workspace === undefined ? undefined : `in ${workspace}`];
  return parts.filter((part) => part !== undefined).join(" ");
}

const listWords = { changed: "changed", missing: "missing", undeclared: "declared by nobody" } as const;

/** The title of what was used, with the time that was read. */
export function inUseTitle({ used: [first] = [] }: Drift): string {
  return first === undefined
    ? "In use"
    : `In use in the last ${durationWords(first.use.since, first.use.until)}`;
}

/** What of it was used, a line for each object. */
export function inUseLines({ used = [] }: Drift): string[] {
  return used.map(
    ({ list, kind, name, use }) => `${nounOf({ name: kind })} ${name}, ${listWords[list]}: ${use.words}.`,
  );
}
