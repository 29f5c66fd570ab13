import { existsSync } from "node:fs";
import type { Command } from "commander";
import { defined, everyKind, type Kind, quoted, systemIo } from "pulumi-workspace-gateway/tools";
import { type AccountObject, ownWorkspaces } from "../account/account-object.js";
import { assertFitPlace, plannedAccount, type SelectedAccount, stacksAccount } from "../account-options.js";
import {
  areMet,
  checkExpectations,
  type ExpectationResult,
  expectationCounts,
  expectationName,
  expectationRow,
  expectationSentence,
  observeLive,
  openWords,
  writtenExpectations,
} from "../expectations/check.js";
import { type Expectations, usualRoutesFile } from "../expectations/format.js";
import { type Observed, workspaceViews } from "../expectations/lines.js";
import { writeWhole } from "../files.js";
import { type GatewayOptions, gatewayCommand, sessionFor } from "../gateway.js";
import { expectedRoutes, type RoutesOptions } from "../guard/options.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { type Colors, colorsOf, type OutputOptions, resultText, tableText, withMarkdown } from "../output.js";
import { assertNoPlainSecrets } from "../pin/pulumi-arguments.js";
import {
  findRetirements,
  isInUse,
  type Retirement,
  retirementWords,
  withCallers,
} from "../retirement/retirement.js";
import { sourceOf } from "../review/command.js";
import { resourcesOf } from "../review/facts/resources.js";
import type { Plan } from "../review/plan/plan.js";
import type { PreviewSource } from "../review/read-review.js";
import { brokenMappings, type RoutingFinding } from "../routing/findings.js";
import { routedSetup } from "../routing/setup.js";
import { secretTexts } from "../stack/stack-state.js";
import { stackOrFile } from "../stacks.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { masked, maskedFacts } from "../text/mask.js";
import { utcDay, visible } from "../text/words.js";
import { fits } from "../text/yaml-file.js";
import { assertUsage, type UsageOptions, usageOfAccount, withUsageOptions } from "../usage/gateway-usage.js";
import { type GatewayUsage, type ObjectUse, objectUses } from "../usage/object-use.js";

export function checkCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const command = gatewayCommand(
    "check",
    "Check your expectations of the gateway: routes, models, prompts, people, budgets.",
    {
      formats: withMarkdown,
      examples: [
        "workspace-gateway check                                   # the result of an `up` in this folder",
        "workspace-gateway check -- --stack prod --refresh",
        "workspace-gateway check preview.json --junit check.xml",
        "workspace-gateway check --stack prod                      # the state after the last `up`, or a file from `pulumi stack export`",
        "workspace-gateway check --program index.ts --config-secret openaiApiKey=made-up   # deployed as in a unit test",
        "workspace-gateway check --live --json                     # the live gateway",
        "workspace-gateway check --live --write                    # write an initial file that passes today",
      ],
      notes:
        `${usualRoutesFile} states what must be true:\n` +
        "  workspaces:\n" +
        '    "Support*":\n' +
        '      routes: { default: { model: openai/gpt-small, maxInputCost: 0.5 }, "gpt-4*": { provider: openai } }\n' +
        '      people: { admins: ["ada@example.com"] }\n\n' +
        "A line that depends on unspecified API behavior fails until the file contains `assume:`. A line that cannot\n" +
        "be checked also fails. --usage shows how many requests are affected. Only requested files are written.",
      exitCodes:
        "0 success, 1 failed, 2 the command line or the expectations file is invalid,\n3 an expectation is not met.",
    },
  )
    .argument(
      "[file]",
      "the output of `pulumi preview --json --show-sames`; `-` is standard input (default: run it)",
    )
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--routes <file>", `the expectations file (default: ${usualRoutesFile} in this folder)`)
    .option("--live", "check the live gateway")
    .option(
      "-s, --stack <name>",
      "check this stack as its last `up` left it, or a file that `pulumi stack export` wrote",
    )
    .option(
      "--program <file>",
      "check the program in this file or folder, deployed to an in-process gateway (requires workspace-gateway-emulator)",
    )
    .option("--stack-name <name>", "for --program: the name of the program's stack (default: test)")
    .option(
      "--config <key=value...>",
      "for --program: config of the program's stack, in addition to its config files",
    )
    .option(
      "--config-secret <key=value...>",
      "for --program: secret config of the program's stack; made-up values are enough",
    )
    .option("--offline", "for a preview: send nothing to the gateway")
    .option("--junit <file>", "also write a JUnit test report for pipelines")
    .option("--write", "write an expectations file that passes today, instead of checking one")
    .option("--force", "let --write overwrite an existing file");
  return withUsageOptions(command).action((_file, _pulumi, options: CheckOptions, self: Command) =>
    runCheck(sourceOf(self.args, commandLine), options, terminal),
  );
}

