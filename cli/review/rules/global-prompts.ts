import { quoted } from "pulumi-workspace-gateway/tools";
import {
  type AccountObject,
  claimedValue,
  knownValue,
  textOf,
  workspaceKey,
} from "../../account/account-object.js";
import type { Unweighed } from "./finding.js";

/** Prompts for a whole workspace that say the same, or that claim the same position: most likely a copy. */
export function globalPromptsDoubled(objects: readonly AccountObject[]): Unweighed[] {
  const prompts = objects.filter(isInForce);
  return [
    ...doubled(prompts, contentKey, "has the same content as", "callers get it twice"),
    ...doubled(prompts, placeKey, "has the type and the position of", "their order is open"),
  ];
}

function isInForce(object: AccountObject): boolean {
  const isGlobal = object.kind === "Prompt" && knownValue(object, "isGlobal") === true;
  return isGlobal && knownValue(object, "enabled") !== false;
}

function contentKey(prompt: AccountObject): string | undefined {
  const content = textOf(prompt, "content");
  return content && JSON.stringify([workspaceKey(prompt), content]);
}

/** Prompts that leave their position to the gateway claim none. */
function placeKey(prompt: AccountObject): string | undefined {
  const position = claimedValue(prompt, "position");
  const type = textOf(prompt, "type");
  return typeof position === "number"
    ? JSON.stringify([workspaceKey(prompt), type ?? "", position])
    : undefined;
}

function doubled(
  prompts: readonly AccountObject[],
  keyOf: (prompt: AccountObject) => string | undefined,
  likeness: string,
  effect: string,
): Unweighed[] {
  const alike = Map.groupBy(prompts, keyOf);
  alike.delete(undefined);
  return [...alike.values()].flatMap((group) =>
    group.flatMap((prompt, at) => {
      const first = group.slice(0, at).find((other) => applyTogether(prompt, other));
      return first === undefined ? [] : observed(prompt, first, likeness, effect);
    }),
  );
}

/** Prompts for different environments are never applied together; one for none is applied in all. */
function applyTogether(one: AccountObject, other: AccountObject): boolean {
  const [a, b] = [one, other].map((prompt) => textOf(prompt, "environment"));
  return a === undefined || b === undefined || a === b;
}

function observed(
  { urn, name }: AccountObject,
  other: AccountObject,
  likeness: string,
  effect: string,
): Unweighed {
  const reason = `The global prompt ${quoted(name)} ${likeness} ${quoted(other.name)}, so ${effect}.`;
  return { rule: "global-prompts-doubled", urn, name, reason };
}
