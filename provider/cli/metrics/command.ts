import { Command, InvalidArgumentError } from "commander";
import { gatewayCommand, signInVariables } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type DeleteOptions, deleteMetrics } from "./delete.js";

export function metricsCommand(terminal: Terminal): Command {
  const remove = gatewayCommand("delete", "Delete metrics of the account, after saying which and asking.", {
    examples: [
      "workspace-gateway metrics delete --end-date 2026-01-01 --dry-run",
      "workspace-gateway metrics delete --key-id key_123 --start-date 2026-01-01 --end-date 2026-02-01 --yes",
      "workspace-gateway metrics delete --id metric_1 metric_2",
    ],
    reads: signInVariables,
  })
    .option("--key-id <id>", "those of one key")
    .option("--start-date <date>", "those made on or after it (ISO 8601)")
    .option("--end-date <date>", "those made on or before it (ISO 8601; default: now)")
    .option("--id <id...>", "these, instead of a filter")
    .option("--dry-run", "only say what would be deleted")
    .option("--yes", "do not ask; needed where there is nobody to ask")
    .option("--max <number>", "delete nothing if there are more than this", wholeNumber, 1000)
    .action((options: DeleteOptions) => deleteMetrics(options, terminal));
  return new Command("metrics").description("Tidy up the metrics of the account.").addCommand(remove);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number from 1.");
  }
  return Number(text);
}