interface CheckOptions extends GatewayOptions, OutputOptions, RoutesOptions, UsageOptions {
  readonly live?: true;
  readonly stack?: string;
  readonly offline?: true;
  readonly junit?: string;
  readonly write?: true;
  readonly force?: true;
  readonly program?: string;
  readonly stackName?: string;
  readonly config?: readonly string[];
  readonly configSecret?: readonly string[];
}

async function runCheck(source: PreviewSource, options: CheckOptions, terminal: Terminal): Promise<void> {
  assertOnePlace(source, options);
  assertUsage(options);
  const { usage: time, offline, program, write: writes } = options;
  if (time !== undefined && (offline ?? program ?? writes) !== undefined) {
    throw new UsageError(
      "--usage reads the gateway, so it cannot be used with --offline, --program or --write",
    );
  }
  const kinds = await everyKind();
  if (options.write) {
    await write(source, options, kinds, terminal);
    return;
  }
  const expectations = await expectedRoutes(options);
  if (expectations === undefined) {
    throw new UsageError(
      `this folder has no ${usualRoutesFile}. \`workspace-gateway check --write\` writes one that passes.`,
    );
  }
  const account = await accountAt(source, options, { kinds, expectations }, terminal);
  const { objects, before = objects, clients = () => [] } = account;
  const usage = await usageOfAccount(options, { objects, clients }, terminal);
  const retirements = withCallers(findRetirements(objects, utcDay(systemIo.now())), usage);
  const checked = checkExpectations(expectations, account);
  const results = usage === undefined ? checked : usedResults(checked, before, usage);
  const findings = brokenMappings(routedSetup(objects, account.whole));
  if (options.stack !== undefined && findings.some(({ rule }) => rule === "target-unknown")) {
    terminal.note(
      "The stack does not contain models that were created elsewhere. `check` without --stack reads them.",
    );
  }
  const mask = maskFor(terminal);
  const shown = masked({ results, retirements, findings }, mask);
  const { file } = expectations;
  if (options.junit !== undefined) {
    await writeWhole(options.junit, junit(file, shown.results));
    terminal.note(`The test report is in ${options.junit}.`);
  }
  // Retiring models and broken mappings do not fail the check.
  const isMet = areMet(results);
  const facts = () => maskedFacts({ version: 1, isMet, results, retirements, findings }, mask);
  terminal.out(resultText(options, facts, (format) => checkText(shown, colorsOf(terminal), format)));
  if (!isMet) {
    throw new Refused(`some expectations in ${file} are not met: ${expectationCounts(results)}.`, 3);
  }
}

