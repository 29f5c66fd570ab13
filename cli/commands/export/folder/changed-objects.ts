import { sameValue } from "pulumi-workspace-gateway/tools";
import type { ExportedObject, ExportedProgram, KnownObject } from "../../../export/exported-program.js";
import { plainState } from "../../../stack/plain-state.js";
import type { StackResource } from "../../../stack/stack-state.js";
import { declaredCode, plainCode } from "./declared-code.js";
import { isSame } from "./is-same.js";

/** A declared object that has other values on the gateway than the last export declared. */
export interface GatewayChange {
  readonly object: ExportedObject;
  /** The names of the properties that have another value. */
  readonly properties: readonly string[];
  /** Those of them that are not in the program, because somebody has edited the file: they have to be pasted. */
  readonly waiting: readonly string[];
  /** Those for which the program has an expression of its own, and the stack the value of the gateway. */
  readonly own: readonly string[];
}

interface Programs {
  readonly whole: ExportedProgram;
  /** As earlier exports knew it. */
  readonly before: ExportedProgram;
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
  programs: Programs,
  place: Place,
): { readonly changed: readonly GatewayChange[]; readonly notFound: readonly ExportedObject[] } {
  const changed: GatewayChange[] = [];
  const notFound: ExportedObject[] = [];
  for (const object of programs.whole.objects) {
    const old = programs.known.find((each) => isSame(each, object));
    if (old !== undefined && object.imported !== undefined) {
      const code = programs.isStuck(object.file) ? declaredCode(place.written, object) : undefined;
      if (programs.isStuck(object.file) && code === undefined) {
        notFound.push(object);
      } else {
        changed.push(...changedObject(object, old, code, programs, place));
      }
    }
  }
  return { changed, notFound };
}

function changedObject(
  object: ExportedObject,
  old: KnownObject,
  code: ReadonlyMap<string, string> | undefined,
  { before, isStuck }: Programs,
  { stack }: Place,
): GatewayChange[] {
  const properties = [...object.spec.fields.values()]
    .filter((field) => !sameValue(field, old.declared[field.name], object.declared[field.name]))
    .map(({ name }) => name);
  const wanted = (each: ExportedObject | undefined, name: string) =>
    each?.properties.find((property) => property.name === name);
  const oldObject = before.objects.find((each) => isSame(each, old));
  const codeOf = (each: ExportedObject | undefined, name: string) => {
    const property = wanted(each, name);
    return property && plainCode(property.code);
  };
  const isThere = (name: string) => code === undefined || code.get(name) === codeOf(object, name);
  const isOwn = (name: string) =>
    !isThere(name) &&
    code?.has(name) === true &&
    code.get(name) !== codeOf(oldObject, name) &&
    stackHas(stack, object, name);
  const waiting = properties.filter((name) => {
    const { file } = wanted(object, name) ?? {};
    return (!isThere(name) && !isOwn(name)) || (file !== undefined && isStuck(file));
  });
  return properties.length === 0 ? [] : [{ object, properties, waiting, own: properties.filter(isOwn) }];
}

/** Whether the stack has the value that the gateway shows. */
function stackHas(
  stack: readonly StackResource[] | undefined,
  { kind, id, spec, declared }: ExportedObject,
  name: string,
): boolean {
  const resource = stack?.find((each) => each.kind.name === kind && each.id === id);
  const field = spec.fields.get(name);
  return (
    resource !== undefined &&
    field !== undefined &&
    sameValue(field, plainState(resource.inputs).values[name], declared[name])
  );
}
