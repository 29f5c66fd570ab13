import { type Declared, renamed, withArgs, without } from "../../../e2e/support/declaration.ts";
import type { Adapter } from "../../../harness/adapter.ts";
import { base, type Unmanaged } from "./base.ts";

/** A change of the program. */
export interface Edit {
  readonly what: string;
  /** The program afterwards. Some edits need the ids of what nobody declares. */
  readonly after: readonly Declared[] | ((unmanaged: Unmanaged) => readonly Declared[]);
  /** How the engine reaches the provider; `dynamic`, if it is left out. */
  readonly by?: Adapter;
  /** More arguments of the preview. */
  readonly args?: readonly string[];
}

/** Edits by what they are. Those that are named are also made by the native plugin. */
export function editsOf(rows: Rows, alsoNative: readonly string[]): Edit[] {
  const once = Object.entries(rows).map(
    ([what, row]): Edit => ({ what, ...(typeof row === "object" && "after" in row ? row : { after: row }) }),
  );
  const both = once.filter(({ what }) => alsoNative.includes(what));
  return [
    ...once,
    ...both.map((edit): Edit => ({ ...edit, what: `${edit.what}, by the plugin`, by: "native" })),
  ];
}

type Rows = Readonly<Record<string, Edit["after"] | Omit<Edit, "what">>>;

/** The edits that are recorded by an adapter. */
export function editsBy(adapter: Adapter, edits: readonly Edit[]): Edit[] {
  return edits.filter(({ by = "dynamic" }) => by === adapter);
}

type Changes = Parameters<typeof withArgs>[1];

/** The program with other arguments of what it has, and with more. */
export const changed = (changes: Changes, ...more: readonly Declared[]) =>
  withArgs([...base, ...more], changes);

export const added = (...more: readonly Declared[]) => [...base, ...more];

export const removed = (...names: readonly string[]) => without(base, ...names);

/** The program with another logical name of a resource, and an alias. */
export function aliased(from: string, to: string): Declared[] {
  const text = JSON.stringify(renamed(base, from, to, { aliases: [{ name: from }] }));
  return JSON.parse(text.replaceAll(`{"ref":"${from}"`, `{"ref":"${to}"`));
}

/** The program in an order in which each resource is declared after those that it refers to. */
export function inOrder(objects: readonly Declared[]): Declared[] {
  const left = new Map(objects.map((object) => [object.name, object]));
  const ordered: Declared[] = [];
  const put = (object: Declared) => {
    if (left.delete(object.name)) {
      for (const name of namesIn(object)) {
        const other = left.get(name);
        if (other !== undefined) put(other);
      }
      ordered.push(object);
    }
  };
  for (const object of objects) put(object);
  return ordered;
}

/** The names of the resources that one refers to. */
function namesIn({ args, opts }: Declared): string[] {
  const references = JSON.stringify([args, opts]).matchAll(/"(?:ref|provider)":"([^"]*)"/g);
  return [...references].map(([, name = ""]) => name);
}
