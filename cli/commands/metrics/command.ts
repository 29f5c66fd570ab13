import { Command, Option } from "commander";
import { gatewayCommand, wholeNumber } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DeleteOptions, deleteMetrics } from "./delete.js";
import { type ListMetricsOptions, listMetrics } from "./list-metrics.js";
import { parts } from "./metric-sums.js";
import { type SumMetricsOptions, sumMetrics } from "./sum-metrics.js";

export function metricsCommand(terminal: Terminal): Command {
  return new Command("metrics")
    .description("Commands for the metrics of the account: one row for each request.")
    .addCommand(list(terminal))
    .addCommand(sum(terminal))
    .addCommand(remove(terminal));
}

const aboutForms = `A date alone is its first moment, in UTC. All pages are read; rows that are recorded after the start do not count. The
scope usage:read is needed.

--csv is RFC 4180 with a line of names. A text that a spreadsheet would take for a formula, because it begins with
= + - or @, has an apostrophe before it; numbers are as they are.`;

function list(terminal: Terminal): Command {
  const command = gatewayCommand("list", "List metrics of the account, as the gateway sorts them.", {
    examples: [
      "workspace-gateway metrics list --start-date 2026-11-21",
      "workspace-gateway metrics list --key-id key_123 --csv > requests.csv",
      "workspace-gateway metrics list --json | jq '.[] | select(.statusCode >= 500)'",
      "workspace-gateway metrics list --key-id key_123 --count",
    ],
    notes:
      `${aboutForms}\n\nThe table leaves out the account, and cuts long texts; --csv and --json do not. --json prints all rows or none;\n` +
      "the others print them as they come. --count is the gateway's own total, in one request; where it tells none, the rows are\n" +
      "read and counted.",
  });
  return filtered(command)
    .option("--csv", "print the rows as CSV")
    .option("--count", "print only how many there are")
    .action((options: ListMetricsOptions) => listMetrics(options, terminal));
}

function sum(terminal: Terminal): Command {
  const command = gatewayCommand(
    "sum",
    "Add up metrics of the account: requests, errors, tokens, cost, time.",
    {
      examples: [
        "workspace-gateway metrics sum --by model --start-date 2026-11-01",
        "workspace-gateway metrics sum --by day model --csv > november.csv",
        "workspace-gateway metrics sum --key-id key_123 --json",
      ],
      notes:
        `${aboutForms}\n\nErrors are answers with a status of 400 or more. Days are those of UTC. Costs are added as decimal numbers with twelve\n` +
        "digits after the point; the table shows six. What a row does not say counts as 0, and the mean time is that of the\n" +
        "rows that have one.",
    },
  );
  const by = new Option(
    "--by <part...>",
    "what to group by, one or several; without it only the total",
  ).choices(parts);
  return filtered(command)
    .addOption(by)
    .option("--csv", "print the groups as CSV, without the total")
    .action((options: SumMetricsOptions) => sumMetrics(options, terminal));
}

function remove(terminal: Terminal): Command {
  const command = gatewayCommand("delete", "Delete metrics of the account. First say how many, and ask.", {
    examples: [
      "workspace-gateway metrics delete --end-date 2026-01-01 --dry-run",
      "workspace-gateway metrics delete --key-id key_123 --start-date 2026-01-01 --end-date 2026-02-01 --yes",
      "workspace-gateway metrics delete --id metric_1 metric_2",
    ],
  });
  return filtered(command)
    .option("--id <id...>", "the metrics with these ids, instead of a filter")
    .option("--dry-run", "only show what would be deleted")
    .option("--yes", "do not ask; needed if no person can answer")
    .option("--max <number>", "delete nothing if there are more metrics than this", wholeNumber, 1000)
    .action((options: DeleteOptions) => deleteMetrics(options, terminal));
}

function filtered(command: Command): Command {
  return command
    .option("--key-id <id>", "only metrics of this key")
    .option("--start-date <date>", "only metrics made at this time or later (ISO 8601)")
    .option("--end-date <date>", "only metrics made at this time or earlier (ISO 8601; default: now)")
    .option(
      "--page-size <number>",
      "rows to ask for in one request (default: 100); halved while the gateway refuses it",
      wholeNumber,
    );
}
