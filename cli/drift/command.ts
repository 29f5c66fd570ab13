import path from "node:path";
import type { Command } from "commander";
import {
  defined,
  everyKind,
  howMany,
  type Io,
  type Kind,
  type Session,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { checkExpectations, observeLive } from "../expectations/check.js";
import { usualRoutesFile } from "../expectations/format.js";
import { readRulesFile, writeWhole } from "../files.js";
import { repeatable, sessionFor, stackCommand } from "../gateway.js";
import { expectedRoutes, type RoutesOptions } from "../guard/options.js";
import { maskFor, programSecrets } from "../masking.js";
import { colorsOf, type OutputOptions, resultText, withMarkdown } from "../output.js";
import type { ConfigListing } from "../stack/stack-state.js";
import { type OpenStack, openStacks } from "../stacks.js";
import { Refused, type Terminal } from "../terminal.js";
import { type Mask, masked, maskedFacts } from "../text/mask.js";
import { utcDay } from "../text/words.js";
import { assertUsage, type UsageOptions, usageOfAccount, withUsageOptions } from "../usage/gateway-usage.js";
import { type Drift, driftCode, type IgnoreRules, readIgnoreFile } from "./drift.js";
import { findDrift, withUsage } from "./find-drift.js";
import type { DriftStack } from "./managed.js";
import { driftCounts, driftJson, driftMarkdown, driftTable } from "./print.js";
import { assertAdoptable, writeAdoption } from "./write-adoption.js";

interface DriftOptions extends RoutesOptions, UsageOptions, OutputOptions {
  readonly stack?: readonly string[];
  readonly ignoreFile?: string;
  readonly markdown?: string;
  readonly undeclared?: true;
  readonly adopt?: string;
}

export const usualIgnoreFile = "gateway-drift.yaml";

async function runDrift(
  files: readonly string[],
  options: DriftOptions,
  terminal: Terminal,
  { now }: Pick<Io, "now"> = systemIo,
): Promise<void> {
  assertUsage(options);
  const kinds = await everyKind();
  const { ignore: rules } = await readIgnoreRules(options, kinds);
  if (options.adopt !== undefined) {
    assertAdoptable(options.adopt);
  }
  const names = [...new Set(options.stack)];
  const opened = await openStacks({ names, files: [...new Set(files)] }, kinds, terminal);
  const mask = maskFor(terminal);
  const stacks = stacksOf(opened, new Set(files), mask, (config) =>
    sessionFor(terminal, undefined, kinds, config),
  );
  const undeclaredProperties = options.undeclared === true;
  const found = await findDrift({
    ...{ stacks, kinds, rules, undeclaredProperties, today: utcDay(now()) },
    onCompared: (done, all) => terminal.progress(`${done} of ${howMany(all, "object")} compared`),
  });
  const [stack] = stacks;
  if (options.adopt !== undefined && stack !== undefined) {
    const { adoptionFor } = await import("./adoption.js"); // the formatter takes a moment to load
    const secrets = programSecrets(terminal, stack.state.project);
    const adoption = await adoptionFor(stack, found, { kinds, rules, secrets });
    await writeAdoption(options.adopt, adoption, { stack: stack.name, called: names[0] }, terminal);
  }
  const expectations = await expectedRoutes(options);
  const places = found.views.map(({ place }) => place);
  const held =
    expectations && checkExpectations(expectations, await observeLive(places, kinds, expectations));
  const clients = () => places.map((place) => () => place.session.client(place.connection));
  const usage = await usageOfAccount(options, { objects: found.managed, clients }, terminal);
  const drift = usage === undefined ? found.drift : withUsage(found, usage);
  const unmasked = new Set(opened.flatMap((each) => each.unmasked ?? []));
  const notes = [...drift.notes, ...unmasked];
  const facts = { ...drift, notes, ...defined({ expectations: held }) };
  await print(facts, options, terminal);
}

async function print(
  drift: Drift,
  { markdown, ...options }: DriftOptions,
  terminal: Terminal,
): Promise<void> {
  const mask = maskFor(terminal);
  const shown = masked(drift, mask);
  if (markdown !== undefined) {
    await writeWhole(markdown, driftMarkdown(shown));
    terminal.note(`The Markdown result was written to ${markdown}.`);
  }
  const facts = () => maskedFacts(driftJson(shown), mask);
  terminal.out(
    resultText(options, facts, (format) =>
      format === "markdown" ? driftMarkdown(shown).trimEnd() : driftTable(shown, colorsOf(terminal)),
    ),
  );
  const code = driftCode(drift);
  if (code !== 0) {
    throw new Refused(`the gateway has drifted: ${driftCounts(drift)}.`, code);
  }
}

/** Stacks with the same settings share a session, so that each list is read once. */
function stacksOf(
  opened: readonly OpenStack[],
  files: ReadonlySet<string>,
  mask: Mask,
  sessionOf: (config: ConfigListing) => Session,
): DriftStack[] {
  const sessions = new Map<string, Session>();
  return opened.map(({ called, state, config }): DriftStack => {
    const settings = Object.entries(config).filter(([key]) => key.startsWith("workspace-gateway:"));
    const key = JSON.stringify(settings.sort(([a], [b]) => (a < b ? -1 : 1)));
    const session = sessions.get(key) ?? sessionOf(config);
    sessions.set(key, session);
    const { project, stack } = state;
    const name = project === undefined || stack === undefined ? undefined : `${project}/${stack}`;
    return {
      name: name ?? (called === undefined ? "the selected stack" : path.basename(called)),
      ...defined({ file: files.has(called ?? "") ? called : undefined }),
      state,
      session,
      mask,
    };
  });
}

export function readIgnoreRules(
  { ignoreFile }: Pick<DriftOptions, "ignoreFile">,
  kinds: readonly Kind[],
): Promise<IgnoreRules> {
  return readRulesFile({
    what: "the ignore file",
    named: ignoreFile,
    usual: usualIgnoreFile,
    read: (text, file) => readIgnoreFile(text, file, kinds),
  });
}

const notes = `List objects to ignore in ${usualIgnoreFile}. Each rule requires a reason, and \`*\` matches any text:
  ignore:
    - { kind: Prompt, workspace: "Support*", name: "draft-*", reason: written in the console }

The command only reads from the gateway, and takes no lock. It compares the gateway with the state, not with the program.
A change that has not been applied yet is not drift. Settings come from the environment, then from each stack's config.
A file has no config, so only the environment applies to it. --adopt writes declarations for the first stack, and does
not overwrite files. Keys that the gateway never shows stay unchanged.`;

export function driftCommand(terminal: Terminal): Command {
  const command = stackCommand(
    "drift",
    "Compare the gateway with the state of stacks, and list changed, missing, and unmanaged objects.",
    {
      formats: withMarkdown,
      examples: [
        "workspace-gateway drift                                     # the selected stack",
        "workspace-gateway drift --stack prod --stack shared         # both stacks together",
        "workspace-gateway drift --stack prod --markdown drift.md --json > drift.json",
        "workspace-gateway drift --undeclared                        # also lists unmanaged properties",
        "workspace-gateway drift --usage 7d                          # also shows which objects are in use",
        "workspace-gateway drift --adopt adopt.ts                    # also writes adopt.import.json",
        "pulumi stack export > prod.json",
        "workspace-gateway drift prod.json                           # with settings from the environment",
      ],
      notes,
    },
  )
    .argument("[file...]", "the output of `pulumi stack export` (default: the selected stack)")
    .option("-s, --stack <name>", "a stack of this folder's project (repeatable)", repeatable)
    .option(
      "--ignore-file <file>",
      `the file with ignore rules (default: ${usualIgnoreFile} in this folder, if it exists)`,
    )
    .option(
      "--undeclared",
      "also list changed properties that the program does not declare (not counted as drift)",
    )
    .option("--routes <file>", `the expectations file (default: ${usualRoutesFile}, if it exists)`)
    .option("--markdown <file>", "also write the result as Markdown, for example for an issue")
    .option(
      "--adopt <file.ts>",
      "also write declarations of unmanaged objects, and a file for `pulumi import`",
    );
  return withUsageOptions(command)
    .addHelpText(
      "after",
      "If there is drift, the exit code is the sum of 8 (changed on the gateway), 16 (missing on the gateway),\n32 (unmanaged), and 64 (expectations not met).",
    )
    .action((files: string[], options: DriftOptions) => runDrift(files, options, terminal));
}
