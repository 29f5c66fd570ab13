import { defined, everyKind, howMany, printable } from "pulumi-workspace-gateway/tools";
import { stackObjects } from "../../account/stack-objects.js";
import { drawnKinds } from "../../graph/workspace-graphs.js";
import { usualTerms } from "../../review/evidence/evidence-terms.js";
import { type PromptChange, promptChanges, stackTitle } from "../../review/facts/prompts/changed-prompts.js";
import { foundPrompts } from "../../review/facts/prompts/found-prompts.js";
import { resourcesOf } from "../../review/facts/resources.js";
import { declaredAt } from "../../review/facts/setups.js";
import { readGuardFile } from "../../review/guard/guard-file.js";
import { partsOf } from "../../stack/urn.js";
import { shortList } from "../../text/short-list.js";
import { TextTable } from "../../text/text-table.js";
import { readRulesFile } from "../given-file.js";
import { usualGuardFile } from "../guard/guard-options.js";
import { liveObjects } from "../live-objects.js";
import { type PreviewSource, readReview } from "../read-review.js";
import { openStacks } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";

export interface ListPromptsOptions {
  readonly changed?: true;
  readonly stack?: string;
  /** The connection of the account; true for the one without a name. */
  readonly live?: true | string;
  readonly all?: true;
  readonly guardFile?: string;
  readonly offline?: true;
  readonly json?: true;
}

/** A prompt in the list: what changes of it, if that is asked. */
type Listed = Pick<PromptChange, "prompt"> & Partial<PromptChange>;

/** Lists what to evaluate: the prompts of a plan, of a stack or of the gateway. */
export async function listPrompts(
  source: PreviewSource,
  options: ListPromptsOptions,
  terminal: Terminal,
): Promise<void> {
  assertOneSource(source, options);
  const { promptsEvaluated } = await readRulesFile({
    what: "the guard file",
    named: options.guardFile,
    usual: usualGuardFile,
    read: readGuardFile,
  });
  const environments = promptsEvaluated?.environments ?? usualTerms.environments;
  const found = await promptsAt(source, environments, options, terminal);
  const listed = found.filter(({ prompt }) => options.all || prompt.toldIn(environments).length > 0);
  for (const { prompt } of listed.filter(({ prompt: { subject } }) => subject.open.length > 0)) {
    const why = prompt.subject.open.join(", ");
    terminal.note(`The prompt ${printable(prompt.object.name)} cannot be evaluated: ${why}.`);
  }
  terminal.out(options.json ? jsonOf(listed) : tableOf(listed, options));
}

function assertOneSource({ file, pulumi }: PreviewSource, options: ListPromptsOptions): void {
  const { changed, live, stack, all } = options;
  const isOfPreview = file !== undefined || pulumi.length > 0;
  if ([live, stack, isOfPreview || undefined].filter((each) => each !== undefined).length > 1) {
    throw new UsageError("give a preview, --stack or --live, not several of them");
  }
  if (changed && (live || stack !== undefined)) {
    throw new UsageError("--changed needs a preview: only a plan changes prompts");
  }
  if (changed && all) {
    throw new UsageError("--changed cannot be used with --all");
  }
}

async function promptsAt(
  source: PreviewSource,
  environments: readonly string[],
  { changed, live, stack, offline }: ListPromptsOptions,
  terminal: Terminal,
): Promise<readonly Listed[]> {
  const kinds = await everyKind();
  if (live) {
    const connection = live === true ? undefined : live;
    const objects = await liveObjects(connection, kinds, drawnKinds, terminal);
    return foundPrompts(objects, null).map((prompt) => ({ prompt }));
  }
  if (stack !== undefined) {
    const stacks = await openStacks({ names: [stack], onlyState: true }, kinds, terminal);
    const objects = stacks.flatMap(({ state }) => stackObjects(state));
    return foundPrompts(objects, stackTitle(partsOf(objects[0]?.urn ?? ""))).map((prompt) => ({ prompt }));
  }
  const { plan } = await readReview(source, terminal, { offline });
  const resources = resourcesOf(plan, kinds);
  return changed
    ? promptChanges(resources, environments)
    : foundPrompts(declaredAt("after", resources), stackTitle(plan)).map((prompt) => ({
        prompt,
      }));
}

function jsonOf(listed: readonly Listed[]): string {
  const prompts = listed.map(({ prompt: { object, subject, text, met }, why }) => {
    const { open, ...known } = subject;
    const gatewayNames = met.flatMap(({ id, gatewayName }) =>
      gatewayName === undefined ? [] : [[id, gatewayName]],
    );
    return {
      resource: object.name,
      ...known,
      ...defined({ text, why, open: open.length === 0 ? undefined : open }),
      gatewayNames: Object.fromEntries(gatewayNames),
    };
  });
  return JSON.stringify({ version: 1, prompts }, undefined, 2);
}

function tableOf(listed: readonly Listed[], { changed }: ListPromptsOptions): string {
  if (listed.length === 0) {
    return changed ? "No prompt of production changes." : "There is no prompt of production.";
  }
  const head = ["prompt", "workspace", "environment", "sha256", "models", ...(changed ? ["it"] : [])];
  const rows = listed.map(({ prompt: { subject }, why = [] }) => [
    subject.name,
    subject.workspace,
    subject.environment ?? "all",
    subject.sha256?.slice(0, 12) ?? "–",
    shortList(subject.models, 3),
    ...(changed ? [why.join(", ")] : []),
  ]);
  const table = new TextTable([{ widest: 40 }, { widest: 40 }, {}, {}, { widest: 60 }, {}]);
  return [...table.lines([head, ...rows]), "", `${howMany(listed.length, "prompt")}.`].join("\n");
}
