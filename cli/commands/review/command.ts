import type { Command } from "commander";
import { defined } from "pulumi-workspace-gateway/tools";
import { usualRoutesFile } from "../../expectations/format.js";
import { besidesPulumi, numberOf, plainCommand } from "../gateway-command.js";
import { withGuardOptions } from "../guard/guard-options.js";
import { usualAgeDays } from "../pin/write-pin.js";
import type { PreviewSource } from "../read-review.js";
import { type Terminal, UsageError } from "../terminal.js";
import { withUsageOptions } from "../usage/usage-options.js";
import { type ReviewOptions, tellReview } from "./tell-review.js";

const longestAgeDays = 90;

/** Commander does not tell a file from what stands after `--`, so it needs the whole command line too. */
export function reviewCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const command = plainCommand(
    "review",
    "Say what a `pulumi preview` means for routing, prompts, cost and people, as Markdown.",
    {
      examples: [
        "workspace-gateway review -- --stack prod --refresh      # runs `pulumi preview` in the current folder",
        "pulumi preview --json --show-sames > preview.json",
        "workspace-gateway review preview.json > comment.md",
        "workspace-gateway review preview.json --html review.html",
        "pulumi preview --json --show-sames | workspace-gateway review - --json",
        "workspace-gateway review --guard --max-deletes 2 --allow workspace-delete:old-team",
        "workspace-gateway review --guard --pin gateway.pin -- --stack prod",
        "workspace-gateway review --guard --markdown comment.md --json -- --stack prod > facts.json",
      ],
      notes:
        "Give the preview --show-sames: routes depend also on what stays. With --refresh it also shows what was\n" +
        "changed in the console. What nobody declares is read from the gateway, in the workspaces that the change\n" +
        "touches: at most one list for each kind and workspace. Nothing is written. The settings come from the environment,\n" +
        "then from the config of the stack; a file has none. --offline reads nothing, and says so.\n\n" +
        "A pin binds the program's files where a planned value is not known yet; without a lock file it is refused\n" +
        "(3), unless --allow unknown:NAME names the resource.\n\n" +
        "Exit codes: 0 nothing to do or fine, 1 failed, 2 the command line is wrong, 3 refused by the guard,\n" +
        "4 the pin does not hold.",
    },
  )
    .argument("[file]", "what `pulumi preview --json` printed; `-` is standard input (default: run it)")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--markdown <file>", "write the Markdown there instead, also that of a review that failed")
    .option("--html <file>", "also write the review as one page")
    .option(
      "--routes <file>",
      `what is expected of the gateway (default: ${usualRoutesFile}, if it is there)`,
    )
    .option("--no-routes", `expect nothing, also if there is a ${usualRoutesFile}`)
    .option("--offline", "send nothing to the gateway: what nobody declares is left out")
    .option("--json", "print the facts as JSON");
  const days = numberOf("days", longestAgeDays);
  return withGuardOptions(withUsageOptions(command))
    .option("--pin <file>", "also pin what was seen, for `workspace-gateway apply`; adds --refresh")
    .option(
      "--pin-refused <file>",
      "pin there what the guard refuses, for whoever may permit it; needs --pin",
    )
    .option("--max-age <days>", `how long the pin may be applied (default: ${usualAgeDays})`, days)
    .action((_file, _pulumi, options: ReviewOptions, command: Command) =>
      tellReview(sourceOf(command.args, commandLine), options, terminal),
    );
}

/** What stands after `--` is for pulumi, and what stands before it is a file. */
export function sourceOf(operands: readonly string[], commandLine: readonly string[]): PreviewSource {
  const { own, pulumi } = besidesPulumi(operands, commandLine);
  const [file, ...more] = own;
  if (more.length > 0) {
    throw new UsageError(
      `only one file can be reviewed; arguments for pulumi come after \`--\`: ${more.join(" ")}`,
    );
  }
  if (file !== undefined && pulumi.length > 0) {
    throw new UsageError(
      "a file is reviewed without running pulumi: leave out the file, or what is after `--`",
    );
  }
  return { ...defined({ file }), pulumi };
}
