import { sameValue } from "../../spec/compare.js";
import type { Field } from "../../spec/field.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import type { Json } from "../../text/json.js";
import type { Target } from "../operation/target.js";
import { echoedFields } from "../state/row.js";
import { objectIn, priorFound } from "../state/state.js";

/** A place for notes about objects, which all processes of the operation read. */
type Place = Pick<Target, "kind" | "ledger" | "collection">;

/** Whether a destroy can put back the values that an object had before the stack's first resource took it over. */
function isRestorable({ source }: Kind): boolean {
  return source.how === "adopted" && source.onDestroy.includes("restore");
}

/** Notes the original values of an object that its resource may give up, for the resource that takes it over. */
export function noteOriginal({ kind, ledger, collection }: Place, id: string, state: Values): void {
  const found = priorFound(state);
  if (found !== undefined && isRestorable(kind)) {
    ledger.note("original", collection, id, found);
  }
}

/** The original values, if the resource that has had the object was read or compared in this operation. */
export function notedOriginal({ ledger, collection }: Place, id: string): Values | undefined {
  return ledger.noted("original", collection, id);
}

/** Notes what the resource that has the object after this run takes for the original values. */
export function noteHolder(
  { kind, ledger, collection }: Place,
  id: string,
  { found, onDestroy }: { readonly found: Values | undefined; readonly onDestroy: Json | undefined },
): void {
  if (found !== undefined && isRestorable(kind)) {
    ledger.note("holder", collection, id, { found, restores: onDestroy === "restore" });
  }
}

/** Warns that a resource loses the original values with its object, unless the one that has the object now knows them. */
export function warnOfLostOriginal(target: Target, id: string, state: Values): void {
  const { kind, ledger, collection, label } = target;
  const original = priorFound(state) ?? {};
  const holder = ledger.noted("holder", collection, id);
  const recorded = holder && objectIn(holder, "found");
  const lost = managedFields(kind, original).filter(
    (field) => !sameValue(field, original[field.name], recorded?.[field.name]),
  );
  const isWanted = state.onDestroy === "restore" || holder?.restores === true;
  if (lost.length === 0 || !isWanted) {
    return;
  }
  const instead =
    recorded === undefined
      ? "did not record them."
      : `recorded ${inWords(recorded, lost)} instead.` +
        (holder?.restores === true ? ' A destroy puts that back, unless you set `onDestroy: "keep"`.' : "");
  target.warn(
    `${label} had ${inWords(original, lost)} before this stack changed it. Write these values down: the resource that manages it now ${instead} ` +
      'If you rename a resource, `aliases: [{ name: "<old name>" }]` keeps the original.',
  );
}

/** The fields of the object itself that these values declare. */
export function managedFields(kind: Kind, values: Values): Field[] {
  return echoedFields(kind).filter((field) => !field.replace && values[field.name] !== undefined);
}

export function inWords(values: Values, fields: readonly Field[]): string {
  const words = fields.map(({ name }) =>
    values[name] === undefined ? `no ${name}` : `${name} ${JSON.stringify(values[name])}`,
  );
  return words.join(", ") || "its values";
}
