import { Command, Option } from "commander";
import { stackCommand } from "../gateway-command.js";
import { sourceOf } from "../review/command.js";
import type { Terminal } from "../terminal.js";
import { type ListPromptsOptions, listPrompts } from "./list-prompts.js";
import { environments } from "./prompts.js";

const notes = `For each prompt: its text and the SHA-256 digest of the text, its environment, and the models that it may be used with, as
provider/model. A prompt without an environment counts in every one; a prompt that is switched off is left out. A text that is
a secret is not shown, so it cannot be evaluated. \`list\` may be left out. Nothing is written.`;

export function promptsCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const list = stackCommand("list", "List the prompts of a plan, or those that it changes.", {
    examples: [
      "workspace-gateway prompts list --changed --json -- --stack prod > prompts.json   # runs `pulumi preview`",
      "pulumi preview --json --show-sames > preview.json",
      "workspace-gateway prompts list --changed --environment PRODUCTION preview.json",
    ],
    notes,
  })
    .argument("[file]", "what `pulumi preview --json` printed; `-` is standard input (default: run it)")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--changed", "only prompts whose text, reach or models change")
    .addOption(new Option("--environment <name>", "only prompts of this environment").choices(environments))
    .option("--offline", "send nothing to the gateway: unmanaged objects are left out")
    .action((_file, _pulumi, options: ListPromptsOptions, command: Command) =>
      listPrompts(sourceOf(command.args, commandLine), options, terminal),
    );
  return new Command("prompts")
    .description("List what an evaluation of prompts needs.")
    .addCommand(list, { isDefault: true });
}
