import type { Client } from "../../client/client.js";
import { hasStatus } from "../../client/http/errors.js";
import { path } from "../../client/http/path.js";

/** What became of metrics that were to be deleted; those that are in neither list were not tried. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: { readonly id: string; readonly error: string }[];
}

/** What is under way at once; when all of it fails, so would the rest. */
const batchSize = 20;

/** `told` hears how many are deleted, whenever it has become more. */
export async function deleteEach(
  client: Client,
  ids: readonly string[],
  told: (deleted: number) => void,
): Promise<Deletion> {
  const deletion: Deletion = { deleted: [], failed: [] };
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const before = deletion.deleted.length;
    await Promise.all(batch.map((id) => deleteOne(client, id, deletion)));
    if (deletion.deleted.length === before) {
      break;
    }
    told(deletion.deleted.length);
  }
  return deletion;
}

async function deleteOne(client: Client, id: string, { deleted, failed }: Deletion): Promise<void> {
  try {
    await client.send({ method: "DELETE", path: path`/metrics/${id}`, scope: "usage:read" });
    deleted.push(id);
  } catch (error) {
    if (hasStatus(error, 404)) {
      deleted.push(id); // a lost answer is asked for again, and by then the metric is gone
      return;
    }
    failed.push({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
