import { sameValue } from "../../../provider/spec/compare.js";
import type { ModelEngine } from "./engine.ts";
import { kindNamed } from "./plugin.ts";
import { isRef, type Program } from "./program.ts";
import { hasTable, type ModelWorld, made, type Row } from "./world.ts";

/**
 * In what the gateway differs from a program: objects that are missing or not as declared, and objects that nobody
 * declares. `known`: ids of objects that may be there besides.
 */
export function differences(
  world: ModelWorld,
  engine: ModelEngine,
  program: Program,
  known: ReadonlySet<string>,
): string[] {
  const wrong = program.flatMap((declared) => {
    const stored = engine.stored(declared.name);
    if (stored === undefined) return [`${declared.name} is not in the state`];
    if (!hasTable(declared.kind)) return [];
    const row = world.row(declared.kind, stored.id);
    if (row === undefined) return [`${declared.name} is not on the gateway`];
    return wrongFields(declared.kind, stored.inputs, row).map(
      (name) => `${declared.name} has another ${name}`,
    );
  });
  const names = new Set(program.map(({ name }) => name));
  const left = engine.state.resources
    .filter(({ name, fate }) => fate !== "stays" || !names.has(name))
    .map(({ name, fate }) => `${name} is still in the state (${fate})`);
  const ids = new Map<string, string>();
  const shared = engine.state.resources.flatMap(({ name, kind, id }) => {
    const key = `${kind} ${id}`;
    const first = ids.get(key);
    ids.set(key, name);
    return first === undefined ? [] : [`${first} and ${name} are one object`];
  });
  const managed = new Set(engine.state.resources.map(({ id }) => id));
  const more = made.flatMap((kind) =>
    world
      .rows(kind)
      .filter(
        ({ id }) => !managed.has(String(id)) && !known.has(String(id)) && id !== world.around.workspaceId,
      )
      .map(
        (row) =>
          `nobody declares the ${kind} ${String(row.name ?? row.source_name ?? row.base_url)} (${row.id})`,
      ),
  );
  return [...wrong, ...left, ...shared, ...more, ...misled(engine, program)];
}

/** Declared values that the row has not. */
function wrongFields(name: string, inputs: ModelWorldInputs, row: Row): string[] {
  const fields = [...kindNamed(name).fields.values()].filter(({ local, writeOnly }) => !local && !writeOnly);
  return fields
    .filter(({ name: input, readFrom }) => inputs[input] !== undefined && readFrom in row)
    .filter(
      (field) =>
        !sameValue(field, inputs[field.name], JSON.parse(JSON.stringify(row[field.readFrom] ?? null))),
    )
    .map((field) => field.name);
}

type ModelWorldInputs = NonNullable<ReturnType<ModelEngine["stored"]>>["inputs"];

/** References that the state has resolved to another object than the one that is declared. */
function misled(engine: ModelEngine, program: Program): string[] {
  return program.flatMap(({ name, args }) =>
    Object.entries(args).flatMap(([input, value]) => {
      if (!isRef(value)) return [];
      const source = engine.stored(value.ref);
      const wanted = value.output === "id" ? source?.id : source?.outputs[value.output];
      return engine.stored(name)?.inputs[input] === wanted ? [] : [`${name} has an outdated ${input}`];
    }),
  );
}
