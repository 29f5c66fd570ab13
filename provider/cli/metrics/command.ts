import { Command, InvalidArgumentError } from "commander";
import { gatewayCommand, signInVariables } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DeleteOptions, deleteMetrics } from "./delete.js";

export function metricsCommand(terminal: Terminal): Command {
  const remove = gatewayCommand("delete", "Delete metrics of the account. First say how many, and ask.", {
    examples: [
      "workspace-gateway metrics delete --end-date 2026-01-01 --dry-run",
      "workspace-gateway metrics delete --key-id key_123 --start-date 2026-01-01 --end-date 2026-02-01 --yes",
      "workspace-gateway metrics delete --id metric_1 metric_2",
    ],
    reads: signInVariables,
  })
    .option("--key-id <id>", "only metrics of this key")
    .option("--start-date <date>", "only metrics made at this time or later (ISO 8601)")
    .option("--end-date <date>", "only metrics made at this time or earlier (ISO 8601; default: now)")
    .option("--id <id...>", "the metrics with these ids, instead of a filter")
    .option("--dry-run", "only show what would be deleted")
    .option("--yes", "do not ask; needed if no person can answer")
    .option("--max <number>", "delete nothing if there are more metrics than this", wholeNumber, 1000)
    .action((options: DeleteOptions) => deleteMetrics(options, terminal));
  return new Command("metrics").description("Commands for the metrics of the account.").addCommand(remove);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  }
  return Number(text);
}
