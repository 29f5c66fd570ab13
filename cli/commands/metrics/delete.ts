import {
  type Client,
  hasStatus,
  howMany,
  idOf,
  type JsonObject,
  messageOf,
  metricRows,
  metricsPlace,
  path,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { clientFor, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";
import { type MetricsFilter, type MetricsOptions, metricsFilter } from "./list.js";

const { scope } = metricsPlace;

export interface DeleteOptions extends MetricsOptions {
  readonly id?: readonly string[];
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Deletes the metrics that match, one after the other, until the first error. */
export async function deleteMetrics(options: DeleteOptions, terminal: Terminal): Promise<void> {
  const { json, yes, dryRun = false } = options;
  const choice = metricsToDelete(options);
  const mayAsk = terminal.interactive && json !== true;
  if (!dryRun && yes !== true && !mayAsk) {
    throw new UsageError(
      "nobody can be asked here: give --yes to delete, or --dry-run to see what would be deleted",
    );
  }
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const rows = await findMetrics(client, choice, (count) => terminal.progress(`${count} metrics found`));
  terminal.progress("");
  const ids = [...rows.keys()];
  const missing = "ids" in choice ? choice.ids.filter((id) => !rows.has(id)) : [];
  const times = [...rows.values()].map(({ created_at }) => String(created_at)).sort();
  const range = ids.length === 0 ? "" : `, recorded from ${times[0]} to ${times.at(-1)}`;
  terminal.note(`${howMany(ids.length, "metric")} to delete${range}.`);
  const isWanted =
    !dryRun && ids.length > 0 && (yes === true || (await terminal.confirm("Delete them for good?")));
  const deletion = isWanted ? await deleteEach(client, ids, terminal) : { deleted: [] };
  if (json) {
    terminal.out(JSON.stringify({ found: ids, missing, dryRun, ...deletion }));
  } else {
    const done = `Deleted ${deletion.deleted.length} of ${ids.length}.`;
    terminal.out(dryRun ? "Nothing was deleted: this was a dry run." : done);
  }
  if (deletion.failed !== undefined) {
    const left = ids.length - deletion.deleted.length;
    throw new Error(
      `${howMany(left, "metric")} not deleted. ${deletion.failed.id} failed: ${deletion.failed.error}`,
    );
  }
  if (missing.length > 0) {
    throw new Error(`no such metric: ${missing.join(", ")}`);
  }
}

type Choice = MetricsFilter | { readonly ids: readonly string[] };

/** Refuses options that would select all metrics. Without an end date, the filter ends now. */
function metricsToDelete({ id, ...filter }: DeleteOptions): Choice {
  const { keyId, startDate, endDate } = filter;
  const isFiltered = [keyId, startDate, endDate].some((option) => option !== undefined);
  if (id !== undefined && isFiltered) {
    throw new UsageError("--id cannot be used with --key-id, --start-date or --end-date");
  }
  if (id === undefined && !isFiltered) {
    throw new UsageError("which metrics? Give --key-id, --start-date or --end-date, or --id");
  }
  return id === undefined
    ? metricsFilter({ ...filter, endDate: endDate ?? new Date(systemIo.now()).toISOString() })
    : { ids: [...new Set(id)] };
}

/** The metrics to delete by their ids. Fails if a row does not match the filter. */
async function findMetrics(
  client: Client,
  choice: Choice,
  told: (found: number) => void,
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  if ("ids" in choice) {
    for (const id of choice.ids) {
      told(found.size);
      try {
        const row = await client.item({ method: "GET", path: path`/metrics/${id}`, scope });
        if (row !== undefined) {
          found.set(id, row);
        }
      } catch (error) {
        if (!hasStatus(error, 404)) {
          throw error;
        }
      }
    }
    return found;
  }
  for await (const row of metricRows(client, choice.values, { told })) {
    if (choice.matches(row) !== true) {
      throw new Error("the gateway lists metrics that do not match the filter, so nothing was deleted");
    }
    found.set(idOf(row) ?? "", row); // the pager accepts no row without an id
  }
  return found;
}

interface Deletion {
  readonly deleted: readonly string[];
  /** Where it stopped. */
  readonly failed?: { readonly id: string; readonly error: string };
}

async function deleteEach(client: Client, ids: readonly string[], terminal: Terminal): Promise<Deletion> {
  const deleted: string[] = [];
  for (const id of ids) {
    terminal.progress(`${deleted.length} of ${ids.length} deleted`);
    try {
      await client.send({ method: "DELETE", path: path`/metrics/${id}`, scope });
    } catch (error) {
      // A 404 means success: the request is retried after a lost answer.
      if (!hasStatus(error, 404)) {
        terminal.progress("");
        return { deleted, failed: { id, error: messageOf(error) } };
      }
    }
    deleted.push(id);
  }
  terminal.progress("");
  return { deleted };
}
