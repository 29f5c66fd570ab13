import type { Row } from "../json.ts";

/** What a write replaced; `before` is null for an insert. */
interface Change {
  table: string;
  id: string;
  at: number;
  before: Row | null;
}

export type Journal = ReturnType<typeof createJournal>;

const KEEP = 20_000;

/** Makes a journal of the latest writes, kept so that reads can show an earlier state. */
export function createJournal() {
  let changes: Change[] = [];
  let moment: number | undefined;
  return {
    /** Runs work whose writes count as one moment, so that no read sees a part of them. */
    atOnce<T>(work: () => T): T {
      moment = performance.now();
      const known = changes.length;
      try {
        return work();
      } catch (error) {
        // They are rolled back.
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
    /** The moment just before the latest write to a table. */
    beforeLast(table: string) {
      const last = changes.findLast((change) => change.table === table);
      return last === undefined ? performance.now() : last.at - 1e-6;
    },
    /** The rows of a table that were deleted since a moment. */
    removed(table: string, since: number, isThere: (id: string) => boolean) {
      const recent = changes.filter((change) => change.table === table && change.at > since);
      return recent.flatMap(({ id, before }) => (before === null || isThere(id) ? [] : [before]));
    },
    /** Rows as they stood at a moment, given those of now. */
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
