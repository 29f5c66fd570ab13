import { howMany, isUnknown, type Level } from "pulumi-workspace-gateway/tools";
import { hostOf, textsIn } from "../../account/account-object.js";
import { shortList } from "../../text/words.js";
import { releaseOf } from "../facts/notes.js";
import {
  destroyedWorkspaces,
  isNewStack,
  presentAt,
  type Resources,
  workspaceOf,
} from "../facts/resources.js";
import { makes, type OptionChange, type Step } from "../plan/plan.js";
import type { ChangeContext, RuleFinding } from "./context.js";

/** With this many new keys or more, the level is high. */
const manyKeys = 5;

/** Each new key lets its holder send requests, and nothing revokes the key before it expires. */
export function gatewayKeyAdded({ resources }: ChangeContext): RuleFinding[] {
  const added = resources.plan.steps.filter(
    ({ kind, operation }) => kind === "GatewayKey" && operation === "create",
  );
  const beside = added.length < 2 ? "" : ` It is one of ${howMany(added.length, "new key")} in this change.`;
  return added.map(({ urn, name }) => ({
    level: added.length >= manyKeys ? "high" : "medium",
    ...{ urn, name },
    reason: `\`${name}\` is a new key. Its holder can send requests until the key expires.${beside}`,
  }));
}

/** Indexes of sites on a host that no index used before. Their pages can appear in model responses. */
export function indexAdded({ resources }: ChangeContext): RuleFinding[] {
  const before = resources.before.filter(({ kind }) => kind === "Index");
  const known = new Set(before.map(({ inputs, outputs }) => hostOf(inputs.url ?? outputs.baseUrl)));
  const level = isNewStack(resources.plan) ? "medium" : "high";
  return resources.plan.steps.flatMap((step) => {
    const { kind, urn, name, after } = step;
    const url = after?.inputs.url;
    const host = hostOf(url);
    if (kind !== "Index" || !makes(step) || known.has(host)) {
      return [];
    }
    const site = isUnknown(url) ? "a site that is known only during the `up`" : `the host \`${host}\``;
    const reason = `\`${name}\` adds pages from ${site} to search results. No index used this host before.`;
    return { level, urn, name, reason };
  });
}

/** Models that a provider newly offers without a `Model`. They have no price, so no budget counts them. */
export function modelsExposed({ resources }: ChangeContext): RuleFinding[] {
  return resources.plan.steps.flatMap((step) => {
    const { kind, urn, name, before, overwrites, after } = step;
    if (kind !== "ModelProvider" || after === undefined) {
      return [];
    }
    const offered = textsIn((overwrites ?? before)?.inputs.modelOptions);
    const known = new Set([...offered, ...pricedBy(step, resources)]);
    const options = after.inputs.modelOptions;
    const added = textsIn(options).filter((option) => !known.has(option) || isUnknown(option));
    const isOpen = isUnknown(options) || added.some(isUnknown);
    const words = isOpen
      ? "models that are known only during the `up`"
      : shortList(added.map((option) => `\`${option}\``));
    const reason = `\`${name}\` now offers ${words}. No \`Model\` declares the price, so the cost does not count toward budgets.`;
    return isOpen || added.length > 0 ? { urn, name, reason } : [];
  });
}

function pricedBy(provider: Step, resources: Resources): string[] {
  const models = presentAt("after", resources).filter(
    ({ step, snapshot }) => step.kind === "Model" && resources.named(snapshot, "providerId") === provider,
  );
  return models.flatMap(({ snapshot: { inputs } }) => textsIn([inputs.name ?? null, inputs.apiName ?? null]));
}

/** Options that allow a later loss, keep an object that the program drops, or hide later changes. */
export function optionWeakened({ resources }: ChangeContext): RuleFinding[] {
  return resources.plan.optionChanges.flatMap((change) => {
    const level = optionLevel(change);
    const { urn, name, words } = change;
    return level === undefined ? [] : { level, urn, name, reason: `\`${name}\` ${words}.` };
  });
}

function optionLevel({ kind, option, isOn }: OptionChange): Level | undefined {
  if (option === "protect") {
    return isOn ? undefined : kind === "Workspace" ? "high" : "medium";
  }
  const isWeaker = option === "ignoreChanges" ? isOn : option === "retainOnDelete" || option === "external";
  return isWeaker ? "medium" : undefined;
}

export function accessKept({ resources }: ChangeContext): RuleFinding[] {
  const destroyed = destroyedWorkspaces(resources);
  return resources.plan.steps.flatMap((step) => {
    const { operation, urn, name, before } = step;
    const kind = resources.kindOf(step);
    const place = before && workspaceOf(resources, step, before);
    const isGone = (operation === "delete" || operation === "replace") && !destroyed.has(place ?? "");
    const isKept = before?.retainOnDelete === true || (kind && releaseOf(kind, step) === "keep");
    const reason = `\`${name}\` is removed from the program but keeps access to the workspace.`;
    return isGone && isKept && kind?.name === "Member" ? { urn, name, reason } : [];
  });
}
