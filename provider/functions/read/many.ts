import type { Client } from "../../client/client.js";
import { shownIn, Unstorable } from "../../lifecycle/state/row.js";
import { fieldsOf } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { plural } from "../../text/words.js";
import { common, type ManyArgs } from "./arguments.js";
import { callable, type Read } from "./call.js";
import { Lookup } from "./lookup.js";
import type { Reading } from "./reading.js";
import { type ResultOf, resultReader } from "./result.js";

/** Makes the function that reads a whole list. */
export function many<D extends Reading>(reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>[]> {
  const name = `get${plural(reading.name)}`;
  const toResult = resultReader(reading.result);
  const toStorable = resultReader(reading.result, shownIn);
  /** One object that Pulumi cannot carry as a whole keeps no other from the program. */
  const resultOf = (row: JsonObject, { io }: Client): Values => {
    try {
      return toResult(row);
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error;
      io.warn(`${name}: ${error.message} The result leaves this value out.`);
      return toStorable(row);
    }
  };
  // Optional arguments filter. Required ones say what the objects belong to, and not every row repeats that.
  const owners = fieldsOf(reading.where).filter((field) => !field.optional);
  return callable({
    name,
    takes: common.extend(reading.where.shape),
    reading,
    givesList: true,
    read: async (args, client, fresh) => {
      const known = Object.fromEntries(owners.map((field) => [field.name, args[field.name]]));
      const { rows } = await new Lookup(name, reading, client, args, fresh).list();
      return rows.map((row) => ({ ...known, ...resultOf(row, client) }));
    },
  });
}
