import type { Command } from "commander";
import { defined, everyKind, type Kind } from "pulumi-workspace-gateway/tools";
import { workspaceCalled } from "../account/account-object.js";
import {
  assertFitPlace,
  isRouted,
  liveAccount,
  plannedAccount,
  stacksAccount,
  type WorkspaceOptions,
} from "../account-options.js";
import { besidesPulumi, gatewayCommand } from "../gateway.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { type Colors, colorsOf, type OutputOptions, resultText, tableText } from "../output.js";
import { assertNoPlainSecrets } from "../pin/pulumi-arguments.js";
import { momentsOf, resourcesOf } from "../review/facts/resources.js";
import type { Plan } from "../review/plan/plan.js";
import { answerFor, answerWords, type Moments, type RouteAnswer, triedHead } from "../routing/explain.js";
import { routedSetup } from "../routing/setup.js";
import { stackOrFile } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { masked } from "../text/mask.js";

export function routeCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  return gatewayCommand("route", "Show which model a requested name resolves to, and why.", {
    examples: [
      'workspace-gateway route gpt-4o --workspace "Support assistant"          # before and after a `pulumi preview`',
      'workspace-gateway route gpt-4o --workspace "Support assistant" -- --stack prod --refresh',
      "workspace-gateway route gpt-4o --workspace Team --preview preview.json",
      "workspace-gateway route gpt-4o --workspace Team --live                  # the live gateway",
      "workspace-gateway route gpt-4o --workspace Team --stack prod --json",
    ],
    notes:
      "Lists the mappings in the order in which they are tried, and explains why each one does or does not match. Also shows\n" +
      "the model that the name resolves to, with its provider, host and cost, and what the API does not specify. `review`\n" +
      "reads mappings the same way. Without --live or --stack, the command runs `pulumi preview` in the current folder, as\n" +
      "`review` does, and shows the route before and after. With a token, it also reads unmanaged objects of that workspace.\n" +
      "It writes nothing. The exit code is 0 even if the name does not resolve to a model.",
  })
    .argument("<name>", "the model name, as callers send it")
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .requiredOption("-w, --workspace <name>", "name or id of the workspace that callers use")
    .option("--live", "use the live gateway")
    .option(
      "-s, --stack <name>",
      "use this stack as its last `up` left it, or a file that `pulumi stack export` wrote",
    )
    .option("--preview <file>", "the output of `pulumi preview --json --show-sames`; `-` is standard input")
    .option("--offline", "for a preview: send nothing to the gateway")
    .action((name: string, _pulumi, options: RouteOptions, command: Command) => {
      const { own, pulumi } = besidesPulumi(command.args, commandLine);
      if (own.length !== 1) {
        throw new UsageError(
          `pass only one name, and arguments for pulumi after \`--\`: ${own.slice(1).join(" ")}`,
        );
      }
      return runRoute(name, pulumi, options, terminal);
    });
}

export interface RouteOptions extends WorkspaceOptions, OutputOptions {
  readonly workspace: string;
  readonly live?: true;
  readonly stack?: string;
  readonly preview?: string;
  readonly offline?: true;
}

export async function runRoute(
  name: string,
  pulumi: readonly string[],
  options: RouteOptions,
  terminal: Terminal,
): Promise<void> {
  assertOnePlace(options, pulumi);
  const moments = await momentsIn(options, pulumi, await everyKind(), terminal);
  const found = answerFor(moments, workspaceCalled(options.workspace, titlesOf(moments)), name);
  const answer = masked(found, maskFor(terminal));
  terminal.out(
    resultText(
      options,
      () => factsOf(answer),
      () => routeText(answer, colorsOf(terminal)),
    ),
  );
}

function assertOnePlace(options: RouteOptions, pulumi: readonly string[]): void {
  const { live, stack, preview } = options;
  const places = [live, stack, preview].filter((place) => place !== undefined);
  if (places.length > 1) {
    throw new UsageError("use only one of --live, --stack and --preview");
  }
  if (places.length > 0 && pulumi.length > 0) {
    throw new UsageError(
      "arguments after `--` are for `pulumi preview`: omit them, or omit --live, --stack and --preview",
    );
  }
  assertFitPlace(options, live === undefined && stack === undefined);
}

async function momentsIn(
  options: RouteOptions,
  pulumi: readonly string[],
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<Moments> {
  const { live, stack, preview, offline, workspace } = options;
  if (live) {
    const { objects } = await liveAccount(options, kinds, terminal);
    return { after: routedSetup(objects) };
  }
  if (stack !== undefined) {
    const account = await stacksAccount(stackOrFile(stack), {}, kinds, terminal);
    noteUnmasked([account], terminal);
    return { after: routedSetup(account.objects.filter(isRouted)) };
  }
  assertNoPlainSecrets(pulumi);
  const besides = (plan: Plan) => {
    const titles = titlesOf(momentsOf(resourcesOf(plan, kinds)));
    return new Set(titles.flatMap(([key, title]) => ([key, title].includes(workspace) ? key : [])));
  };
  const source = { ...defined({ file: preview }), pulumi };
  const { moments } = await plannedAccount(source, { offline, besides }, kinds, terminal);
  return moments;
}

function titlesOf({ before, after }: Moments): [key: string, title: string][] {
  return Object.entries({ ...before?.workspaces, ...after.workspaces });
}

/** Without a change, there is only one moment, `now`. */
function factsOf({ before, after, ...about }: RouteAnswer) {
  return before === undefined ? { ...about, now: after } : { ...about, before, after };
}

const columns = [{ isNumber: true }, { widest: 40 }, { widest: 60 }, { isNumber: true }, {}];

function routeText(answer: RouteAnswer, colors: Colors): string {
  const parts = answerWords(answer).map(({ lead, rows, notes }) => {
    const table = rows.length === 0 ? [] : tableText({ columns, head: triedHead, rows }, colors).split("\n");
    return [colors.bold(lead), ...table.map((line) => `  ${line}`), ...notes].join("\n");
  });
  return parts.join("\n\n");
}
