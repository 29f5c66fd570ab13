import type { Reading } from "../../../provider/functions/read/reading.js";
import { fieldsOf } from "../../../provider/spec/field.js";
import type { Values } from "../../../provider/spec/values.js";
import { isJsonObject, type JsonObject } from "../../../provider/text/json.js";
import type { Gateway } from "../../gateway/index.ts";
import type { Readers } from "./readers.ts";

/** What rows have that is no column of their table. */
const computed = ["stats", "myRole", "user"];

/** The arguments that a function needs to look at the first workspace, or at the account. */
export function placeOf({ connection, refs }: Readers, { where }: Reading): Values {
  const inWorkspace = where.shape.workspaceId?.safeParse(undefined).success === false;
  return { connection, ...(inWorkspace ? { workspaceId: refs.workspaceId } : {}) };
}

/** The rows of a table that belong to that place. */
export function rowsAt(
  world: Readers,
  table: Parameters<Gateway["rows"]>[0],
  reading: Reading,
): JsonObject[] {
  const { workspaceId } = placeOf(world, reading);
  const rows = world.gateway.rows(table).filter(isJsonObject);
  return rows.filter((row) => workspaceId === undefined || row.workspace_id === workspaceId);
}

/** A stored row as a function should give it; `sparse` gateways leave out nulls and timestamps. */
export function shown(reading: Reading, stored: JsonObject, sparse: boolean): Values {
  const fields = fieldsOf(reading.result).filter(({ name }) => !computed.includes(name));
  return Object.fromEntries(
    fields.flatMap(({ name, readFrom, nullable }) => {
      const value = stored[readFrom] ?? null;
      const isLeftOut = sparse && (name.endsWith("At") || (value === null && !nullable));
      return isLeftOut ? [] : [[name, value]];
    }),
  );
}

export function idOf(row: object): unknown {
  return Reflect.get(row, "id");
}
