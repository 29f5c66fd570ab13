import type { Rule } from "../../../../cli/review/facts/review.js";
import {
  created,
  deleted,
  inputs,
  type PreviewStep,
  replaced,
  same,
  updated,
} from "../facts/support/preview.ts";

interface RuleExample {
  /** The steps of a preview in which a review finds it. */
  readonly found: readonly PreviewStep[];
  /** Steps alike in which it does not. */
  readonly harmless: readonly PreviewStep[];
}

const { Workspace, ModelProvider, Model, Mapping, Prompt, Config, Member, GatewayKey, Budget } = inputs;

const openai = same("ModelProvider", "openai", ModelProvider);
const gpt = same("Model", "gpt", Model, { gatewayName: "openai/gpt" });
const setup = [openai, gpt];
const standard = { ...Config, isDefault: true };
const production = { ...Prompt, environment: "PRODUCTION" };
const mapped = (name: string, more: object) =>
  created("Mapping", name, { ...Mapping, enabled: true, ...more });
const global = (name: string, content: string) =>
  created("Prompt", name, { ...Prompt, name, isGlobal: true, content });

/** What each rule finds, and what looks like it and is harmless. */
export const examples: Partial<Record<Rule, RuleExample>> = {
  "workspace-delete": {
    found: [deleted("Workspace", "team", Workspace)],
    harmless: [deleted("Workspace", "team", Workspace, { retainOnDelete: true })],
  },
  "force-destroy": {
    found: [updated("Workspace", "team", Workspace, { ...Workspace, forceDestroy: true })],
    harmless: [created("Workspace", "team", { ...Workspace, forceDestroy: true })],
  },
  "provider-delete-with-models": {
    found: [
      deleted("ModelProvider", "openai", ModelProvider),
      deleted("Model", "gpt", Model, { outputs: { gatewayName: "openai/gpt" } }),
    ],
    harmless: [deleted("ModelProvider", "openai", ModelProvider)],
  },
  "default-config-lost": {
    found: [deleted("Config", "standard", standard)],
    harmless: [deleted("Config", "standard", Config)],
  },
  "access-removed": {
    found: [deleted("Member", "ada", Member)],
    harmless: [deleted("Member", "ada", { ...Member, onDestroy: "keep" })],
  },
  "role-lowered": {
    found: [updated("Member", "ada", Member, { ...Member, role: "MEMBER" })],
    harmless: [updated("Member", "ada", { ...Member, role: "MEMBER" }, Member)],
  },
  "key-rotated": {
    found: [replaced("GatewayKey", "ci", GatewayKey, { ...GatewayKey, triggers: { release: "2" } })],
    harmless: [created("GatewayKey", "ci", GatewayKey)],
  },
  "production-prompt-changed": {
    found: [updated("Prompt", "tone", production, { ...production, content: "Answer at length." })],
    harmless: [updated("Prompt", "tone", Prompt, { ...Prompt, content: "Answer at length." })],
  },
  "cost-up": {
    found: [updated("Model", "gpt", Model, { ...Model, inputCost: 3 })],
    harmless: [updated("Model", "gpt", Model, { ...Model, inputCost: 1 })],
  },
  "route-lost": {
    found: [...setup, deleted("Mapping", "default", Mapping)],
    harmless: [...setup, deleted("Mapping", "default", Mapping, { retainOnDelete: true })],
  },
  "route-ends-nowhere": {
    found: [...setup, mapped("default", { targetModel: "gpt" })],
    harmless: [...setup, mapped("default", { targetModel: "openai/gpt" })],
  },
  "pattern-shadowed": {
    found: [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 1 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 2 }),
    ],
    harmless: [
      ...setup,
      mapped("all", { sourceName: ".*", isPattern: true, priority: 2 }),
      mapped("some", { sourceName: "gpt-.*", isPattern: true, priority: 1 }),
    ],
  },
  "priority-tie": {
    found: [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4" })],
    harmless: [...setup, mapped("one", {}), mapped("other", { targetModel: "openai/gpt-4", priority: 2 })],
  },
  "workspace-without-budget": {
    found: [created("Workspace", "team", Workspace)],
    harmless: [created("Workspace", "team", Workspace, { id: "team-id" }), created("Budget", "cap", Budget)],
  },
  "provider-over-http": {
    found: [created("ModelProvider", "openai", { ...ModelProvider, baseUrl: "http://api.example" })],
    harmless: [created("ModelProvider", "local", { ...ModelProvider, baseUrl: "http://localhost:8080" })],
  },
  "model-without-cost": {
    found: [openai, created("Model", "gpt", { ...Model, inputCost: 0, outputCost: 0 })],
    harmless: [openai, created("Model", "gpt", { ...Model, inputCost: 0 })],
  },
  "global-prompts-doubled": {
    found: [global("tone", "Answer briefly."), global("copy", "Answer briefly.")],
    harmless: [global("tone", "Answer briefly."), global("other", "Answer politely.")],
  },
};
