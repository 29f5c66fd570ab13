import {
  type Client,
  hasStatus,
  isAnswer,
  mayHaveHappened,
  messageOf,
  path,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import { Stopping } from "../signals.js";
import { Interrupted, type Terminal, UsageError } from "../terminal.js";
import { type FilterOptions, readFilter } from "./filter.js";
import { type FoundMetrics, findMetrics } from "./find.js";

export interface DeleteOptions extends GatewayOptions, FilterOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly max: number;
}

export async function deleteMetrics(options: DeleteOptions, terminal: Terminal): Promise<void> {
  const filter = readFilter(options, systemIo.now());
  const mayAsk = terminal.interactive && options.json !== true;
  if (options.dryRun !== true && options.yes !== true && !mayAsk) {
    throw new UsageError(
      "nobody can be asked here: give --yes to delete, or --dry-run to see what would be deleted",
    );
  }
  const stopping = new Stopping();
  const { client } = clientFor(settingsFor(terminal, options), terminal, stopping.signal);
  const toldFound = (count: number) => terminal.progress(`${count} metrics found`);
  const found = await findMetrics(client, filter, toldFound, options.pageSize);
  terminal.progress("");
  const ids = [...found.rows.keys()];
  terminal.note(summary(found));
  if (ids.length > options.max && options.dryRun !== true) {
    if (options.json) {
      report(options, found, { deleted: [], failed: [] }, terminal);
    }
    throw new Error(
      `${ids.length} are more than --max ${options.max} allows, so nothing was deleted. Narrow the filter or raise --max.`,
    );
  }
  const wanted =
    options.dryRun !== true &&
    ids.length > 0 &&
    (options.yes === true || (await terminal.confirm("Delete them for good?")));
  const told = (count: number) => terminal.progress(`${count} of ${ids.length} deleted`);
  const remove = () => deleteEach(client, ids, told, stopping.signal);
  const deletion = wanted ? await stopping.during(remove, terminal) : { deleted: [], failed: [] };
  terminal.progress("");
  report(options, found, deletion, terminal);
  assertDone(found, deletion, stopping.by);
}

function summary({ rows }: FoundMetrics): string {
  const times = [...rows.values()].map(({ created_at }) => String(created_at)).sort();
  const range = times.length === 0 ? "" : `, made from ${times[0]} to ${times.at(-1)}`;
  return `${rows.size} ${rows.size === 1 ? "metric" : "metrics"} to delete${range}.`;
}

function report(
  { json, dryRun }: DeleteOptions,
  { rows, missing }: FoundMetrics,
  { deleted, failed }: Deletion,
  terminal: Terminal,
): void {
  if (json) {
    const found = [...rows.keys()];
    terminal.out(JSON.stringify({ found, missing, dryRun: dryRun === true, deleted, failed }));
    return;
  }
  terminal.out(
    dryRun ? "Nothing was deleted: this was a dry run." : `Deleted ${deleted.length} of ${rows.size}.`,
  );
  for (const { id, error } of failed) {
    terminal.note(`${id}: ${error}`);
  }
}

/** Fails if not all metrics were deleted. The report of what was done is already printed. */
function assertDone(
  { rows, missing }: FoundMetrics,
  { deleted, failed }: Deletion,
  stoppedBy: NodeJS.Signals | undefined,
): void {
  const left = rows.size - deleted.length;
  if (stoppedBy !== undefined && left > 0) {
    throw new Interrupted(
      `stopped by ${stoppedBy}: ${deleted.length} of ${rows.size} metrics are deleted, and ${left} are left.`,
      stoppedBy,
    );
  }
  const [first] = failed;
  if (first !== undefined) {
    const untried = left - failed.length;
    const rest = untried > 0 ? `, and ${untried} were not tried` : "";
    throw new Error(`${failed.length} metrics could not be deleted${rest}. First: ${first.error}`);
  }
  if (missing.length > 0) {
    throw new Error(`no such metric: ${missing.join(", ")}`);
  }
}

/** Which metrics were deleted, and which could not be. A metric in neither list was not tried. */
interface Deletion {
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
