import { isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { textOf, workspaceKey } from "../../account/account-object.js";
import type { Resources } from "../../review/facts/resources.js";
import { declaredAt } from "../../review/facts/setups.js";
import type { Step } from "../../review/plan/plan.js";
import { applicableModels, isUncertain, settledValue } from "./applicable-models.js";

/** The environments that the API knows. */
export const environments = ["PRODUCTION", "STAGING", "EVALUATION", "EXPERIMENTS"] as const;

/** A prompt at one moment, with everything that an evaluation depends on. */
export interface Prompt {
  readonly urn: string;
  /** Its logical name in the program. */
  readonly resource: string;
  /** The workspace's name. */
  readonly workspace: string;
  readonly name: string;
  /** Null: all environments. */
  readonly environment: string | null;
  /** Such as `openai/gpt-4.1-mini`: the names of the provider and of the model there. Sorted. */
  readonly models: readonly string[];
  /** Undefined if it is a secret or not known yet. */
  readonly text: string | undefined;
  readonly isEnabled: boolean;
  /** Where callers get it: nowhere if it is switched off, everywhere if the environment is not known. */
  readonly activeIn: readonly string[];
  readonly isGlobal: boolean;
  /** What cannot be evaluated before the `up`, a sentence each. */
  readonly open: readonly string[];
}

/** A prompt that a plan changes: `why` goes on after "it". */
export interface ChangedPrompt extends Prompt {
  readonly why: readonly string[];
}

/** The prompts of a plan after it is applied that are active in one of these environments. */
export function activePrompts(resources: Resources, among: readonly string[]): Prompt[] {
  return promptsAt("after", resources, among).filter(({ activeIn }) => activeIn.length > 0);
}

/** Those of them that callers get differently, or with another model, than before. */
export function changedPrompts(resources: Resources, among: readonly string[]): ChangedPrompt[] {
  const before = new Map(promptsAt("before", resources, among).map((prompt) => [prompt.urn, prompt]));
  return activePrompts(resources, among).flatMap((prompt) => {
    const step = resources.byUrn(prompt.urn);
    const isOwn = step !== undefined && !step.isUndeclared && step.operation !== "read";
    const why = isOwn ? reasons(before.get(prompt.urn), prompt, step) : [];
    return why.length === 0 ? [] : [{ ...prompt, why }];
  });
}

function promptsAt(moment: "before" | "after", resources: Resources, among: readonly string[]): Prompt[] {
  const objects = declaredAt(moment, resources);
  const modelsOf = applicableModels(objects);
  const workspaces = new Map(
    objects
      .filter(({ kind }) => kind === "Workspace")
      .map((workspace) => [workspace.id ?? workspace.urn, textOf(workspace, "name") ?? workspace.name]),
  );
  return objects
    .filter(({ kind }) => kind === "Prompt")
    .map((object) => {
      const value = (field: string) => settledValue(object, field);
      const [name, text, environment] = ["name", "content", "environment"].map((field) =>
        certainText(value(field)),
      );
      const { models, isOpen } = modelsOf(object);
      const isEnabled = value("enabled") !== false;
      return {
        urn: object.urn,
        resource: object.name,
        workspace: workspaces.get(workspaceKey(object)) ?? workspaceKey(object),
        name: name ?? object.name,
        environment: environment ?? null,
        models,
        text,
        isEnabled,
        activeIn: isEnabled ? among.filter((each) => environment === undefined || each === environment) : [],
        isGlobal: value("isGlobal") === true,
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

const notKnown = "not known before the `up`";

function certainText(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUncertain(value) ? value : undefined;
}

function reasons(before: Prompt | undefined, after: Prompt, step: Step): string[] {
  if (before === undefined || before.workspace !== after.workspace) {
    return ["is new"];
  }
  const gained = after.activeIn.filter((each) => !before.activeIn.includes(each));
  return [
    ...(before.isEnabled ? gained.map((each) => `comes to the environment ${each}`) : ["is enabled"]),
    ...(hasOtherText(before, after, step) ? ["has another text"] : []),
    ...(after.isGlobal && !before.isGlobal ? ["comes to the whole workspace"] : []),
    ...after.models
      .filter((model) => !before.models.includes(model))
      .map((model) => `may be used with \`${model}\``),
  ];
}

/** A covered text counts as changed, unless the plugin has compared it or nothing changes. */
function hasOtherText(before: Prompt, after: Prompt, { operation, altered }: Step): boolean {
  if (operation === "same") {
    return false;
  }
  const isCovered = before.text === undefined || after.text === undefined;
  return isCovered ? (altered?.has("content") ?? true) : before.text !== after.text;
}
