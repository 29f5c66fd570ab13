import { checkArguments, common } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { ManyArgs } from "./many.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

/** Makes the function that reads the only object of its place, for example the budget of a workspace. */
export function only<D extends Reading>(name: string, reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>> {
  const schema = common.extend(reading.where.shape);
  const toResult = resultReader(reading.result);
  return callable(async (args, { fresh = false }) => {
    const checked = checkArguments(name, schema, args);
    const row = await new Lookup(name, reading, checked, fresh).item({});
    const { connection, ...known } = checked;
    return { ...known, ...toResult(row) };
  });
}
