import { Command, Option } from "commander";
import {
  defined,
  everyKind,
  howMany,
  isUnknown,
  type Json,
  printable,
  shownOf,
} from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  hidesSecret,
  type Valued,
  workspaceKey,
  workspaceTitles,
} from "../account/account-object.js";
import { stackCommand } from "../gateway.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { type Colors, colorsOf, resultText, tableText, withMarkdown } from "../output.js";
import { sourceOf } from "../review/command.js";
import { type Resources, resourcesOf } from "../review/facts/resources.js";
import type { Plan, Step } from "../review/plan/plan.js";
import { type PreviewSource, readReview } from "../review/read-review.js";
import { type RoutedMapping, routedSetup } from "../routing/setup.js";
import type { Terminal } from "../terminal.js";
import { isMasked, type Mask, masked, maskedFacts } from "../text/mask.js";
import { sha256 } from "../text/own-version.js";
import { shortList } from "../text/words.js";

const notes = `Lists each prompt with its text, the text's SHA-256 digest, its environment, and the models that it may be used with, as
provider/model. A prompt without an environment applies to all environments. Disabled prompts are omitted. Secret text is
not shown, so it cannot be evaluated. \`list\` is optional. Nothing is written.`;

export function promptsCommand(terminal: Terminal, commandLine: readonly string[]): Command {
  const list = stackCommand("list", "List the prompts in a plan, or only those that it changes.", {
    formats: withMarkdown,
    examples: [
      "workspace-gateway prompts list --changed --json -- --stack prod > prompts.json   # runs `pulumi preview`",
      "pulumi preview --json --show-sames > preview.json",
      "workspace-gateway prompts list --changed --environment PRODUCTION preview.json",
    ],
    notes,
  })
    .argument(
      "[file]",
      "the output of `pulumi preview --json`, or `-` for standard input (default: run the preview)",
    )
    .argument("[pulumi...]", "after `--`: more arguments for `pulumi preview`")
    .option("--changed", "only prompts whose text, environment or models change")
    .addOption(new Option("--environment <name>", "only prompts of this environment").choices(environments))
    .option("--offline", "send nothing to the gateway, and omit unmanaged objects")
    .action((_file, _pulumi, options: ListPromptsOptions, command: Command) =>
      listPrompts(sourceOf(command.args, commandLine), options, terminal),
    );
  return new Command("prompts")
    .description("List prompts, with everything that an evaluation needs.")
    .addCommand(list, { isDefault: true });
}

interface ListPromptsOptions {
  readonly changed?: true;
  readonly environment?: string;
  readonly offline?: true;
}

type ListedPrompt = Prompt & Partial<ChangedPrompt>;

async function listPrompts(
  source: PreviewSource,
  { changed, environment, offline, ...options }: ListPromptsOptions,
  terminal: Terminal,
): Promise<void> {
  const read = await readReview(source, terminal, { offline });
  const { plan } = read;
  noteUnmasked([read], terminal);
  const resources = resourcesOf(plan, await everyKind());
  const among = environment === undefined ? environments : [environment];
  const listed: readonly ListedPrompt[] = (changed ? changedPrompts : activePrompts)(resources, among);
  const mask = maskFor(terminal);
  const prompts = listed.map((prompt) => masked(withoutSecrets(prompt, mask), mask));
  for (const { resource, open } of prompts.filter((prompt) => prompt.open.length > 0)) {
    terminal.note(`The prompt ${printable(resource)} cannot be evaluated: ${open.join(", ")}.`);
  }
  terminal.out(
    resultText(
      options,
      () => factsOf(prompts, plan, mask),
      (format) => listText(prompts, changed, colorsOf(terminal), format),
    ),
  );
}

/** Text with a secret cannot be evaluated elsewhere, and its digest would help to guess the secret. */
function withoutSecrets(prompt: ListedPrompt, mask: Mask): ListedPrompt {
  return isMasked(prompt.text, mask)
    ? { ...prompt, text: undefined, open: ["its text is a secret", ...prompt.open] }
    : prompt;
}

