import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Json, Row } from "../json.ts";

/** How a column is stored. */
export type ColumnType = "text" | "integer" | "real" | "boolean" | "json";

/** The columns of a table, in the order of api.md's field table. */
export type Columns = Record<string, ColumnType>;

const SQL_TYPE: Record<ColumnType, string> = {
  text: "TEXT",
  integer: "INTEGER",
  real: "REAL",
  boolean: "INTEGER",
  json: "TEXT",
};

/** The statement that makes a table. */
export function createTableSql(table: string, columns: Columns): string {
  const list = Object.entries(columns).map(
    ([name, type]) => `"${name}" ${SQL_TYPE[type]}${name === "id" ? " PRIMARY KEY" : ""}`,
  );
  return `CREATE TABLE IF NOT EXISTS "${table}" (${list.join(", ")})`;
}

/** A value as SQLite takes it. */
export function encode(type: ColumnType | undefined, value: Json | undefined): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (type === "json") return JSON.stringify(value);
  if (type === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`cannot store ${typeof value} as ${type}`);
}

/** A row of SQLite as the API's objects have it. */
export function decodeRow(columns: Columns, raw: Record<string, SQLOutputValue>): Row {
  const row: Row = {};
  for (const name in columns) row[name] = decode(columns[name], raw[name]);
  return row;
}

function decode(type: ColumnType | undefined, value: SQLOutputValue | undefined): Json {
  if (value === null || value === undefined) return null;
  if (type === "json") return JSON.parse(String(value));
  if (type === "boolean") return value === 1;
  return typeof value === "number" ? value : String(value);
}
