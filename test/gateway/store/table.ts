import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { Json, Row } from "../json.ts";

/** The row that a write replaced. `before` is null for an insert. */
interface Change {
  table: string;
  id: string;
  at: number;
  before: Row | null;
}

type Journal = ReturnType<typeof createJournal>;

const KEEP = 20_000;

/** Creates a journal of the latest writes, so that reads can show an earlier state. */
export function createJournal() {
  let changes: Change[] = [];
  let moment: number | undefined;
  return {
    /** Runs work whose writes share one timestamp, so that no read shows only some of them. */
    atOnce<T>(work: () => T): T {
      moment = performance.now();
      const known = changes.length;
      try {
        return work();
      } catch (error) {
        // The writes are rolled back.
        changes.length = known;
        throw error;
      } finally {
        moment = undefined;
      }
    },
    record(table: string, id: string, before: Row | null) {
      changes.push({ table, id, at: moment ?? performance.now(), before });
      if (changes.length > 2 * KEEP) changes = changes.slice(-KEEP);
    },
    /** The time just before the latest write to a table. */
    beforeLast(table: string) {
      const last = changes.findLast((change) => change.table === table);
      return last === undefined ? performance.now() : last.at - 1e-6;
    },
    /** The rows of a table that were deleted since a given time. */
    removed(table: string, since: number, isThere: (id: string) => boolean) {
      const recent = changes.filter((change) => change.table === table && change.at > since);
      return recent.flatMap(({ id, before }) => (before === null || isThere(id) ? [] : [before]));
    },
    /** The rows at an earlier time, computed from the current rows. */
    rewind(table: string, rows: Row[], at: number, fits: (row: Row) => boolean) {
      const state = new Map(rows.map((row) => [String(row.id), row]));
      for (let i = changes.length - 1; i >= 0; i--) {
        const change = changes[i];
        if (change === undefined || change.at <= at) break;
        if (change.table !== table) continue;
        if (change.before !== null && fits(change.before)) state.set(change.id, change.before);
        else state.delete(change.id);
      }
      return [...state.values()];
    },
  };
}

type ColumnType = "text" | "integer" | "real" | "boolean" | "json";

/** The columns of a table, in the order of the API document's field table. */
export type Columns = Record<string, ColumnType>;

export interface TableSpec {
  columns: Columns;
  /** Lists of columns that are looked up together. */
  lookups: string[][];
}

const SQL_TYPE: Record<ColumnType, string> = {
  text: "TEXT",
  integer: "INTEGER",
  real: "REAL",
  boolean: "INTEGER",
  json: "TEXT",
};

export type Table = ReturnType<typeof openTable>;

/** Opens or creates a table, with an index for each list of columns. The journal records every write. */
export function openTable(
  db: DatabaseSync,
  journal: Journal,
  name: string,
  columns: Columns,
  lookups: string[][],
) {
  db.exec(createTableSql(name, columns));
  for (const lookup of lookups) db.exec(indexSql(name, lookup));
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const values = (row: Row) => Object.keys(row).map((key) => encode(columns[key], row[key]));

  /** Returns rows whose columns equal the filter's, oldest first. `asOf` selects an earlier state. */
  const find = (filter: Row, asOf?: number): Row[] => {
    const sql = `SELECT * FROM "${name}"${whereSql(filter)} ORDER BY rowid`;
    const rows = prepared(sql)
      .all(...values(filter))
      .map((raw) => decodeRow(columns, raw));
    if (asOf === undefined) return rows;
    return journal.rewind(name, rows, asOf, (row) => Object.keys(filter).every((k) => row[k] === filter[k]));
  };
  const first = (filter: Row, asOf?: number): Row | undefined => find(filter, asOf)[0];

  return {
    find,
    first,
    /** Stores a row. Missing columns are set to null. */
    insert(given: Row): Row {
      const keys = Object.keys(columns);
      const row = Object.fromEntries(keys.map((key) => [key, given[key] ?? null]));
      const sql = `INSERT INTO "${name}" (${keys.map((key) => `"${key}"`)}) VALUES (${keys.map(() => "?")})`;
      prepared(sql).run(...values(row));
      journal.record(name, String(row.id), null);
      return row;
    },
    update(id: string, changes: Row): Row | undefined {
      const before = first({ id });
      if (before === undefined) return undefined;
      const keys = Object.keys(changes);
      if (keys.length > 0) {
        const sql = `UPDATE "${name}" SET ${keys.map((key) => `"${key}" = ?`)} WHERE id = ?`;
        prepared(sql).run(...values(changes), id);
        journal.record(name, id, before);
      }
      return { ...before, ...changes };
    },
    remove(id: string) {
      const before = first({ id });
      if (before === undefined) return;
      prepared(`DELETE FROM "${name}" WHERE id = ?`).run(id);
      journal.record(name, id, before);
    },
    count(filter: Row) {
      const row = prepared(`SELECT count(*) AS n FROM "${name}"${whereSql(filter)}`).get(...values(filter));
      return Number(row?.n);
    },
    /** The rows that were deleted within the last `milliseconds`. */
    removedLately: (milliseconds: number) =>
      journal.removed(name, performance.now() - milliseconds, (id) => first({ id }) !== undefined),
    /** The time just before the latest write to this table. */
    beforeLastWrite: () => journal.beforeLast(name),
  };
}

function whereSql(filter: Row): string {
  const terms = Object.keys(filter).map((key) => `"${key}" IS ?`);
  return terms.length === 0 ? "" : ` WHERE ${terms.join(" AND ")}`;
}

function indexSql(table: string, columns: string[]): string {
  const list = columns.map((column) => `"${column}"`).join(", ");
  return `CREATE INDEX IF NOT EXISTS "${table}_${columns.join("_")}" ON "${table}" (${list})`;
}

function createTableSql(table: string, columns: Columns): string {
  const list = Object.entries(columns).map(
    ([name, type]) => `"${name}" ${SQL_TYPE[type]}${name === "id" ? " PRIMARY KEY" : ""}`,
  );
  return `CREATE TABLE IF NOT EXISTS "${table}" (${list.join(", ")})`;
}

function encode(type: ColumnType | undefined, value: Json | undefined): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (type === "json") return JSON.stringify(value);
  if (type === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`cannot store ${typeof value} as ${type}`);
}

function decodeRow(columns: Columns, raw: Record<string, SQLOutputValue>): Row {
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
