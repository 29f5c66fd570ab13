import { common, type ManyArgs } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

/** Makes the function that reads the only object of its place, for example the budget of a workspace. */
export function only<D extends Reading>(reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>> {
  const name = `get${reading.name}`;
  const toResult = resultReader(reading.result);
  return callable({
    name,
    takes: common.extend(reading.where.shape),
    reading,
    givesList: false,
    read: async (args, client, fresh) => {
      const row = await new Lookup(name, reading, client, args, fresh).item({});
      return { ...args, ...toResult(row) };
    },
  });
}
