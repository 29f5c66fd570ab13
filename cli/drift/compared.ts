import {
  type Json,
  type JsonObject,
  type Kind,
  observe,
  stampOf,
  valueIn,
} from "pulumi-workspace-gateway/tools";
import { coveredText } from "../account/covered.js";
import type { FieldDrift } from "./drift.js";
import { fieldDrifts, type NameOf } from "./field-drifts.js";
import type { Managed } from "./managed.js";
import { unmanagedDrifts } from "./unmanaged.js";

/** What a look at an object of a stack has shown. */
export type Compared =
  | { readonly is: "missing" }
  | {
      readonly is: "there";
      /** The declared properties that have another value. */
      readonly fields: readonly FieldDrift[];
      /** The other properties that had another value when the state was written. */
      readonly unmanaged: readonly FieldDrift[];
      readonly written?: string;
    };

/** Looks for an object as a refresh does, and compares it. What the program only reads has nothing to compare. */
export async function compareManaged(managed: Managed, nameOf: NameOf): Promise<Compared> {
  const { resource, state, target } = managed;
  try {
    const seen = await observe(target, resource.id, state.values);
    if (seen.is === "gone") {
      return { is: "missing" };
    }
    if (seen.is !== "live" || resource.external) {
      return { is: "there", fields: [], unmanaged: [] };
    }
    const cover = (field: FieldDrift) => coveredBy(target, field);
    return {
      is: "there",
      fields: fieldDrifts(managed, seen.row, nameOf).map(cover),
      unmanaged: unmanagedDrifts(managed, seen.row, nameOf).map(cover),
      ...stampIn(resource.kind, seen.row),
    };
  } catch (error) {
    throw target.cover(error);
  }
}

function stampIn(kind: Kind, row: JsonObject): { written?: string } {
  const field = stampOf(kind, "written");
  const written = field === undefined ? undefined : valueIn(field, row);
  return typeof written === "string" ? { written } : {};
}

/** Without secrets of the object in any other of its values: the gateway may repeat them anywhere. */
function coveredBy({ client }: Managed["target"], field: FieldDrift): FieldDrift {
  const cover = (text: string) => client.cover(text);
  const covered = { ...field, words: cover(field.words) };
  if (covered.is === "text") {
    const lines = covered.lines.map((line) => ({
      ...line,
      parts: line.parts.map((part) => ({ ...part, text: cover(part.text) })),
    }));
    return { ...covered, lines };
  }
  if (covered.is === "graph") {
    const parts = covered.parts.map((part) => ({
      ...part,
      name: cover(part.name),
      details: part.details.map(cover),
    }));
    return { ...covered, parts };
  }
  return covered.is === "value"
    ? { ...covered, ...textOf("before", covered.before, cover), ...textOf("after", covered.after, cover) }
    : covered;
}

function textOf<K extends string>(key: K, value: Json | undefined, cover: (text: string) => string) {
  const found: { [P in K]?: Json } = {};
  return value === undefined ? found : Object.assign(found, { [key]: coveredText(value, cover) });
}
