import { Command, Option } from "commander";
import { gatewayCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DeleteOptions, deleteMetrics } from "./delete.js";
import { listMetrics, type MetricsOptions } from "./list.js";
import { parts, type SumOptions, sumMetrics } from "./sum.js";

const notes =
  "A date alone is its first moment, in UTC. All pages are read. Rows recorded after the command started are left out.\n" +
  "The token needs the scope usage:read.";

export function metricsCommand(terminal: Terminal): Command {
  const list = filtered("list", "List metrics of the account, in the order of the gateway.", {
    examples: [
      "workspace-gateway metrics list --start-date 2026-11-21",
      "workspace-gateway metrics list --json | jq '.[] | select(.statusCode >= 500)'",
    ],
    notes: `${notes} The table shortens long texts; --json does not.`,
  }).action((options: MetricsOptions) => listMetrics(options, terminal));

  const by = new Option("--by <part...>", "group by one or several of these; without it, only the total");
  const sum = filtered("sum", "Add up metrics of the account: requests, errors, tokens, cost, time.", {
    examples: [
      "workspace-gateway metrics sum --by model --start-date 2026-11-01",
      "workspace-gateway metrics sum --by day model",
      "workspace-gateway metrics sum --key-id key_123 --json",
    ],
    notes:
      `${notes}\n\nErrors are answers with a status of 400 or higher. Days are in UTC. Missing values count as 0, and the mean time\n` +
      "covers the rows that have one.",
  })
    .addOption(by.choices(parts))
    .action((options: SumOptions) => sumMetrics(options, terminal));

  const remove = filtered(
    "delete",
    "Delete metrics of the account. Shows how many and asks before it deletes.",
    {
      examples: [
        "workspace-gateway metrics delete --end-date 2025-12-31 --dry-run",
        "workspace-gateway metrics delete --key-id key_123 --start-date 2026-01-01 --end-date 2026-01-31 --yes",
        "workspace-gateway metrics delete --id metric_1 metric_2",
      ],
      notes:
        "It deletes one row after the other and stops at the first error. Run it again to delete the rest.",
    },
  )
    .option("--id <id...>", "the metrics with these ids, instead of a filter")
    .option("--dry-run", "only show what would be deleted")
    .option("--yes", "delete without asking; required if nobody can answer")
    .action((options: DeleteOptions) => deleteMetrics(options, terminal));

  const metrics = new Command("metrics");
  metrics.description("Commands for the metrics of the account: one row for each request.");
  return metrics.addCommand(list).addCommand(sum).addCommand(remove);
}

function filtered(...command: Parameters<typeof gatewayCommand>): Command {
  return gatewayCommand(...command)
    .option("--key-id <id>", "only metrics of this key")
    .option("--start-date <date>", "only metrics recorded at this time or later (ISO 8601)")
    .option(
      "--end-date <date>",
      "only metrics recorded at this time or earlier (ISO 8601; a day is included; default: now)",
    );
}
