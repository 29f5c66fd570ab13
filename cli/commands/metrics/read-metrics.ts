import {
  type Client,
  type JsonObject,
  metricRow,
  metricRows,
  metricTotal,
  resultReader,
  type Values,
} from "pulumi-workspace-gateway/tools";
import type { Terminal } from "../terminal.js";
import type { RowFilter } from "./filter.js";

const toResult = resultReader(metricRow);

/**
 * The rows that a filter means, each as `metrics()` gives it to programs; a field that the gateway leaves out is not
 * there. Shows how many have been read while it waits for a page.
 */
export async function* readMetrics(
  client: Client,
  { values, matches }: RowFilter,
  { progress }: Pick<Terminal, "progress">,
  pageSize?: number,
): AsyncGenerator<Values, void> {
  let waits = false;
  const told = (rows: number) => {
    waits = true;
    progress(`${rows} rows read`);
  };
  for await (const row of metricRows(client, values, { told, limit: pageSize })) {
    if (waits) {
      waits = false;
      progress(""); // what follows may be printed on the same screen
    }
    assertMeant(row, matches);
    yield toResult(row);
  }
  progress("");
}

/** How many rows a filter means: by the gateway's total if it tells one, otherwise they are counted. */
export async function countMetrics(
  client: Client,
  filter: RowFilter,
  terminal: Pick<Terminal, "progress">,
  pageSize?: number,
): Promise<number> {
  let count = await metricTotal(client, filter.values, (row) => assertMeant(row, filter.matches));
  if (count === undefined) {
    count = 0;
    for await (const _row of readMetrics(client, filter, terminal, pageSize)) {
      count++;
    }
  }
  return count;
}

function assertMeant(row: JsonObject, matches: RowFilter["matches"]): void {
  if (matches(row) === false) {
    throw new Error("the gateway lists metrics that do not match the filter.");
  }
}
