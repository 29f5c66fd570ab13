import path from "node:path";
import {
  defined,
  everyKind,
  type Io,
  type Kind,
  type Session,
  systemIo,
} from "pulumi-workspace-gateway/tools";
import { type Drift, driftCode } from "../../drift/drift.js";
import { findDrift } from "../../drift/find-drift.js";
import { type IgnoreRules, readIgnoreFile } from "../../drift/ignore.js";
import { withUsage } from "../../drift/in-use.js";
import type { DriftStack } from "../../drift/managed.js";
import { driftCounts, driftMarkdown, driftTable } from "../../drift/print.js";
import { checkExpectations } from "../../expectations/check.js";
import { observeLive } from "../../expectations/observe-live.js";
import type { ConfigListing } from "../../stack/config-listing.js";
import { type Mask, masked, maskedJson } from "../../text/mask.js";
import { utcDay } from "../../text/utc-day.js";
import { sessionFor } from "../gateway.js";
import { readRulesFile } from "../given-file.js";
import { expectedRoutes, type RoutesOptions } from "../guard/expected-routes.js";
import { maskFor, programSecrets } from "../masking.js";
import { type OpenStack, openStacks } from "../stacks.js";
import { Refused, type Terminal } from "../terminal.js";
import { usageOfAccount } from "../usage/gateway-usage.js";
import { assertUsage, type UsageOptions } from "../usage/usage-options.js";
import { writeWhole } from "../whole-file.js";
import { assertAdoptable, writeAdoption } from "./write-adoption.js";

export interface DriftOptions extends RoutesOptions, UsageOptions {
  readonly stack?: readonly string[];
  readonly ignoreFile?: string;
  /** Where to write the Markdown. */
  readonly markdown?: string;
  readonly json?: true;
  /** Whether to tell of changed properties that the program does not declare. */
  readonly undeclared?: true;
  /** Where to write the program text for what nobody declared. */
  readonly adopt?: string;
}

/** The file that is read if it is there and no other is named. */
export const usualIgnoreFile = "gateway-drift.yaml";

/** Compares stacks with their gateways, and tells in what they differ. */
export async function tellDrift(
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
  const stacks = stacksOf(opened, new Set(files), mask, (config) => sessionFor(terminal, {}, kinds, config));
  const undeclaredProperties = options.undeclared === true;
  const found = await withProgress(terminal, (told) =>
    findDrift({ stacks, kinds, rules, undeclaredProperties, told, today: utcDay(now()) }),
  );
  const [stack] = stacks;
  if (options.adopt !== undefined && stack !== undefined) {
    const { adoptionFor } = await import("../../drift/adoption/adoption.js"); // the formatter takes a moment to load
    const secrets = programSecrets(terminal, stack.state.project);
    const adoption = await adoptionFor(stack, found, { kinds, rules, secrets });
    await writeAdoption(options.adopt, adoption, { stack: stack.name, called: names[0] }, terminal);
  }
  const expectations = await expectedRoutes(options);
  const held =
    expectations === undefined
      ? undefined
      : checkExpectations(
          expectations,
          await observeLive(
            found.views.map(({ place }) => place),
            kinds,
            expectations,
          ),
        );
  const places = found.views.map(
    ({ place: { session, connection } }) =>
      () =>
        session.client(connection),
  );
  const usage = await usageOfAccount(options, { objects: found.managed, clients: () => places }, terminal);
  const drift = usage === undefined ? found.drift : withUsage(found, usage);
  const unmasked = new Set(opened.flatMap((each) => each.unmasked ?? []));
  const notes = [...drift.notes, ...unmasked];
  const facts = { ...drift, notes, ...defined({ expectations: held }) };
  await tell(facts, options, terminal);
}

async function tell(drift: Drift, { markdown, json }: DriftOptions, terminal: Terminal): Promise<void> {
  const mask = maskFor(terminal);
  const shown = masked(drift, mask);
  if (markdown !== undefined) {
    await writeWhole(markdown, driftMarkdown(shown));
    terminal.note(`The Markdown is in ${markdown}.`);
  }
  terminal.out(json ? maskedJson(drift, mask) : driftTable(shown));
  const code = driftCode(drift);
  if (code !== 0) {
    throw new Refused(`the gateway is not as declared: ${driftCounts(drift)}.`, code);
  }
}

async function withProgress<T>(
  terminal: Terminal,
  work: (told: (done: number, all: number) => void) => Promise<T>,
): Promise<T> {
  try {
    return await work((done, all) => terminal.progress(`${done} of ${all} objects compared`));
  } finally {
    terminal.progress("");
  }
}

/** Stacks with the same settings share a session, so that no list is read twice. */
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

/** The rules of what is left out of a drift, or of a comparison. */
export function readIgnoreRules(
  { ignoreFile }: Pick<DriftOptions, "ignoreFile">,
  kinds: readonly Kind[],
): Promise<IgnoreRules> {
  return readRulesFile({
    what: "the file of ignore rules",
    named: ignoreFile,
    usual: usualIgnoreFile,
    read: (text, file) => readIgnoreFile(text, file, kinds),
  });
}
