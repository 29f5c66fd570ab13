import type { Store } from "../store/store.ts";
import { resources } from "./objects.ts";

/** An object that refers to another comes before it. */
const contents = [...resources.map(({ table }) => table).toReversed(), "workflows", "invitations", "members"];

/** Deletes a workspace with everything in it. */
export function removeWorkspace(store: Store, id: string): void {
  for (const name of contents) {
    const table = store.table(name);
    for (const row of table.find({ workspace_id: id })) table.remove(String(row.id));
  }
  store.table("workspaces").remove(id);
}
