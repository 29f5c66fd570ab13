import { defined } from "pulumi-workspace-gateway/tools";
import type { AskedEvidence } from "../../evidence/asked-evidence.js";
import type { EvidenceState } from "../../evidence/evidence-state.js";
import { usualTerms } from "../../evidence/evidence-terms.js";
import { evidenceOf } from "../../evidence/judge-evidence.js";
import type { PromptSubject } from "../../evidence/prompt-subject.js";
import type { Step } from "../../plan/plan.js";
import type { Resources } from "../resources.js";
import { declaredAt } from "../setups.js";
import { type FoundPrompt, foundPrompts } from "./found-prompts.js";
import { isUncertain, settledValue } from "./settled-value.js";

/** A prompt that people get otherwise than before, in an environment that counts. */
export interface ChangedPrompt extends PromptSubject {
  readonly urn: string;
  /** Its logical name in the program. */
  readonly resource: string;
  /** What changes, as it goes on after "it": "has another text". */
  readonly why: readonly string[];
  /** Undefined if nobody asks for evidence. */
  readonly evidence?: EvidenceState;
}

/** A prompt that changes, with all that is known of it. */
export interface PromptChange {
  readonly prompt: FoundPrompt;
  readonly why: readonly string[];
}

/** The prompts that a plan changes, and what is known of their evaluation. */
export function changedPrompts(resources: Resources, asked: AskedEvidence | undefined): ChangedPrompt[] {
  const { environments } = asked?.terms ?? usualTerms;
  return promptChanges(resources, environments).map(({ prompt, why }) => ({
    urn: prompt.object.urn,
    resource: prompt.object.name,
    ...prompt.subject,
    why,
    ...defined({ evidence: asked && evidenceOf(prompt.subject, asked) }),
  }));
}

/** The prompts of some environments that a plan changes. */
export function promptChanges(resources: Resources, environments: readonly string[]): PromptChange[] {
  const stack = stackTitle(resources.plan);
  const before = new Map(
    foundPrompts(declaredAt("before", resources), stack).map((prompt) => [prompt.object.urn, prompt]),
  );
  return foundPrompts(declaredAt("after", resources), stack).flatMap((prompt) => {
    const step = resources.byUrn(prompt.object.urn);
    const isOwn = step !== undefined && !step.isUndeclared && step.operation !== "read";
    const why = isOwn ? reasons(before.get(step.urn), prompt, step, environments) : [];
    return why.length === 0 ? [] : [{ prompt, why }];
  });
}

/** What people call a stack in its project. */
export function stackTitle({
  project,
  stack,
}: {
  readonly project?: string;
  readonly stack?: string;
}): string | null {
  return project === undefined || stack === undefined ? null : `${project}/${stack}`;
}

function reasons(
  before: FoundPrompt | undefined,
  after: FoundPrompt,
  step: Step,
  environments: readonly string[],
): string[] {
  const told = after.toldIn(environments);
  if (told.length === 0) {
    return [];
  }
  if (before === undefined || before.subject.workspace !== after.subject.workspace) {
    return ["is new"];
  }
  const wasOff = settledValue(before.object, "enabled") === false;
  const gained = told.filter((each) => !before.toldIn(environments).includes(each));
  const met = new Set(before.subject.models);
  return [
    ...(wasOff ? ["is enabled"] : gained.map((each) => `comes to the environment ${each}`)),
    ...(hasOtherText(before, after, step) ? ["has another text"] : []),
    ...(after.isGlobal && !before.isGlobal ? ["comes to the whole workspace"] : []),
    ...after.subject.models.filter((model) => !met.has(model)).map((model) => `may meet \`${model}\``),
  ];
}

/** A text that is covered may be another one, unless nothing changes or the plugin has compared it. */
function hasOtherText(
  { object, text }: FoundPrompt,
  after: FoundPrompt,
  { operation, altered }: Step,
): boolean {
  if (operation === "same") {
    return false;
  }
  const isCovered = [object, after.object].some((each) => isUncertain(settledValue(each, "content")));
  return isCovered ? (altered?.has("content") ?? true) : text !== after.text;
}
