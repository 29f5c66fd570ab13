import { Command } from "commander";
import { plainCommand, stackCommand } from "../gateway-command.js";
import { usualGuardFile } from "../guard/guard-options.js";
import { sourceOf } from "../review/command.js";
import type { Terminal } from "../terminal.js";
import { type ListPromptsOptions, listPrompts } from "./list-prompts.js";
import { type SignOptions, signResults } from "./sign-results.js";

export function promptsCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  return new Command("prompts")
    .description("Commands for the evaluation of prompts: what to evaluate, and signed evidence of it.")
    .addCommand(list(terminal, commandLine), { isDefault: true })
    .addCommand(sign(terminal));
}

const aboutList = `Says of each prompt of production what an evaluation needs: its text and the digest of exactly that, its environment, and
the models that it may meet, its own or every one of its workspace. A model is called by the name of
its provider and the name by which that knows it. A prompt for no environment is one of production, too.

--changed leaves out what stays as it is: it lists what the rule \`promptsEvaluated\` of the guard asks evidence for. The
environments are those of ${usualGuardFile}, if it names any. A text that is a secret is covered: nobody can evaluate it.
\`list\` may be left out. Nothing is written.`;

function list(terminal: Terminal, commandLine: readonly string[]): Command {
  return stackCommand("list", "List the prompts of production, and the models that they may meet.", {
    examples: [
      "workspace-gateway prompts list --changed --json -- --stack prod > prompts.json   # runs `pulumi preview`",
      "pulumi preview --json --show-sames > preview.json",
      "workspace-gateway prompts list --changed preview.json",
      "workspace-gateway prompts list --stack prod --all",
      "workspace-gateway prompts list --live eu --json        # by the connection eu",
    ],
    notes: aboutList,
  })
    .argument("[file]", "what `pulumi preview --json` printed; `-` is standard input (default: run it)")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--changed", "only prompts that people get otherwise than before")
    .option("--stack <name>", "those that this stack has, instead of a preview")
    .option(
      "--live [connection]",
      "those that the gateway has, instead of a preview: by the settings of the environment",
    )
    .option("--all", "also those of other environments, and those that are switched off")
    .option(
      "--guard-file <file>",
      `where the environments stand (default: ${usualGuardFile}, if it is there)`,
    )
    .option("--offline", "send nothing to the gateway: what nobody declares is left out")
    .action((_file, _pulumi, options: ListPromptsOptions, command: Command) =>
      listPrompts(sourceOf(command.args, commandLine), options, terminal),
    );
}

const aboutSign = `The file has { "format": 1, "results": [...] }; each result has stack, workspace, name, environment, sha256, models and text
as \`prompts list --json\` gives them, \`passed\`, and \`at\`, the time of the evaluation. The text has to fit the digest, and is left
out, as are other keys. Sign in a job that no pull request can change: whoever has the key can say that anything has passed.

Make a pair of keys once, and commit the public one beside ${usualGuardFile}:
  openssl genpkey -algorithm ed25519 -out evidence.key
  openssl pkey -in evidence.key -pubout -out evidence.pub

Exit codes: 0 done, 1 failed, 2 the command line is wrong.`;

function sign(terminal: Terminal): Command {
  return plainCommand("sign", "Sign results of evaluated prompts, so that a review can trust them.", {
    examples: [
      "workspace-gateway prompts sign results.json --key evidence.key --out evidence.json",
      'printf "%s" "$EVIDENCE_KEY" | workspace-gateway prompts sign results.json --key - > evidence.json',
    ],
    notes: aboutSign,
  })
    .argument("<file>", "the results")
    .requiredOption("--key <file>", "the private key of ed25519, in PEM; `-` is standard input")
    .option("--out <file>", "where to write them (default: standard output)")
    .action((file: string, options: SignOptions) => signResults(file, options, terminal));
}