function factsOf(prompts: readonly ListedPrompt[], { project, stack }: Plan, mask: Mask): unknown {
  const rows = prompts.map(({ resource, workspace, name, environment, models, text, why, open }) => ({
    resource,
    workspace,
    name,
    environment,
    models,
    ...defined({ sha256: text === undefined ? undefined : sha256(text), text, why }),
    ...defined({ open: open.length === 0 ? undefined : open }),
  }));
  return maskedFacts({ version: 1, ...defined({ project, stack }), prompts: rows }, mask);
}

function listText(
  prompts: readonly ListedPrompt[],
  changed: true | undefined,
  colors: Colors,
  format: "table" | "markdown",
): string {
  if (prompts.length === 0) {
    return changed ? "No prompt changes." : "There are no prompts.";
  }
  const head = ["Prompt", "Workspace", "Environment", "SHA-256", "Models", ...(changed ? ["Change"] : [])];
  const rows = prompts.map(({ name, workspace, environment, text, models, why = [] }) => [
    name,
    workspace,
    environment ?? "all",
    text === undefined ? "–" : sha256(text).slice(0, 12),
    shortList(models, 3),
    ...(changed ? [why.join(", ")] : []),
  ]);
  const columns = [{ widest: 40 }, { widest: 40 }, {}, {}, { widest: 60 }, {}];
  return [
    tableText({ columns, head, rows }, colors, format),
    "",
    `${howMany(prompts.length, "prompt")}.`,
  ].join("\n");
}

const environments = ["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"] as const;

type Prompt = ReturnType<typeof promptsAt>[number];

/** `why` continues a sentence that starts with "it". */
interface ChangedPrompt extends Prompt {
  readonly why: readonly string[];
}

function activePrompts(resources: Resources, among: readonly string[]): Prompt[] {
  return promptsAt("after", resources, among).filter(({ activeIn }) => activeIn.length > 0);
}

/** Prompts whose text, reach or models change for callers. */
export function changedPrompts(resources: Resources, among: readonly string[]): ChangedPrompt[] {
  const before = new Map(promptsAt("before", resources, among).map((prompt) => [prompt.urn, prompt]));
  return activePrompts(resources, among).flatMap((prompt) => {
    const step = resources.byUrn(prompt.urn);
    const isOwn = step !== undefined && !step.isUndeclared && step.operation !== "read";
    const why = isOwn ? reasons(before.get(prompt.urn), prompt, step) : [];
    return why.length === 0 ? [] : [{ ...prompt, why }];
  });
}

function promptsAt(moment: "before" | "after", resources: Resources, among: readonly string[]) {
  const objects = resources[moment];
  const modelsOf = applicableModels(objects);
  const workspaces = workspaceTitles(objects);
  return objects
    .filter(({ kind }) => kind === "Prompt")
    .map((object) => {
      const value = (field: string) => settledValue(object, field);
      const [name, text, environment] = ["name", "content", "environment"].map((field) => {
        const settled = value(field);
        return typeof settled === "string" && !isUncertain(settled) ? settled : undefined;
      });
      const { models, isOpen } = modelsOf(object);
      const isEnabled = value("enabled") !== false;
      return {
        urn: object.urn,
        resource: object.name,
        workspace: workspaces.get(workspaceKey(object)) ?? workspaceKey(object),
        name: name ?? object.name,
        environment: environment ?? null, // in all environments
        models,
        text,
        isEnabled,
        /** Empty if the prompt is disabled. All environments if the environment is unknown. */
        activeIn: isEnabled ? among.filter((each) => environment === undefined || each === environment) : [],
        isGlobal: value("isGlobal") === true,
        /** The reasons why the prompt cannot be evaluated before the `up`, one clause per reason. */
        open: [
          ...(text === undefined
            ? [`its text is ${isUnknown(value("content")) ? notKnown : "a secret"}`]
            : []),
          ...(isUncertain(value("name")) ? [`its name is ${notKnown}`] : []),
          ...(isUncertain(value("environment")) ? [`its environment is ${notKnown}`] : []),
          ...(isOpen ? [`some models that it may be used with are ${notKnown}`] : []),
        ],
      };
    });
}

const notKnown = "unknown before the `up`";

