export type KindName = keyof typeof import("../../../provider/classes.js");

export interface Declared {
  readonly kind: KindName | "Provider";
  readonly name: string;
  /** Plain values, and the references of this file, at any depth. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Resource options; `parent`, `provider`, `dependsOn` and `deletedWith` name other resources; an alias may be `atRoot`. */
  readonly opts?: Readonly<Record<string, unknown>>;
  /** Id of an existing object to read instead of managing one; `args` say where to look. */
  readonly get?: string;
  /** Outputs that the stack is to show, in its output `shown`. */
  readonly shows?: readonly string[];
}

/** The id, or another output, of a resource that is declared earlier. */
export function ref(name: string, output = "id") {
  return { ref: name, output };
}

export function page(path: string) {
  return { page: path };
}

export function secretConfig(key: string) {
  return { secretConfig: key };
}

/** The same resources, with other arguments of those named; undefined takes an argument away. */
export function withArgs(
  objects: readonly Declared[],
  changes: Readonly<Record<string, Declared["args"]>>,
): Declared[] {
  return Object.entries(changes).reduce<Declared[]>(
    (all, [name, args]) =>
      replaced(all, name, (object) => ({ ...object, args: { ...object.args, ...args } })),
    [...objects],
  );
}

export function withOpts(
  objects: readonly Declared[],
  changes: Readonly<Record<string, Declared["opts"]>>,
): Declared[] {
  return Object.entries(changes).reduce<Declared[]>(
    (all, [name, opts]) =>
      replaced(all, name, (object) => ({ ...object, opts: { ...object.opts, ...opts } })),
    [...objects],
  );
}

export function renamed(
  objects: readonly Declared[],
  from: string,
  to: string,
  opts: Declared["opts"] = {},
): Declared[] {
  return replaced(objects, from, (object) => ({ ...object, name: to, opts: { ...object.opts, ...opts } }));
}

export function without(objects: readonly Declared[], ...names: string[]): Declared[] {
  return objects.filter(({ name }) => !names.includes(name));
}

function replaced(
  objects: readonly Declared[],
  name: string,
  change: (object: Declared) => Declared,
): Declared[] {
  if (!objects.some((object) => object.name === name)) throw new Error(`nothing is declared as ${name}`);
  return objects.map((object) => (object.name === name ? change(object) : object));
}
