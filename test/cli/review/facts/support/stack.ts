import type { Values } from "../../../../../provider/spec/values.js";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  replaced,
  type State,
  same,
  updated,
} from "./preview.ts";

/** The steps of one resource whose declaration is complete: what a test gives besides is what it is about. */
export function resource(kind: keyof typeof inputs, name: string, more: Values = {}) {
  const values: Values = { ...inputs[kind], ...more };
  return {
    with: (other: Values) => resource(kind, name, { ...more, ...other }),
    created: (state: Partial<State> = {}) => created(kind, name, values, state),
    updated: (news: Values = {}) => updated(kind, name, values, { ...values, ...news }),
    replaced: (news: Values = {}) => replaced(kind, name, values, { ...values, ...news }),
    deleted: (state: Partial<State> = {}) => deleted(kind, name, values, state),
    same: (outputs: Values = {}) => same(kind, name, values, outputs),
  };
}

export const team = resource("Workspace", "team");
export const openai = resource("ModelProvider", "openai");
export const gpt = resource("Model", "gpt");
export const route = resource("Mapping", "default");
export const tone = resource("Prompt", "tone", { environment: "STAGING" });
export const production = tone.with({ environment: "PRODUCTION" });
export const config = resource("Config", "standard");
export const standard = config.with({ isDefault: true });
export const site = resource("Index", "site");
export const ada = resource("Member", "ada");
export const cap = resource("Budget", "cap");
export const key = resource("GatewayKey", "ci");

/** These steps in a workspace that has a provider, unless they are about them. */
export function inPlace(steps: readonly PreviewStep[]): PreviewStep[] {
  const about = new Set(steps.map(({ urn }) => urn));
  return [...[team.same(), openai.same()].filter(({ urn }) => !about.has(urn)), ...steps];
}
