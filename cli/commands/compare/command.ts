import type { Command } from "commander";
import { usualIgnoreFile } from "../drift/tell-drift.js";
import { stackCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { type CompareOptions, tellComparison } from "./tell-comparison.js";

const notes = `Each side is a stack of the project in this folder, a file that \`pulumi stack export\` has written, or \`live\`: the
account of the environment's settings (\`live:eu\` by the connection eu). Objects are matched by the names of their
workspace and their own; ids, times and secrets are not compared. What is meant to differ stands in ${usualIgnoreFile}:
  compare:
    ignore:
      - { kind: Budget, reason: each stage has its own }
      - { kind: ModelProvider, property: baseUrl, reason: each stage has its own upstream }

It only reads. A stack says what its last \`up\` or refresh knew.`;

export function compareCommand(terminal: Terminal): Command {
  return stackCommand(
    "compare",
    "Compare two stacks or accounts: what a promotion would bring, in the form of a review.",
    {
      examples: [
        "workspace-gateway compare --from staging --to prod",
        "workspace-gateway compare --from staging --to prod --html promotion.html",
        "workspace-gateway compare --from prod --to live            # what the account has not, or has otherwise",
        "pulumi stack export --stack staging > staging.json",
        "workspace-gateway compare --from staging.json --to prod --json",
      ],
      notes,
    },
  )
    .requiredOption("--from <place>", "where the changes come from: a stack, a file, or live")
    .requiredOption("--to <place>", "what would be changed: a stack, a file, or live")
    .option("--ignore-file <file>", `the rules (default: ${usualIgnoreFile} in this folder, if it is there)`)
    .option("--markdown <file>", "write the comment to a file, so that --json has standard output")
    .option("--html <file>", "also write the comparison as one page")
    .action((options: CompareOptions) => tellComparison(options, terminal));
}
