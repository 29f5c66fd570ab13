import { fieldsOf } from "../../spec/field.js";
import { type CommonArgs, checkArguments, common, type TakenBy } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

export type ManyArgs<D extends Reading> = CommonArgs & TakenBy<D["where"]>;

/** Makes the function that reads a whole list. */
export function many<D extends Reading>(
  name: string,
  reading: D,
): Read<ManyArgs<D>, ResultOf<D["result"]>[]> {
  const schema = common.extend(reading.where.shape);
  const toResult = resultReader(reading.result);
  // Optional arguments filter. Required ones say what the objects belong to, and not every row repeats that.
  const owners = fieldsOf(reading.where).filter((field) => !field.optional);
  return callable(async (args, { fresh = false }) => {
    const checked = checkArguments(name, schema, args);
    const known = Object.fromEntries(owners.map((field) => [field.name, checked[field.name]]));
    const { rows } = await new Lookup(name, reading, checked, fresh).list();
    return rows.map((row) => ({ ...known, ...toResult(row) }));
  });
}
