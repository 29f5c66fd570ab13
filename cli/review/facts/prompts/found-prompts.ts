import { defined, isUnknown, type Json } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf, workspaceKey } from "../../../account/account-object.js";
import { sha256 } from "../../../text/sha256.js";
import type { PromptSubject } from "../../evidence/prompt-subject.js";
import { type MetModel, type MetModels, metModels } from "./met-models.js";
import { isUncertain, settledValue } from "./settled-value.js";

/** A prompt of an account at one moment. */
export interface FoundPrompt {
  readonly object: AccountObject;
  readonly subject: PromptSubject;
  /** Undefined if it is a secret, or not known yet. */
  readonly text?: string;
  readonly isGlobal: boolean;
  readonly met: readonly MetModel[];
  /** Those of some environments in which it is told. What is not known may be all of them. */
  toldIn(environments: readonly string[]): readonly string[];
}

/** The prompts of an account at one moment. */
export function foundPrompts(objects: readonly AccountObject[], stack: string | null): FoundPrompt[] {
  const metBy = metModels(objects);
  const workspaces = new Map(
    objects
      .filter(({ kind }) => kind === "Workspace")
      .map((workspace) => [workspace.id ?? workspace.urn, textOf(workspace, "name") ?? workspace.name]),
  );
  return objects
    .filter(({ kind }) => kind === "Prompt")
    .map((prompt) => {
      const key = workspaceKey(prompt);
      return foundPrompt(prompt, stack, workspaces.get(key) ?? key, metBy(prompt));
    });
}

function foundPrompt(
  object: AccountObject,
  stack: string | null,
  workspace: string,
  { models, isOpen }: MetModels,
): FoundPrompt {
  const [name, content, environment] = ["name", "content", "environment"].map((field) =>
    settledValue(object, field),
  );
  const text = certainText(content);
  const open = [
    ...(text === undefined ? [`its text is ${isUnknown(content) ? notKnown : "a secret"}`] : []),
    ...(isUncertain(name) ? [`its name is ${notKnown}`] : []),
    ...(isUncertain(environment) ? [`its environment is ${notKnown}`] : []),
    ...(isOpen ? ["not every model that it may meet is known before the `up`"] : []),
  ];
  return {
    object,
    subject: {
      stack,
      workspace,
      name: certainText(name) ?? object.name,
      environment: certainText(environment) ?? null,
      models: models.map(({ id }) => id),
      ...defined({ sha256: text === undefined ? undefined : sha256(text) }),
      open,
    },
    ...defined({ text }),
    isGlobal: settledValue(object, "isGlobal") === true,
    met: models,
    toldIn: (environments) =>
      settledValue(object, "enabled") === false ? [] : among(environments, environment),
  };
}

const notKnown = "not known before the `up`";

function certainText(value: Json | undefined): string | undefined {
  return typeof value === "string" && !isUncertain(value) ? value : undefined;
}

/** A prompt for no environment is for all. */
function among(environments: readonly string[], environment: Json | undefined): readonly string[] {
  const only = certainText(environment);
  return only === undefined ? environments : environments.filter((each) => each === only);
}