async function write(
  source: PreviewSource,
  options: CheckOptions,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<void> {
  const file = options.routes ?? usualRoutesFile;
  if (existsSync(file) && !options.force) {
    throw new UsageError(`${file} already exists. Use --force to overwrite it.`);
  }
  const written = writtenExpectations(await accountAt(source, options, { kinds }, terminal));
  if (written === undefined) {
    throw new Error(
      "no values are known for any workspace, so there are no expectations to write. Nothing was written.",
    );
  }
  for (const name of written.leftOut) {
    terminal.note(
      `Omitted from ${file}: ${name}, because its result is unknown or depends on how the API is interpreted.`,
    );
  }
  if (maskFor(terminal)(written.text) !== written.text) {
    throw new Error(
      `${file} would contain a secret in plain text, so it was not written. Declare the secret with requireSecret.`,
    );
  }
  await writeWhole(file, written.text);
  terminal.note(
    `${file} contains expectations that are met today. Remove those that do not need to stay true.`,
  );
}

function assertOnePlace({ file, pulumi }: PreviewSource, options: CheckOptions): void {
  const { live, stack, program } = options;
  const places = [live, stack, program, file].filter((place) => place !== undefined);
  if (places.length > 1 || (places.length > 0 && pulumi.length > 0)) {
    throw new UsageError(
      "use only one of a file, --live, --stack, --program and arguments for pulumi after `--`",
    );
  }
  assertFitPlace(options, (live ?? stack ?? program) === undefined);
  if (program === undefined && (options.stackName ?? options.config ?? options.configSecret) !== undefined) {
    throw new UsageError("--stack-name, --config and --config-secret require --program");
  }
}

async function accountAt(
  source: PreviewSource,
  options: CheckOptions,
  { kinds, expectations }: { readonly kinds: readonly Kind[]; readonly expectations?: Expectations },
  terminal: Terminal,
): Promise<Observed & Partial<SelectedAccount>> {
  const { live, stack, program, offline, connection } = options;
  if (live) {
    const session = sessionFor(terminal, options, kinds);
    const observed = await observeLive([defined({ session, connection })], kinds, expectations);
    return { ...observed, clients: () => [() => session.client(connection)] };
  }
  if (stack !== undefined) {
    const account = await stacksAccount(stackOrFile(stack), options, kinds, terminal);
    noteUnmasked([account], terminal);
    return { ...account, whole: ownWorkspaces(account.objects) };
  }
  if (program !== undefined) {
    return deployedProgram(program, options, terminal);
  }
  assertNoPlainSecrets(source.pulumi);
  const globs = Object.keys(expectations?.workspaces ?? { "*": {} });
  const besides = (planned: Plan) =>
    new Set(
      workspaceViews({ objects: resourcesOf(planned, kinds).after })
        .filter(({ name }) => globs.some((glob) => fits(glob, name)))
        .flatMap(({ id }) => id ?? []),
    );
  return plannedAccount(source, { offline, besides }, kinds, terminal);
}

interface UsedResult extends ExpectationResult {
  readonly use?: ObjectUse;
}

function usedResults(
  results: readonly ExpectationResult[],
  objects: readonly AccountObject[],
  usage: GatewayUsage,
): UsedResult[] {
  const known = new Map(objects.map((object) => [object.urn, object]));
  const useOf = objectUses(objects, usage);
  return results.map((result) => {
    const object = result.status === "met" ? undefined : known.get(result.urn ?? "");
    const use = object && useOf(object);
    return use === undefined ? result : { ...result, found: `${result.found}; ${use.words}`, use };
  });
}

async function deployedProgram(
  program: string,
  { stackName: stack = "test", config = [], configSecret = [] }: CheckOptions,
  terminal: Terminal,
): Promise<Observed> {
  const given = config.map(entryOf("--config"));
  const secrets = configSecret.map(entryOf("--config-secret"));
  // Loaded on demand, so that other commands do not load the Pulumi SDK.
  const { deployProgram } = await import("../testing/deployed.js");
  const { secret } = await import("../testing/api.js");
  terminal.secrets?.push(
    ...secretTexts(Object.fromEntries(secrets.map(([key, value]) => [key, { secret: true, value }]))),
  );
  const sealed = secrets.map(([key, value]) => [key, secret(value)] as const);
  const deployed = await deployProgram(program, { stack, config: Object.fromEntries([...given, ...sealed]) });
  for (const { severity, message } of deployed.diagnostics) {
    terminal.note(`${severity}: ${message}`);
  }
  const { objects } = deployed.account;
  return { objects, whole: ownWorkspaces(objects) };
}

/** The error does not show the value, because it may be a secret. */
function entryOf(option: string): (text: string) => readonly [string, string] {
  return (text) => {
    const at = text.indexOf("=");
    if (at < 1) {
      throw new UsageError(`${option} requires a key and a value, such as openaiApiKey=made-up`);
    }
    return [text.slice(0, at), text.slice(at + 1)];
  };
}

const head = ["Line", "", "Expectation", "Workspace", "Expected", "Found"];

function checkText(
  {
    results,
    retirements,
    findings,
  }: {
    readonly results: readonly ExpectationResult[];
    readonly retirements: readonly Retirement[];
    readonly findings: readonly RoutingFinding[];
  },
  colors: Colors,
  format: "table" | "markdown",
): string {
  const open = new Set(results.flatMap(openWords));
  const { green, red, yellow } = colors;
  const paints = new Map([
    ["met", green],
    ["unmet", red],
  ]);
  const paint = (status: string) => (status === "" ? "" : (paints.get(status) ?? yellow)(status));
  const columns = [{}, { paint }, { widest: 60 }, { widest: 30 }, { widest: 60 }, {}];
  const table = tableText({ columns, head, rows: results.map(expectationRow) }, colors, format);
  const retiring = retirements.filter(isInUse).map(retirementWords);
  const broken = findings.map(({ name, reason }) => `The mapping ${quoted(name)} cannot work. ${reason}`);
  return [table, "", ...broken, ...retiring, ...open, `${expectationCounts(results)}.`].join("\n");
}

function junit(file: string, results: readonly ExpectationResult[]): string {
  const failures = results.filter(({ status }) => status !== "met").length;
  const counts = `tests="${results.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(file)}" ${counts}>`,
    ...results.flatMap((result) => caseOf(result).map((line) => `    ${line}`)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(result: ExpectationResult): string[] {
  const { file, line, workspace = "", status, found } = result;
  const about = `classname="${escaped(workspace)}" name="${escaped(expectationName(result))}"`;
  const place = `file="${escaped(file)}" line="${line}"`;
  return status === "met"
    ? [`<testcase ${about} ${place}/>`]
    : [
        `<testcase ${about} ${place}>`,
        `  <failure type="${status}" message="${escaped(found)}">${escaped(expectationSentence(result))}</failure>`,
        "</testcase>",
      ];
}

/** Names come from the gateway, so markup and characters that XML forbids are replaced. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  const legal = visible(text.replaceAll(/[\ufffe\uffff]/g, "\ufffd"));
  return legal.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
