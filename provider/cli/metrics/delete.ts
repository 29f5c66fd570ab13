import type { Client } from "../../client/client.js";
import { hasStatus } from "../../client/http/errors.js";
import { path } from "../../client/http/path.js";
import { systemIo } from "../../io/io.js";
import { clientFor, type GatewayOptions, settingsFor } from "../gateway.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { type FilterOptions, readFilter } from "./filter.js";
import { type FoundMetrics, findMetrics } from "./find.js";

export interface DeleteOptions extends GatewayOptions, FilterOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly max: number;
  readonly json?: true;
}

interface Result {
  readonly deleted: string[];
  readonly failed: { readonly id: string; readonly error: string }[];
}

/** What is under way at once; when all of it fails, so would the rest. */
const batchSize = 20;

export async function deleteMetrics(options: DeleteOptions, terminal: Terminal): Promise<void> {
  const filter = readFilter(options, systemIo.now());
  const mayAsk = terminal.interactive && options.json !== true;
  if (options.dryRun !== true && options.yes !== true && !mayAsk) {
    throw new UsageError("there is nobody to ask: give --yes to delete, or --dry-run to see what would go");
  }
  const { client } = clientFor(settingsFor(terminal, options));
  const found = await findMetrics(client, filter, (count) => terminal.progress(`${count} metrics found`));
  terminal.progress("");
  const ids = [...found.rows.keys()];
  terminal.note(summary(found));
  if (ids.length > options.max && options.dryRun !== true) {
    throw new Error(
      `${ids.length} are more than --max ${options.max} allows, so nothing was deleted. Narrow the filter or raise --max.`,
    );
  }
  const wanted =
    options.dryRun !== true &&
    ids.length > 0 &&
    (options.yes === true || (await terminal.confirm("Delete them for good?")));
  const result = wanted ? await deleteAll(client, ids, terminal) : { deleted: [], failed: [] };
  report(options, found, result, terminal);
  assertDone(found, result);
}

/** A command that did not do all of it fails, after it has said what it did. */
function assertDone({ rows, missing }: FoundMetrics, { deleted, failed }: Result): void {
  const [first] = failed;
  if (first !== undefined) {
    const untried = rows.size - deleted.length - failed.length;
    const rest = untried > 0 ? `, and ${untried} were not tried` : "";
    throw new Error(`${failed.length} metrics could not be deleted${rest}. First: ${first.error}`);
  }
  if (missing.length > 0) {
    throw new Error(`no such metric: ${missing.join(", ")}`);
  }
}

function summary({ rows }: FoundMetrics): string {
  const times = [...rows.values()].map(({ created_at }) => String(created_at)).sort();
  const range = times.length === 0 ? "" : `, made from ${times[0]} to ${times.at(-1)}`;
  return `${rows.size} ${rows.size === 1 ? "metric" : "metrics"} to delete${range}.`;
}

async function deleteAll(client: Client, ids: readonly string[], terminal: Terminal): Promise<Result> {
  const result: Result = { deleted: [], failed: [] };
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const before = result.deleted.length;
    await Promise.all(batch.map((id) => deleteOne(client, id, result)));
    terminal.progress(`${result.deleted.length} of ${ids.length} deleted`);
    if (result.deleted.length === before) {
      break;
    }
  }
  terminal.progress("");
  return result;
}

async function deleteOne(client: Client, id: string, { deleted, failed }: Result): Promise<void> {
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

function report(
  { json, dryRun }: DeleteOptions,
  { rows, missing }: FoundMetrics,
  result: Result,
  terminal: Terminal,
): void {
  if (json) {
    terminal.out(JSON.stringify({ found: [...rows.keys()], missing, dryRun: dryRun === true, ...result }));
    return;
  }
  const what = dryRun
    ? "Nothing was deleted: this was a dry run."
    : `Deleted ${result.deleted.length} of ${rows.size}.`;
  terminal.out(what);
  for (const { id, error } of result.failed) {
    terminal.note(`${id}: ${error}`);
  }
}
