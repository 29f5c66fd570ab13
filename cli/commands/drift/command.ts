import type { Command } from "commander";
import { usualRoutesFile } from "../../expectations/format.js";
import { repeatable, stackCommand } from "../gateway-command.js";
import type { Terminal } from "../terminal.js";
import { withUsageOptions } from "../usage/usage-options.js";
import { type DriftOptions, tellDrift, usualIgnoreFile } from "./tell-drift.js";

const notes = `What nobody has to declare stands in ${usualIgnoreFile}; each rule needs a reason, and \`*\` is any text:
  ignore:
    - { kind: Prompt, workspace: "Support*", name: "draft-*", reason: written in the console }

It only reads, and takes no lock. The state is compared, not the program: code that was not applied yet is
no drift. Settings come from the environment, then from the config of each stack; a file has none.
--adopt is for the first of the stacks, and overwrites nothing; keys that the gateway never shows stay as they are.`;

export function driftCommand(terminal: Terminal): Command {
  const command = stackCommand(
    "drift",
    "Compare the gateway with the state of stacks: what was changed, what is missing, what nobody declared.",
    {
      examples: [
        "workspace-gateway drift                                     # the stack that is selected in this folder",
        "workspace-gateway drift --stack prod --stack shared         # what either of them has is declared",
        "workspace-gateway drift --stack prod --markdown drift.md --json > drift.json",
        "workspace-gateway drift --undeclared                         # also properties that no program declares",
        "workspace-gateway drift --usage 7d                           # also what of it is in use",
        "workspace-gateway drift --adopt adopt.ts                     # and adopt.import.json beside it",
        "pulumi stack export > prod.json",
        "workspace-gateway drift prod.json                           # with the settings of the environment",
      ],
      notes,
    },
  )
    .argument("[file...]", "what `pulumi stack export` printed (default: the selected stack)")
    .option("--stack <name>", "a stack of the project in this folder; repeatable", repeatable)
    .option(
      "--ignore-file <file>",
      `the ignore rules (default: ${usualIgnoreFile} in this folder, if it is there)`,
    )
    .option(
      "--undeclared",
      "also list properties that changed and that the program does not declare: no drift",
    )
    .option(
      "--routes <file>",
      `what is expected of the gateway (default: ${usualRoutesFile}, if it is there)`,
    )
    .option("--markdown <file>", "also write the result as Markdown, fit for an issue")
    .option(
      "--adopt <file.ts>",
      "also write what would take in the undeclared: program text, and a file for `pulumi import`",
    );
  return withUsageOptions(command)
    .addHelpText(
      "after",
      "Drift has the sum of these: 8 changed on the gateway, 16 missing on the gateway, 32 declared by nobody,\n64 not as gateway-routes.yaml expects.",
    )
    .action((files: string[], options: DriftOptions) => tellDrift(files, options, terminal));
}
