import { defined, everyKind, howMany, printable } from "pulumi-workspace-gateway/tools";
import { resourcesOf } from "../../review/facts/resources.js";
import type { Plan } from "../../review/plan/plan.js";
import { isMasked, type Mask, masked, maskedJson } from "../../text/mask.js";
import { sha256 } from "../../text/sha256.js";
import { shortList } from "../../text/short-list.js";
import { TextTable } from "../../text/text-table.js";
import { maskFor, noteUnmasked } from "../masking.js";
import { type PreviewSource, readReview } from "../read-review.js";
import type { Terminal } from "../terminal.js";
import { activePrompts, type ChangedPrompt, changedPrompts, environments, type Prompt } from "./prompts.js";

export interface ListPromptsOptions {
  readonly changed?: true;
  readonly environment?: string;
  readonly offline?: true;
  readonly json?: true;
}

type ListedPrompt = Prompt & Partial<ChangedPrompt>;

/** Lists the prompts of a plan, or only those that it changes. */
export async function listPrompts(
  source: PreviewSource,
  { changed, environment, offline, json }: ListPromptsOptions,
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
  terminal.out(json ? jsonOf(prompts, plan, mask) : tableOf(prompts, changed));
}

/** A text that holds a secret cannot be evaluated elsewhere, and its digest would let people guess the secret. */
function withoutSecrets(prompt: ListedPrompt, mask: Mask): ListedPrompt {
  return isMasked(prompt.text, mask)
    ? { ...prompt, text: undefined, open: ["its text is a secret", ...prompt.open] }
    : prompt;
}

function jsonOf(prompts: readonly ListedPrompt[], { project, stack }: Plan, mask: Mask): string {
  const rows = prompts.map(({ resource, workspace, name, environment, models, text, why, open }) => ({
    resource,
    workspace,
    name,
    environment,
    models,
    ...defined({ sha256: text === undefined ? undefined : sha256(text), text, why }),
    ...defined({ open: open.length === 0 ? undefined : open }),
  }));
  return maskedJson({ version: 1, ...defined({ project, stack }), prompts: rows }, mask, 2);
}

function tableOf(prompts: readonly ListedPrompt[], changed: true | undefined): string {
  if (prompts.length === 0) {
    return changed ? "No prompt changes." : "There is no prompt.";
  }
  const head = ["prompt", "workspace", "environment", "sha256", "models", ...(changed ? ["it"] : [])];
  const rows = prompts.map(({ name, workspace, environment, text, models, why = [] }) => [
    name,
    workspace,
    environment ?? "all",
    text === undefined ? "–" : sha256(text).slice(0, 12),
    shortList(models, 3),
    ...(changed ? [why.join(", ")] : []),
  ]);
  const table = new TextTable([{ widest: 40 }, { widest: 40 }, {}, {}, { widest: 60 }, {}]);
  return [...table.lines([head, ...rows]), "", `${howMany(prompts.length, "prompt")}.`].join("\n");
}
