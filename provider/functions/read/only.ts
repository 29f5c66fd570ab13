import { common } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { ManyArgs } from "./many.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

/** Makes the function that reads the only object of its place, for example the budget of a workspace. */
export function only<D extends Reading>(name: string, reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>> {
  const toResult = resultReader(reading.result);
  return callable({
    name,
    takes: common.extend(reading.where.shape),
    gives: reading.result,
    givesList: false,
    read: async (args, client, fresh) => {
      const row = await new Lookup(name, reading, client, args, fresh).item({});
      return { ...args, ...toResult(row) };
    },
  });
}
