import { z } from "zod";
import { idOf } from "../../client/answers.js";
import { valueIn } from "../../lifecycle/state/row.js";
import { isTidied, sameValue } from "../../spec/compare.js";
import { type Field, fieldsOf } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { common, type OneArgs } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

/** Makes the function that reads one object. */
export function one<D extends Reading>(reading: D): Read<OneArgs<D>, ResultOf<D["result"]>> {
  const name = `get${reading.name}`;
  const { where, by, result } = reading;
  const id = z.object({ id: z.string().min(1).optional() });
  const selectors = fieldsOf(by);
  const toResult = resultReader(result);
  const takes = common.extend({ ...where.shape, ...id.shape, ...by.partial().shape });
  return callable({
    name,
    takes: takes.superRefine((args, context) => {
      for (const problem of choiceProblems(selectors, args)) {
        context.addIssue(problem);
      }
    }),
    reading,
    givesList: false,
    read: async ({ id, ...rest }, client, fresh) => {
      const place = Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in by.shape)));
      const lookup = new Lookup(name, reading, client, place, fresh);
      const row =
        id === undefined ? await select(name, lookup, selectors, rest) : await lookup.byId(String(id));
      return { ...place, ...toResult(row) };
    },
  });
}

function* choiceProblems(selectors: Field[], args: object): Generator<string> {
  const [first] = selectors;
  const chosen = selectors.map((field) => field.name).filter((name) => Reflect.get(args, name) !== undefined);
  const byId = Reflect.get(args, "id") !== undefined;
  if (byId && chosen.length > 0) {
    yield `give id or ${chosen.join(", ")}, not both`;
  }
  if (!byId && (first === undefined || !chosen.includes(first.name))) {
    yield `${first === undefined ? "id" : `id or ${first.name}`} is required`;
  }
}

async function select(
  name: string,
  lookup: Lookup,
  selectors: readonly Field[],
  wanted: Values,
): Promise<JsonObject> {
  const chosen = selectors.filter((field) => wanted[field.name] !== undefined);
  const list = await lookup.list();
  let rows = list.rows;
  let found = matching(rows, chosen, wanted);
  if (found.length === 0 && !list.isNew) {
    rows = await lookup.listAgain();
    found = matching(rows, chosen, wanted);
  }
  const [match, ...others] = found;
  if (match !== undefined && others.length === 0) {
    return lookup.completed(match);
  }
  const selection = chosen.map((field) => `${field.name} ${JSON.stringify(wanted[field.name])}`).join(", ");
  const unsaid = selectors.filter((field) => !chosen.includes(field)).map((field) => ` or ${field.name}`);
  const outcome =
    match === undefined
      ? `nothing has ${selection}. There are: ${listed(rows, chosen)}`
      : `${found.length} objects have ${selection}: ${listed(found, selectors)}. Choose one by its id${unsaid.join("")}`;
  throw new Error(`${name}: ${outcome}.`);
}

/** Rows with exactly these values; else rows that differ only in what gateways tidy in stored values. */
function matching(rows: readonly JsonObject[], chosen: readonly Field[], wanted: Values): JsonObject[] {
  // A gateway may leave out what is null.
  const shown = (field: Field, row: JsonObject) => valueIn(field, row) ?? null;
  const exact = rows.filter((row) =>
    chosen.every((field) => sameValue(field, shown(field, row), wanted[field.name])),
  );
  return exact.length > 0
    ? exact
    : rows.filter((row) =>
        chosen.every((field) => isTidied(field, wanted[field.name] ?? null, shown(field, row))),
      );
}

const mostListed = 50;

function listed(rows: readonly JsonObject[], chosen: readonly Field[]): string {
  const lines = rows.slice(0, mostListed).map((row) => {
    const names = chosen.map((field) => JSON.stringify(valueIn(field, row) ?? null));
    return `${idOf(row)} (${names.join(", ")})`;
  });
  const rest = rows.length > mostListed ? [`${rows.length - mostListed} more`] : [];
  return [...lines, ...rest].join(", ") || "none";
}
