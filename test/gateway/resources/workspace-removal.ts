import type { Store } from "../store/store.ts";
import type { TableName } from "../store/tables.ts";

const CONTENTS: TableName[] = [
  "prompts",
  "mappings",
  "models",
  "providers",
  "indexes",
  "configs",
  "workflows",
  "invitations",
  "members",
];

/** Deletes a workspace with everything in it. */
export function removeWorkspace(store: Store, id: string): void {
  for (const name of CONTENTS) {
    const table = store.table(name);
    for (const row of table.find({ workspace_id: id })) table.remove(String(row.id));
  }
  store.table("workspaces").remove(id);
}
