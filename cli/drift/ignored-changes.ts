import { isJsonObject, type Json, type Values } from "pulumi-workspace-gateway/tools";

/** The values of now, with those of before at the paths that the option `ignoreChanges` names, such as `workflow.steps[0]` and `match.*`. */
export function withIgnored(paths: readonly string[], before: Values, now: Values): Values {
  return paths.reduce<Values>((values, path) => {
    const kept = keptAt(segmentsOf(path), before, values);
    return isJsonObject(kept) ? kept : values;
  }, now);
}

/** What `*` stands for in a path. A quoted `"*"` is a name. */
const anyName = Symbol("any name");

function segmentsOf(path: string): (string | typeof anyName)[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(([part, quoted]) =>
    quoted !== undefined ? quoted.replaceAll(/\\(.)/g, "$1") : part === "*" ? anyName : part,
  );
}

function keptAt(
  [first, ...rest]: readonly (string | typeof anyName)[],
  before: Json | undefined,
  now: Json | undefined,
): Json | undefined {
  if (first === undefined) {
    return before;
  }
  if (!isContainer(before) || !isContainer(now) || Array.isArray(before) !== Array.isArray(now)) {
    return now; // the path leads nowhere on one side
  }
  const names = first === anyName ? [...new Set([...Object.keys(before), ...Object.keys(now)])] : [first];
  const entries = new Map(Object.entries(now));
  for (const name of names) {
    const value = keptAt(rest, valueAt(before, name), valueAt(now, name));
    if (value === undefined) {
      entries.delete(name);
    } else if (!Array.isArray(now) || entries.has(name)) {
      entries.set(name, value); // an item cannot be kept at a place that the list no longer has
    }
  }
  return Array.isArray(now) ? [...entries.values()] : Object.fromEntries(entries);
}

type Container = { [name: string]: Json } | Json[];

function isContainer(value: Json | undefined): value is Container {
  return Array.isArray(value) || isJsonObject(value);
}

function valueAt(container: Container, name: string): Json | undefined {
  return new Map(Object.entries(container)).get(name);
}
