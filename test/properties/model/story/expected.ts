import { sameValue } from "../../../../provider/spec/compare.js";
import type { Field } from "../../../../provider/spec/field.js";
import type { Engine } from "../../../contract/support/engine/engine.ts";
import { kindNamed } from "../../../contract/support/engine/plugin.ts";
import { isRef, type Program } from "../../../contract/support/engine/program.ts";
import type { Stored } from "../../../contract/support/engine/state.ts";
import { hasTable } from "../../../faults/judge/remains.ts";
import { hash } from "../../../gateway/auth/tokens.ts";
import { type ModelWorld, made, nameColumn, type Row } from "../world.ts";

/**
 * In what the gateway differs from a program: what is missing or not as declared, and what nobody declares.
 * `others`: ids of what somebody else has made.
 */
export function differences(
  world: ModelWorld,
  engine: Engine,
  program: Program,
  others: ReadonlySet<string> = new Set(),
): string[] {
  const wrong = program.flatMap((declared) => {
    const stored = engine.stored(declared.name);
    if (stored === undefined) return [`${declared.name} is not in the state`];
    if (!hasTable(declared.kind)) return wrongOutputs(stored, {});
    const row = world.row(declared.kind, stored.id);
    if (row === undefined) return [`${declared.name} is not on the gateway`];
    return [...wrongInputs(world, stored, row), ...wrongOutputs(stored, row)];
  });
  return [
    ...wrong,
    ...leftInState(engine, program),
    ...shared(engine),
    ...orphans(world, engine, others),
    ...misled(engine, program),
  ];
}

/** Objects that no resource has, and that none has left there. */
export function orphans(
  world: ModelWorld,
  { state, retained }: Engine,
  others: ReadonlySet<string> = new Set(),
): string[] {
  const known = new Set([
    ...others,
    ...state.resources.map(({ id }) => id),
    ...retained.keys(),
    world.around.workspaceId,
  ]);
  return made.flatMap((kind) =>
    world
      .rows(kind)
      .filter(({ id }) => !known.has(String(id)))
      .map((row) => `nobody has the ${kind} ${row[nameColumn(kind)] ?? row.base_url} (${row.id})`),
  );
}

/** Declared values that the gateway has not, also those that it never shows. */
function wrongInputs(world: ModelWorld, { name, kind, inputs }: Stored, row: Row): string[] {
  const actual = ({ secret, writeOnly, readFrom, sendAs }: Field) =>
    secret && writeOnly ? world.opened(row[sendAs]) : JSON.parse(JSON.stringify(row[readFrom] ?? null));
  return [...kindNamed(kind).fields.values()]
    .filter(({ local, readFrom, sendAs }) => !local && (readFrom in row || sendAs in row))
    .filter((field) => inputs[field.name] !== undefined)
    .filter((field) => !sameValue(field, inputs[field.name], actual(field)))
    .map((field) => `${name} has another ${field.name}`);
}

/** Secrets that are shown only once: the state has what the gateway gave, of which it keeps a hash. */
function wrongOutputs({ name, kind, outputs }: Stored, row: Row): string[] {
  const secrets = [...kindNamed(kind).outputFields.values()].filter(({ secret }) => secret);
  return secrets
    .filter(({ name: output, readFrom }) => {
      const kept = outputs[output];
      return typeof kept !== "string" || kept === "" || (readFrom in row && hash(kept) !== row[readFrom]);
    })
    .map(({ name: output }) => `${name} has lost its ${output}`);
}

function leftInState({ state }: Engine, program: Program): string[] {
  const names = new Set(program.map(({ name }) => name));
  return state.resources
    .filter(({ name, status }) => status !== "stays" || !names.has(name))
    .map(({ name, status }) => `${name} is still in the state (${status})`);
}

function shared({ state }: Engine): string[] {
  const resources = Map.groupBy(state.resources, ({ kind, id }) => `${kind} ${id}`);
  return [...resources.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.map(({ name }) => name).join(" and ")} are one object`);
}

/** References that the state has resolved to another object than the one that is declared. */
function misled(engine: Engine, program: Program): string[] {
  return program.flatMap(({ name, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      if (!isRef(value)) return [];
      const source = engine.stored(value.ref);
      const wanted = value.output === "id" ? source?.id : source?.outputs[value.output];
      return engine.stored(name)?.inputs[input] === wanted ? [] : [`${name} has an outdated ${input}`];
    }),
  );
}
