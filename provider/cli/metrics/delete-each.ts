import type { Client } from "../../client/client.js";
import { hasStatus } from "../../client/http/errors.js";
import { path } from "../../client/http/path.js";
import { messageOf } from "../../text/words.js";

/** Which metrics were deleted, and which could not be. A metric in neither list was not tried. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: { readonly id: string; readonly error: string }[];
}

/** How many metrics are deleted at the same time. If all of them fail, the rest would fail too. */
const batchSize = 20;

/** Deletes the metrics. `told` gets the number of deleted metrics each time it has grown. */
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
      deleted.push(id); // the answer to a first request was lost, and that request has deleted the metric
      return;
    }
    failed.push({ id, error: messageOf(error) });
  }
}
