import type { Rule } from "../../../../cli/review/facts/review.js";
import type { Values } from "../../../../provider/spec/values.js";
import type { PreviewStep } from "../facts/support/preview.ts";
import {
  ada,
  cap,
  config,
  gpt,
  key,
  openai,
  production,
  resource,
  route,
  standard,
  team,
  tone,
} from "../facts/support/stack.ts";

interface RuleExample {
  /** The steps of a preview in which a review finds it. */
  readonly found: readonly PreviewStep[];
  /** Steps alike in which it does not. */
  readonly harmless: readonly PreviewStep[];
  /** What else it finds there of what changes. */
  readonly besides?: readonly Rule[];
}

const setup = [openai.same(), gpt.same({ gatewayName: "openai/gpt" })];
const mapped = (name: string, more: Values) =>
  resource("Mapping", name, { enabled: true, ...more }).created();
const global = (name: string, content: string) =>
  resource("Prompt", name, { name, isGlobal: true, content }).created();

/** What each rule finds, and what looks like it and is harmless. */
export const examples: Partial<Record<Rule, RuleExample>> = {
  "workspace-delete": { found: [team.deleted()], harmless: [team.deleted({ retainOnDelete: true })] },
  "force-destroy": {
    found: [team.updated({ forceDestroy: true })],
    harmless: [team.with({ forceDestroy: true }).created()],
  },
  "provider-delete-with-models": {
    found: [openai.deleted(), gpt.deleted({ outputs: { gatewayName: "openai/gpt" } })],
    harmless: [openai.deleted()],
    besides: ["route-lost"],
  },
  "default-config-lost": { found: [standard.deleted()], harmless: [config.deleted()] },
  "access-removed": { found: [ada.deleted()], harmless: [ada.with({ onDestroy: "keep" }).deleted()] },
  "role-lowered": {
    found: [ada.updated({ role: "MEMBER" })],
    harmless: [ada.with({ role: "MEMBER" }).updated({ role: "ADMIN" })],
  },
  "key-rotated": { found: [key.replaced({ triggers: { release: "2" } })], harmless: [key.created()] },
  "production-prompt-changed": {
    found: [production.updated({ content: "Answer at length." })],
    harmless: [tone.updated({ content: "Answer at length." })],
  },
  "cost-up": { found: [gpt.updated({ inputCost: 3 })], harmless: [gpt.updated({ inputCost: 1 })] },
  "route-lost": {
    found: [...setup, route.deleted()],
    harmless: [...setup, route.deleted({ retainOnDelete: true })],
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
    found: [team.created()],
    harmless: [team.created({ id: "team-id" }), cap.created()],
  },
  "provider-over-http": {
    found: [openai.with({ baseUrl: "http://api.example" }).created()],
    harmless: [openai.with({ baseUrl: "http://localhost:8080" }).created()],
  },
  "model-without-cost": {
    found: [openai.same(), gpt.with({ inputCost: 0, outputCost: 0 }).created()],
    harmless: [openai.same(), gpt.with({ inputCost: 0 }).created()],
  },
  "global-prompts-doubled": {
    found: [global("tone", "Answer briefly."), global("copy", "Answer briefly.")],
    harmless: [global("tone", "Answer briefly."), global("other", "Answer politely.")],
  },
};