function reasons(before: Prompt | undefined, after: Prompt, step: Step): string[] {
  if (before === undefined || before.workspace !== after.workspace) {
    return ["is new"];
  }
  const gained = after.activeIn.filter((each) => !before.activeIn.includes(each));
  return [
    ...(before.isEnabled ? gained.map((each) => `now applies to the environment ${each}`) : ["is enabled"]),
    ...(hasOtherText(before, after, step) ? ["has a new text"] : []),
    ...(after.isGlobal && !before.isGlobal ? ["now applies to the whole workspace"] : []),
    ...after.models
      .filter((model) => !before.models.includes(model))
      .map((model) => `may be used with \`${model}\``),
  ];
}

/** Masked text counts as changed, unless the plugin has compared it or the resource does not change. */
function hasOtherText(before: Prompt, after: Prompt, { operation, altered }: Step): boolean {
  if (operation === "same") {
    return false;
  }
  const isCovered = before.text === undefined || after.text === undefined;
  return isCovered ? (altered?.has("content") ?? true) : before.text !== after.text;
}

interface ApplicableModels {
  /** Provider and model, such as `openai/gpt-4.1-mini`. Sorted and unique. */
  readonly models: readonly string[];
  /** Whether there may be more models that are still unknown. */
  readonly isOpen: boolean;
}

function settledValue({ inputs, outputs }: Valued, field: string): Json | undefined {
  const declared = inputs[field];
  return declared === undefined ? (outputs[field] ?? shownOf(outputs)?.[field]) : declared;
}

function isUncertain(value: Json | undefined): boolean {
  return isUnknown(value) || hidesSecret(value);
}

const open: ApplicableModels = { models: [], isOpen: true };
const none: ApplicableModels = { models: [], isOpen: false };
const only = (model: string): ApplicableModels => ({ models: [model], isOpen: false });

/**
 * Models that a prompt may be used with: its own model and, for a global prompt or a prompt without a model,
 * every model and mapping target in the workspace. The API does not specify whether gateway names resolve
 * before mappings, so both count.
 */
function applicableModels(objects: readonly AccountObject[]): (prompt: AccountObject) => ApplicableModels {
  const { models, mappings } = routedSetup(objects);
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  const byId = new Map(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object]])));
  const named = new Set(models.map(({ workspace, gatewayName }) => JSON.stringify([workspace, gatewayName])));
  const referred = (object: AccountObject, field: string) => {
    const id = settledValue(object, field);
    const found = typeof id === "string" ? byId.get(id) : undefined;
    return found ?? byUrn.get(object.from?.[field]?.[0] ?? "");
  };
  const modelOf = (model: AccountObject | undefined): ApplicableModels => {
    if (model === undefined) {
      return open;
    }
    const provider = referred(model, "providerId");
    const names = [
      provider === undefined ? settledValue(model, "providerId") : settledValue(provider, "name"),
      settledValue(model, "apiName") ?? settledValue(model, "name"),
    ];
    return names.some((name) => typeof name !== "string" || isUncertain(name)) ? open : only(names.join("/"));
  };
  const contextOf = ({ workspace, targetModel, targetUrn }: RoutedMapping): ApplicableModels => {
    if (targetModel === undefined) {
      return targetUrn === undefined ? open : none;
    }
    return named.has(JSON.stringify([workspace, targetModel])) ? none : only(targetModel);
  };
  const ofWorkspace = (workspace: string) =>
    together([
      ...models.filter((model) => model.workspace === workspace).map(({ urn }) => modelOf(byUrn.get(urn))),
      ...mappings
        .filter((mapping) => mapping.workspace === workspace && mapping.enabled !== false)
        .map(contextOf),
    ]);
  return (prompt) => {
    const own = settledValue(prompt, "modelId") ?? undefined;
    if (own === undefined) {
      return ofWorkspace(workspaceKey(prompt));
    }
    const isGlobal = settledValue(prompt, "isGlobal");
    const model = referred(prompt, "modelId");
    // A model that was not read can only be named by its id.
    const isForeign = model === undefined && typeof own === "string" && !isUncertain(own);
    return together([
      isForeign ? only(own) : modelOf(model),
      isGlobal === true || isUncertain(isGlobal) ? ofWorkspace(workspaceKey(prompt)) : none,
    ]);
  };
}

function together(all: readonly ApplicableModels[]): ApplicableModels {
  return {
    models: [...new Set(all.flatMap(({ models }) => models))].toSorted(),
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}
