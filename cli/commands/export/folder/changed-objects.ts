import type { ExportedObject, KnownObject } from "../../../export/exported-program.js";
import { differing, type ShownField } from "../../../review/facts/differences.js";
import type { StackResource } from "../../../stack/stack-state.js";
import { inStack } from "../import/in-stack.js";
import { declaredCode, plainCode } from "./declared-code.js";
import { isSame } from "./is-same.js";
import type { Programs } from "./stuck-files.js";

/** A declared object that has other values on the gateway than the last export declared: the names of these properties. */
export interface GatewayChange {
  readonly object: ExportedObject;
  /** Those that the program has now. */
  readonly merged: readonly string[];
  /** Those that it has not, because somebody has edited the file: they have to be pasted. */
  readonly waiting: readonly string[];
  /** Those for which the program has an expression of its own, and the stack the value of the gateway. */
  readonly own: readonly string[];
}

interface Comparing extends Programs {
  readonly known: readonly KnownObject[];
  /** Whether a file was edited, and stays as it is. */
  isStuck(file: string): boolean;
}

interface Place {
  /** The text of the whole program, as it is in the folder. */
  readonly written: string;
  readonly stack: readonly StackResource[] | undefined;
}

/** What has changed on the gateway since the last export, and the objects that edited files do not declare any more. */
export function changedObjects(
  comparing: Comparing,
  place: Place,
): { readonly changed: readonly GatewayChange[]; readonly notFound: readonly ExportedObject[] } {
  const changed: GatewayChange[] = [];
  const notFound: ExportedObject[] = [];
  for (const object of comparing.whole.objects.filter(({ imported }) => imported !== undefined)) {
    const old = comparing.known.find((each) => isSame(each, object));
    const isStuck = comparing.isStuck(object.file);
    const code = isStuck ? declaredCode(place.written, object) : undefined;
    if (old !== undefined && isStuck && code === undefined) {
      notFound.push(object);
    } else if (old !== undefined) {
      changed.push(...changeOf(object, old, code, comparing, place));
    }
  }
  return { changed, notFound };
}

function changeOf(
  object: ExportedObject,
  old: KnownObject,
  code: ReadonlyMap<string, string> | undefined,
  { before, isStuck }: Comparing,
  { stack }: Place,
): GatewayChange[] {
  const changed = differing(object.spec.fields.values(), old.declared, object.declared).map(
    ({ field }) => field,
  );
  const seen = stack && inStack(object, stack);
  const oldObject = before.objects.find((each) => isSame(each, old));
  const whereIs = (field: ShownField): "merged" | "waiting" | "own" => {
    const { name } = field;
    const [now, then] = [object, oldObject].map((each) =>
      each?.properties.find((property) => property.name === name),
    );
    const found = code?.get(name);
    if (now?.file !== undefined && isStuck(now.file)) {
      return "waiting";
    }
    if (code === undefined || found === (now && plainCode(now.code))) {
      return "merged";
    }
    const isEdited = found !== undefined && found !== (then && plainCode(then.code));
    return isEdited && seen?.is === "there" && !seen.old.has(name) ? "own" : "waiting";
  };
  const { merged = [], waiting = [], own = [] } = Object.groupBy(changed, whereIs);
  const names = (fields: readonly ShownField[]) => fields.map(({ name }) => name);
  return changed.length === 0
    ? []
    : [{ object, merged: names(merged), waiting: names(waiting), own: names(own) }];
}
