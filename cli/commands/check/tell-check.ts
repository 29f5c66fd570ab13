import { existsSync } from "node:fs";
import { defined, everyKind, type Io, type Kind, systemIo } from "pulumi-workspace-gateway/tools";
import { ownWorkspaces } from "../../account/account-object.js";
import { checkExpectations, type ExpectationResult } from "../../expectations/check.js";
import { type Expectations, usualRoutesFile } from "../../expectations/format.js";
import { observeLive } from "../../expectations/observe-live.js";
import { areHeld, expectationCounts } from "../../expectations/words.js";
import { type Observed, roomsOf } from "../../expectations/workspaces.js";
import { writtenExpectations } from "../../expectations/write.js";
import { findRetirements, type Retirement, withCallers } from "../../retirement/retirement.js";
import { objectsAfter } from "../../review/facts/setups.js";
import type { Plan } from "../../review/plan/plan.js";
import { brokenMappings, type RoutingFinding } from "../../routing/findings.js";
import { routedSetup } from "../../routing/setup.js";
import { fits } from "../../text/fits.js";
import { masked, maskedJson } from "../../text/mask.js";
import { utcDay } from "../../text/utc-day.js";
import { type AskedAccount, plannedAccount, stacksAccount } from "../asked-account.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import { expectedRoutes, type RoutesOptions } from "../guard/expected-routes.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { assertSecretive } from "../pin/pulumi-arguments.js";
import { assertFitPlace } from "../place-options.js";
import type { PreviewSource } from "../read-review.js";
import { stackOrFile } from "../stacks.js";
import { Refused, type Terminal, UsageError } from "../terminal.js";
import { usageOfAccount } from "../usage/gateway-usage.js";
import { assertUsage, type UsageOptions } from "../usage/usage-options.js";
import { writeWhole } from "../whole-file.js";
import { checkText } from "./check-text.js";
import { deployedProgram, type ProgramOptions } from "./deployed-program.js";
import { junit } from "./junit.js";
import { usedResults } from "./used-results.js";

export interface CheckOptions extends GatewayOptions, RoutesOptions, ProgramOptions, UsageOptions {
  /** Whether to ask the gateway as it is. */
  readonly live?: true;
  /** The stack to ask, as its last `up` left it. */
  readonly stack?: string;
  readonly offline?: true;
  /** Where to write the test report. */
  readonly junit?: string;
  /** Whether to write a file that the account meets, in place of holding one. */
  readonly write?: true;
  /** Whether to overwrite one that is there. */
  readonly force?: true;
}

/** Holds what is expected against a plan, a stack, a program or the gateway; or writes down what is so. */
export async function tellCheck(
  source: PreviewSource,
  options: CheckOptions,
  terminal: Terminal,
  { now }: Pick<Io, "now"> = systemIo,
): Promise<void> {
  assertOnePlace(source, options);
  assertUsageFits(options);
  const kinds = await everyKind();
  if (options.write) {
    await write(source, options, kinds, terminal);
    return;
  }
  const expectations = await expectedRoutes(options);
  if (expectations === undefined) {
    throw new UsageError(
      `there is no ${usualRoutesFile} here. \`workspace-gateway check --write\` writes one that holds today.`,
    );
  }
  const account = await accountAt(source, options, { kinds, expectations }, terminal);
  const { objects, before = objects, clients = () => [] } = account;
  const usage = await usageOfAccount(options, { objects, clients }, terminal);
  const retirements = withCallers(findRetirements(objects, utcDay(now())), usage);
  const held = checkExpectations(expectations, account);
  const results = usage === undefined ? held : usedResults(held, before, usage);
  const findings = brokenMappings(routedSetup(objects, account.whole));
  if (options.stack !== undefined && findings.some(({ rule }) => rule === "target-unknown")) {
    terminal.note("The stack does not show models that others made. `check` without --stack reads them.");
  }
  await tell(expectations.file, { results, retirements, findings }, options, terminal);
}

interface Checked {
  readonly results: readonly ExpectationResult[];
  /** Retiring models fail no check. */
  readonly retirements: readonly Retirement[];
  /** Nor do mappings that cannot work. */
  readonly findings: readonly RoutingFinding[];
}

async function tell(
  file: string,
  checked: Checked,
  options: CheckOptions,
  terminal: Terminal,
): Promise<void> {
  const mask = maskFor(terminal);
  const { results, retirements, findings } = masked(checked, mask);
  if (options.junit !== undefined) {
    await writeWhole(options.junit, junit(file, results));
    terminal.note(`The test report is in ${options.junit}.`);
  }
  const isHeld = areHeld(checked.results);
  terminal.out(
    options.json
      ? maskedJson({ version: 1, isHeld, ...checked }, mask, 2)
      : checkText(results, retirements, findings),
  );
  if (!isHeld) {
    throw new Refused(`the gateway is not as ${file} expects: ${expectationCounts(checked.results)}.`, 3);
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
    throw new UsageError(`${file} is there already. --force overwrites it.`);
  }
  const written = writtenExpectations(await accountAt(source, options, { kinds }, terminal));
  if (written === undefined) {
    throw new Error("nothing is known of any workspace, so there is nothing to expect. Nothing was written.");
  }
  for (const name of written.leftOut) {
    terminal.note(`Not in ${file}: ${name}, because it is open or not known.`);
  }
  if (maskFor(terminal)(written.text) !== written.text) {
    throw new Error(
      `${file} would have a secret in plain text, so it was not written. Declare it with requireSecret.`,
    );
  }
  await writeWhole(file, written.text);
  terminal.note(`${file} has what holds today. Take out what may change.`);
}

function assertUsageFits(options: CheckOptions): void {
  assertUsage(options);
  const { usage, offline, program, write: writes } = options;
  if (usage !== undefined && (offline ?? program ?? writes) !== undefined) {
    throw new UsageError("--usage reads the gateway: leave out --offline, --program and --write");
  }
}

function assertOnePlace({ file, pulumi }: PreviewSource, options: CheckOptions): void {
  const { live, stack, program } = options;
  const places = [live, stack, program, file].filter((place) => place !== undefined);
  if (places.length > 1 || (places.length > 0 && pulumi.length > 0)) {
    throw new UsageError(
      "give only one of a file, --live, --stack, --program and arguments for pulumi after `--`",
    );
  }
  assertFitPlace(options, (live ?? stack ?? program) === undefined);
  if (program === undefined && (options.stackName ?? options.config ?? options.configSecret) !== undefined) {
    throw new UsageError("--stack-name, --config and --config-secret say how --program runs");
  }
}

interface Wanted {
  readonly kinds: readonly Kind[];
  /** Undefined: all that there is. */
  readonly expectations?: Expectations;
}

async function accountAt(
  source: PreviewSource,
  options: CheckOptions,
  { kinds, expectations }: Wanted,
  terminal: Terminal,
): Promise<Observed & Partial<AskedAccount>> {
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
  assertSecretive(source.pulumi);
  const globs = Object.keys(expectations?.workspaces ?? { "*": {} });
  const besides = (planned: Plan) =>
    new Set(
      roomsOf({ objects: objectsAfter(planned, kinds) })
        .filter(({ name }) => globs.some((glob) => fits(glob, name)))
        .flatMap(({ id }) => id ?? []),
    );
  return plannedAccount(source, { offline, besides }, kinds, terminal);
}
