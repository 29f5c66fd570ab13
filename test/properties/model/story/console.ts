import { type ModelWorld, made } from "../world.ts";
import type { ConsoleAct } from "./schedule.ts";

/** What people like to change in the console. */
const edits: Partial<Record<(typeof made)[number], Record<string, unknown>>> = {
  ModelProvider: { priority: 9 },
  Model: { display_name: "Edited" },
  Prompt: { content: "Edited." },
  Mapping: { priority: 9 },
};

/** Somebody edits or deletes an object in the console. Tells what was done; undefined if there was nothing to do. */
export async function asConsole(world: ModelWorld, act: ConsoleAct | undefined): Promise<string | undefined> {
  const kind = made[(act?.kind ?? 0) % made.length];
  if (act === undefined || kind === undefined) return undefined;
  const rows = world.rows(kind).filter(({ id }) => id !== world.around.workspaceId);
  const row = rows[act.row % Math.max(1, rows.length)];
  const body = edits[kind];
  if (row === undefined || (act.does === "edits" && body === undefined)) return undefined;
  await world.console(
    act.does === "edits" ? "PATCH" : "DELETE",
    kind,
    row,
    act.does === "edits" ? (body ?? {}) : {},
  );
  return `console ${act.does} ${kind} ${row.id}`;
}
