import { expect } from "vitest";
import { readExpectations } from "../../../../../cli/expectations/format.js";
import type { ObjectChange, Review } from "../../../../../cli/review/facts/review.js";
import { reviewOf } from "../../../../../cli/review/facts/review-of.js";
import { readPlan } from "../../../../../cli/review/plan/read-plan.js";
import { kinds } from "../../../../../provider/every-kind.js";
import { nativeToken, pluginName, typeToken } from "../../../../../provider/spec/token.js";
import { referenceMark, type Values } from "../../../../../provider/spec/values.js";

/** The day of each review. Recorded reviews count the days to and since a retirement. */
const today = "2026-11-27";

/** What the engine writes for a value that it does not know yet. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A resource's state, as `pulumi preview --json` shows it. */
export interface State {
  readonly inputs: Values;
  readonly outputs?: Values;
  /** The resources that inputs are made from. One that is not known yet is the reference itself, unless the program makes it. */
  readonly propertyDependencies?: Record<string, string[]>;
  readonly makes?: true;
  readonly [other: string]: unknown;
}

export interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: State;
  readonly newState?: State;
  readonly replaceReasons?: string[];
  readonly provider?: string;
}

/** A step for a `Provider`, with its settings before and afterwards. */
export function settingsStep(op: string, name: string, before?: Values, after?: Values): PreviewStep {
  const shown = { __internal: {}, accessToken: "[secret]", version: "0.1.0" };
  const state = (settings: Values | undefined) =>
    settings && { inputs: { ...shown, baseUrl: "https://gateway.example/api/v1", ...settings } };
  const [oldState, newState] = [state(before), state(after)];
  return {
    op,
    urn: `urn:pulumi:dev::shop::pulumi:providers:${pluginName}::${name}`,
    ...(oldState && { oldState: { ...oldState, id: `${name}-id` } }),
    ...(newState && { newState }),
  };
}

export function urn(kind: string, name: string): string {
  return `urn:pulumi:dev::shop::${typeToken(kind)}::${name}`;
}

/** A step for one resource; the id of `openai` is `openai-id`. */
export function step(op: string, kind: string, name: string, states: Partial<PreviewStep>): PreviewStep {
  const { oldState, newState } = states;
  return {
    op,
    urn: urn(kind, name),
    ...states,
    ...(newState === undefined ? {} : { newState: marked(newState) }),
    ...(oldState === undefined
      ? {}
      : { oldState: { id: `${name}-id`, outputs: oldState.inputs, ...oldState } }),
  };
}

/** The state with the marks that the check of a resource puts beside references. */
function marked({ makes, ...state }: State): State {
  const { inputs, propertyDependencies = {} } = state;
  const names = Object.keys(propertyDependencies).filter((each) => !makes && inputs[each] === unknown);
  return {
    ...state,
    inputs: { ...inputs, ...Object.fromEntries(names.map((each) => [referenceMark(each), unknown])) },
  };
}

export const created = (kind: string, name: string, inputs: Values, more: Partial<State> = {}) =>
  step("create", kind, name, { newState: { inputs, ...more } });

export const updated = (kind: string, name: string, before: Values, after: Values) =>
  step("update", kind, name, { oldState: { inputs: before }, newState: { inputs: after } });

export const replaced = (kind: string, name: string, before: Values, after: Values) =>
  step("replace", kind, name, { oldState: { inputs: before }, newState: { inputs: after } });

export const deleted = (kind: string, name: string, inputs: Values, more: Partial<State> = {}) =>
  step("delete", kind, name, { oldState: { inputs, ...more } });

export const same = (kind: string, name: string, inputs: Values, outputs: Values = {}) =>
  step("same", kind, name, {
    oldState: { inputs, outputs: { ...inputs, ...outputs } },
    newState: { inputs },
  });

/** The step with options before and afterwards. */
export const optioned = (step: PreviewStep, before: object, after: object = {}): PreviewStep => ({
  ...step,
  ...(step.oldState && { oldState: { ...step.oldState, ...before } }),
  ...(step.newState && { newState: { ...step.newState, ...after } }),
});

type Rows = Readonly<Record<string, PreviewStep | readonly PreviewStep[]>>;

/** Rows of a table of tests: what changes, and the steps of it. */
export const rowsOf = (rows: Rows): Readonly<Record<string, readonly PreviewStep[]>> =>
  Object.fromEntries(Object.entries(rows).map(([what, steps]) => [what, [steps].flat()]));

export function previewOf(...steps: readonly PreviewStep[]): string {
  const planned = new Set(steps.filter(({ op }) => op !== "refresh").map(({ urn }) => urn));
  const stays = ({ op, urn, newState }: PreviewStep) =>
    op === "same" || (op === "refresh" && newState !== undefined && !planned.has(urn));
  const same = steps.filter(stays).length;
  return JSON.stringify({ steps, changeSummary: { same }, diagnostics: [] });
}

export function planOf(...steps: readonly PreviewStep[]) {
  return readPlan(previewOf(...steps), kinds);
}

export function review(...steps: readonly PreviewStep[]): Review {
  return reviewOf({ plan: planOf(...steps), kinds, today });
}

/** A review of a stack with an expectations file. */
export function reviewExpecting(routes: string, ...steps: readonly PreviewStep[]): Review {
  return reviewOf({ plan: planOf(...steps), kinds, today, expectations: readExpectations(routes) });
}

/** The only change of a review. */
export function onlyChange({ changes }: Review): ObjectChange {
  expect(changes).toHaveLength(1);
  return changes[0] ?? expect.unreachable();
}

/** The same steps by a `Provider` that the program declares, which only the plugin has. */
export const provided = (...steps: readonly PreviewStep[]): PreviewStep[] =>
  steps.map((each) => ({
    ...each,
    provider: `urn:pulumi:dev::shop::pulumi:providers:${pluginName}::second::provider-id`,
  }));

/** The same step as the plugin shows it. */
export const native = (each: PreviewStep): PreviewStep => ({
  ...each,
  urn: each.urn.replace(typeToken(""), nativeToken("")),
});

/** Complete declarations, so that a test says only what it is about. */
export const inputs = {
  Workspace: { name: "support" },
  ModelProvider: {
    workspaceId: "team-id",
    name: "openai",
    baseUrl: "https://api.example",
    priority: 1,
    compatibility: "OPENAI_SDK",
  },
  Model: {
    workspaceId: "team-id",
    providerId: "openai-id",
    name: "gpt",
    displayName: "GPT",
    type: "chat",
    inputCost: 2,
    outputCost: 8,
    contextWindow: 128_000,
  },
  Mapping: { workspaceId: "team-id", sourceName: "default", targetModel: "openai/gpt", priority: 1 },
  Prompt: { workspaceId: "team-id", name: "tone", content: "Answer briefly." },
  Config: { workspaceId: "team-id", name: "standard", workflow: {} },
  Index: { workspaceId: "team-id", url: "https://handbook.example" },
  Member: { workspaceId: "team-id", email: "ada@example.com", role: "ADMIN" },
  Budget: { workspaceId: "team-id", budget: 500 },
  Quota: { match: { name: "burst" }, maxRequests: 2_000, period: "ROLLING", windowMinutes: 1 },
  GatewayKey: { workspaceId: "team-id", triggers: { release: "1" } },
  Invitation: { workspaceId: "team-id", maxUses: 1 },
} satisfies Record<string, Values>;

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
