import {
  type Client,
  hasStatus,
  isAnswer,
  mayHaveHappened,
  messageOf,
  path,
} from "pulumi-workspace-gateway/tools";

/** Which metrics were deleted, and which could not be. A metric in neither list was not tried. */
export interface Deletion {
  readonly deleted: string[];
  readonly failed: { readonly id: string; readonly error: string }[];
}

/** How many metrics are deleted at the same time. If all of them fail, the rest would fail too. */
const batchSize = 20;

/**
 * Deletes the metrics, until all are deleted or it shall stop.
 *
 * @param told - gets the number of deleted metrics each time it has grown
 */
export async function deleteEach(
  client: Client,
  ids: readonly string[],
  told: (deleted: number) => void,
  stop: AbortSignal,
): Promise<Deletion> {
  const deletion: Deletion = { deleted: [], failed: [] };
  for (let start = 0; start < ids.length && !stop.aborted; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const before = deletion.deleted.length;
    await Promise.all(batch.map((id) => deleteOne(client, id, deletion, stop)));
    if (deletion.deleted.length === before) {
      break;
    }
    told(deletion.deleted.length);
  }
  return deletion;
}

async function deleteOne(
  client: Client,
  id: string,
  { deleted, failed }: Deletion,
  stop: AbortSignal,
): Promise<void> {
  try {
    await client.send({ method: "DELETE", path: path`/metrics/${id}`, scope: "usage:read" });
    deleted.push(id);
  } catch (error) {
    if (hasStatus(error, 404)) {
      deleted.push(id); // the answer to a first request was lost, and that request has deleted the metric
      return;
    }
    if (stop.aborted && !isAnswer(error) && !mayHaveHappened(error)) {
      return; // it waited to be sent, and was not
    }
    failed.push({ id, error: messageOf(error) });
  }
}
