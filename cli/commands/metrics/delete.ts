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
  const { json, yes = false, dryRun = false } = options;
  const filter = deletionFilter(options);
  if (!dryRun && !yes && (!terminal.interactive || json)) {
    throw new UsageError(
      "nobody can be asked here: give --yes to delete, or --dry-run to see what would be deleted",
    );
  }
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const ids = [...new Set(options.id)];
  const told = (count: number) => terminal.progress(`${count} metrics found`);
  const rows = new Map<string, JsonObject>();
  for await (const row of filter ? rowsByFilter(client, filter, told) : rowsById(client, ids, told)) {
    rows.set(idOf(row) ?? "", row); // the pager accepts no row without an id
  }
  terminal.progress("");
  const found = [...rows.keys()];
  const missing = ids.filter((id) => !rows.has(id));
  const times = [...rows.values()].map(({ created_at }) => String(created_at)).sort();
  const range = found.length === 0 ? "" : `, recorded from ${times[0]} to ${times.at(-1)}`;
  terminal.note(`${howMany(found.length, "metric")} to delete${range}.`);
  const isWanted = !dryRun && found.length > 0 && (yes || (await terminal.confirm("Delete them for good?")));
  const { deleted, failed } = await deleteEach(client, isWanted ? found : [], terminal);
  if (json) {
    terminal.out(JSON.stringify({ found, missing, dryRun, deleted, failed }));
  } else {
    const done = `Deleted ${deleted.length} of ${found.length}.`;
    terminal.out(dryRun ? "Nothing was deleted: this was a dry run." : done);
  }
  if (failed !== undefined) {
    const left = howMany(found.length - deleted.length, "metric");
    throw new Error(`${left} not deleted. ${failed.id} failed: ${failed.error}`);
  }
  if (missing.length > 0) {
    throw new Error(`no such metric: ${missing.join(", ")}`);
  }
}

/** Undefined with --id. Refuses options that would select all metrics. Without an end date, the filter ends now. */
function deletionFilter({ id, ...filter }: DeleteOptions): MetricsFilter | undefined {
  const { keyId, startDate, endDate } = filter;
  const isFiltered = [keyId, startDate, endDate].some((option) => option !== undefined);
  if (id !== undefined && isFiltered) {
    throw new UsageError("--id cannot be used with --key-id, --start-date or --end-date");
  }
  if (id === undefined && !isFiltered) {
    throw new UsageError("which metrics? Give --key-id, --start-date or --end-date, or --id");
  }
  const now = new Date(systemIo.now()).toISOString();
  return id === undefined ? metricsFilter({ ...filter, endDate: endDate ?? now }) : undefined;
}

type Told = (found: number) => void;

async function* rowsById(client: Client, ids: readonly string[], told: Told): AsyncGenerator<JsonObject> {
  for (const [at, id] of ids.entries()) {
    told(at);
    try {
      const row = await client.item({ method: "GET", path: path`/metrics/${id}`, scope });
      if (row !== undefined) yield row;
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
}

async function* rowsByFilter(client: Client, filter: MetricsFilter, told: Told): AsyncGenerator<JsonObject> {
  for await (const row of metricRows(client, filter.values, { told })) {
    if (filter.matches(row) !== true) {
      throw new Error("the gateway lists metrics that do not match the filter, so nothing was deleted");
    }
    yield row;
  }
}

async function deleteEach(client: Client, ids: readonly string[], terminal: Terminal) {
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
