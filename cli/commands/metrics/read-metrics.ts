import {
  type Client,
  metricRow,
  metricRows,
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
): AsyncGenerator<Values, void> {
  let waits = false;
  const told = (rows: number) => {
    waits = true;
    progress(`${rows} rows read`);
  };
  for await (const row of metricRows(client, values, { told })) {
    if (waits) {
      waits = false;
      progress(""); // what follows may be printed on the same screen
    }
    if (matches(row) === false) {
      throw new Error("the gateway lists metrics that do not match the filter.");
    }
    yield toResult(row);
  }
  progress("");
}
