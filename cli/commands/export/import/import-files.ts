import { jsonIn, kindNameOf } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { ExportedFile, ExportedObject } from "../../../export/exported-program.js";
import { importFile, importLaterFile } from "../../../export/first-steps.js";
import { importEntries, importText } from "../../../export/import-text.js";
import type { StackResource } from "../../../stack/stack-state.js";
import { textAt } from "../folder/export-folder.js";
import type { ExportMemory } from "../folder/export-memory.js";
import { isSame } from "../folder/is-same.js";
import { type ExportMerge, isMerged } from "../folder/merge-export.js";
import { inStack } from "./in-stack.js";

const entryFormat = z.looseObject({ type: z.string(), name: z.string(), id: z.string() });
const fileFormat = z.looseObject({ resources: z.array(entryFormat) });

type Entry = z.infer<typeof entryFormat>;

interface Importing {
  readonly folder: string;
  readonly merge: ExportMerge;
  /** What the stack of the program has; undefined if no stack could be read. */
  readonly stack: readonly StackResource[] | undefined;
  readonly hasPlugin: boolean;
  readonly memory: ExportMemory | undefined;
  /** Whether an object stays in the files, although this run has not seen it. */
  isUnseen(entry: { readonly kind: string; readonly id: string }): boolean;
}

/** What no stack has, as far as anybody knows. */
export interface ImportFiles {
  /** The file for `pulumi import`, and the one for objects that have to be pasted first, if there are any. */
  readonly files: readonly ExportedFile[];
  /** How many objects the first has. */
  readonly pending: number;
  /** How many objects have other values in the stack than in the program, because they were changed on the gateway. */
  readonly outdated: number;
  /** What cannot be imported as long as the stack has something else in its place. */
  readonly blocked: readonly string[];
}

/**
 * The files for `pulumi import`. An object stays in one until a stack has it: if no stack can be read, until somebody takes
 * it out. What the program does not declare is in the second: an `up` would delete it after an import.
 */
export function importFiles(importing: Importing): ImportFiles {
  const { folder, merge, stack, hasPlugin, isUnseen } = importing;
  const [now, later] = [entriesIn(folder, importFile), entriesIn(folder, importLaterFile)];
  const live = merge.program.objects.filter(({ imported }) => imported !== undefined);
  const looked = live.map((object) => ({ object, seen: stack && inStack(object, stack) }));
  const isNew = newIn(importing, now, later);
  const lacking = looked
    .filter(({ object, seen }) => (seen === undefined ? isNew(object) : seen.is === "missing"))
    .map(({ object }) => object);
  const kept = (old: readonly Entry[] = []) =>
    old.filter((entry) => {
      const kind = kindNameOf(entry.type) ?? "";
      const isInStack = stack?.some((each) => each.id === entry.id && each.kind.name === kind);
      return !isInStack && isUnseen({ kind, id: entry.id });
    });
  const [unsafe, ready] = [true, false].map((is) =>
    lacking.filter((object) => merge.notFound.includes(object) === is),
  );
  // In the order of the program, so that a run which reads a part of the account moves no line.
  const places = new Map(merge.program.objects.map(({ kind, name }, place) => [`${kind} ${name}`, place]));
  const placeOf = (entry: Pick<Entry, "type" | "name">) => places.get(nameOf(entry)) ?? places.size;
  const resources = [...importEntries(ready ?? [], hasPlugin), ...kept(now)].sort(
    (a, b) => placeOf(a) - placeOf(b),
  );
  const waiting = [...importEntries([...(unsafe ?? []), ...merge.notWritten], hasPlugin), ...kept(later)];
  return {
    files: [
      { path: importFile, text: importText(resources) },
      ...(waiting.length === 0 ? [] : [{ path: importLaterFile, text: importText(waiting) }]),
    ],
    pending: resources.length,
    outdated: looked.filter(
      ({ object, seen }) =>
        isMerged(merge, object) &&
        (seen === undefined
          ? !lacking.includes(object) && merge.changed.some((each) => isSame(each.object, object))
          : seen.is === "there" && seen.old.size > 0),
    ).length,
    blocked: looked.flatMap(({ seen }) => (seen?.is === "blocked" ? [seen.why] : [])),
  };
}

/** Tells what may be in no stack, where none can be read: what is new, and what earlier exports have left to be imported. */
function newIn(
  { memory }: Importing,
  now: readonly Entry[] | undefined,
  later: readonly Entry[] = [],
): (object: ExportedObject) => boolean {
  if (memory?.keepsImports !== true || now === undefined) {
    return () => true;
  }
  const waiting = new Set([...now, ...later].map(nameOf));
  return (object) =>
    waiting.has(`${object.kind} ${object.name}`) || !memory.objects.some((each) => isSame(each, object));
}

function nameOf({ type, name }: Pick<Entry, "type" | "name">): string {
  return `${kindNameOf(type)} ${name}`;
}

function entriesIn(folder: string, file: string): readonly Entry[] | undefined {
  return fileFormat.safeParse(jsonIn(textAt(folder, file) ?? "")).data?.resources;
}

/** The file after these objects have been imported. */
export function withoutImported(folder: string, objects: readonly ExportedObject[]): ExportedFile {
  const left = (entriesIn(folder, importFile) ?? []).filter(
    ({ type, name }) => !objects.some((each) => each.kind === kindNameOf(type) && each.name === name),
  );
  return { path: importFile, text: importText(left) };
}
