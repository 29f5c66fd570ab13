import { configs, getConfig, getConfigs } from "../../../provider/functions/configs.js";
import { getIndex, getIndexes, indexes } from "../../../provider/functions/indexes.js";
import { getMapping, getMappings, mappings } from "../../../provider/functions/mappings.js";
import { getMembers, members } from "../../../provider/functions/members.js";
import { getMetric, getMetrics, metric } from "../../../provider/functions/metrics.js";
import {
  getModelProvider,
  getModelProviders,
  modelProviders,
} from "../../../provider/functions/model-providers.js";
import { getModel, getModels, models } from "../../../provider/functions/models.js";
import { getPrompt, getPrompts, prompts } from "../../../provider/functions/prompts.js";
import { getQuota, getQuotas, quotas } from "../../../provider/functions/quotas.js";
import type { ReadOptions } from "../../../provider/functions/read/options.js";
import type { Reading } from "../../../provider/functions/read/reading.js";
import { getWorkflow, getWorkflows, workflow, workflows } from "../../../provider/functions/workflows.js";
import { getWorkspace, getWorkspaces, workspaces } from "../../../provider/functions/workspaces.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Gateway } from "../../gateway/index.ts";

type Run<R> = (args: Values, opts?: ReadOptions) => Promise<R>;

/** What programs call, under its name. */
interface Callable<R> {
  readonly name: string;
  readonly run: Run<R>;
  readonly reading: Reading;
}

/** The functions of one kind of object, and where the gateway keeps it. */
export interface Case {
  readonly name: string;
  readonly table: Parameters<Gateway["rows"]>[0];
  readonly one?: Callable<object>;
  readonly many: Callable<object[]>;
}

/** Calls with arguments that only a run can tell to be right: the law is about all functions alike. */
function one(name: string, run: (args: never, opts?: ReadOptions) => Promise<object>, reading: Reading) {
  return { one: { name, reading, run: (args, opts) => run(args as never, opts) } satisfies Callable<object> };
}

function many(name: string, run: (args: never, opts?: ReadOptions) => Promise<object[]>, reading: Reading) {
  const function_: Callable<object[]> = { name, reading, run: (args, opts) => run(args as never, opts) };
  return { many: function_ };
}

const functions: readonly Omit<Case, "name">[] = [
  {
    ...one("getWorkspace", getWorkspace, workspaces),
    ...many("getWorkspaces", getWorkspaces, workspaces),
    table: "workspaces",
  },
  { ...many("getMembers", getMembers, members), table: "members" },
  {
    ...one("getModelProvider", getModelProvider, modelProviders),
    ...many("getModelProviders", getModelProviders, modelProviders),
    table: "providers",
  },
  { ...one("getModel", getModel, models), ...many("getModels", getModels, models), table: "models" },
  { ...one("getPrompt", getPrompt, prompts), ...many("getPrompts", getPrompts, prompts), table: "prompts" },
  {
    ...one("getMapping", getMapping, mappings),
    ...many("getMappings", getMappings, mappings),
    table: "mappings",
  },
  { ...one("getIndex", getIndex, indexes), ...many("getIndexes", getIndexes, indexes), table: "indexes" },
  { ...one("getConfig", getConfig, configs), ...many("getConfigs", getConfigs, configs), table: "configs" },
  {
    ...one("getWorkflow", getWorkflow, workflow),
    ...many("getWorkflows", getWorkflows, workflows),
    table: "workflows",
  },
  { ...one("getQuota", getQuota, quotas), ...many("getQuotas", getQuotas, quotas), table: "quotas" },
  { ...one("getMetric", getMetric, metric), ...many("getMetrics", getMetrics, metric), table: "metrics" },
];

export const cases: readonly Case[] = functions.map((each) => ({ ...each, name: each.table }));

/** Those of which one can be read. */
export const singular = cases.flatMap(({ one, ...rest }) => (one === undefined ? [] : [{ ...rest, one }]));

/** Those that something else than an id names. */
export const named = singular.flatMap((each) => {
  const [by] = Object.keys(each.one.reading.by.shape);
  return by === undefined ? [] : [{ ...each, by }];
});
