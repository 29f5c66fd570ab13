import { DatabaseSync } from "node:sqlite";
import { createJournal, openTable, type Table, type TableSpec } from "./table.ts";

export type Store = ReturnType<typeof openStore>;

/** Opens a gateway's database, a file or `:memory:`, and creates missing tables. */
export function openStore(path: string, tables: Readonly<Record<string, TableSpec>>) {
  const db = new DatabaseSync(path);
  // This allows a thousand writes a second. An emulator may lose its last writes after a power loss.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000");
  const journal = createJournal();
  const opened = new Map<string, Table>();
  for (const [name, { columns, lookups }] of Object.entries(tables)) {
    opened.set(name, openTable(db, journal, name, columns, lookups));
  }
  return {
    db,
    table(name: string): Table {
      const table = opened.get(name);
      if (table === undefined) throw new Error(`no table ${name}`);
      return table;
    },
    /** Applies all writes of `work`, or none. */
    transaction<T>(work: () => T): T {
      db.exec("BEGIN");
      try {
        const result = journal.atOnce(work);
        db.exec("COMMIT");
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => db.close(),
  };
}
