import { type Imported, importRow, readImport, Undeclarable } from "pulumi-workspace-gateway/tools";
import type { LiveObject } from "./live-account.js";

/** An object in the form of a stack's state, or the reason why no program can declare it. */
export type Declarable =
  | { readonly object: LiveObject; readonly imported: Imported }
  | { readonly object: LiveObject; readonly why: string };

/**
 * The values that a program declares to get the object as it is. The lists are not read again: a request is sent only
 * for values that a list does not show.
 */
export async function declarable(object: LiveObject): Promise<Declarable> {
  const { kind, id, row, context } = object;
  const running = kind.wait?.running ?? [];
  const status = String(row[kind.wait?.status ?? ""]);
  if (running.includes(status)) {
    return { object, why: `it is still being made: its ${kind.wait?.status} is ${status}` };
  }
  try {
    const form = { declaresNull: true };
    const found =
      kind.endpoints.list === undefined ? importRow(context, row, form) : readImport(context, id, form);
    const seen = await found;
    return seen === undefined ? { object, why: "it was deleted meanwhile" } : { object, imported: seen };
  } catch (error) {
    if (error instanceof Undeclarable) {
      return { object, why: error.why };
    }
    throw error;
  }
}
