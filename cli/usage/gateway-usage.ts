import { type Command, InvalidArgumentError } from "commander";
import {
  type Client,
  fillPath,
  hasStatus,
  howMany,
  type Kind,
  messageOf,
  metricsPlace,
  type Session,
  unlessAnswer,
} from "pulumi-workspace-gateway/tools";
import { type AccountObject, hostOf, textOf, type Valued } from "../account/account-object.js";
import { readRulesFile } from "../files.js";
import { usualGuardFile } from "../guard/options.js";
import { type GuardRules, readGuardFile } from "../guard/rules.js";
import { isChange, type Plan, type Step } from "../review/plan/plan.js";
import type { ReviewReading } from "../review/read-review.js";
import { type Terminal, UsageError } from "../terminal.js";
import { dayMs, durationWords } from "../text/words.js";
import type { Spending } from "./effects.js";
import { GatewayUsage } from "./object-use.js";
import { readUsage, type Usage } from "./usage.js";

/** Throws if the settings are missing or invalid. */
export type ClientOf = () => Client | Promise<Client>;

export function gatewayClients(objects: readonly Valued[], session: Session): ClientOf[] {
  const connections = new Set(objects.map((object) => textOf(object, "connection")));
  return (connections.size === 0 ? [undefined] : [...connections]).map(
    (connection) => () => session.client(connection),
  );
}

/** A plan does not record an object's gateway. Resources with an explicit provider are ignored. */
export function plannedClient({ steps }: Plan, sessionOf: () => Promise<Session>): ClientOf {
  const own = steps.filter(({ kind, provider, isUndeclared }) => kind && !provider && !isUndeclared);
  const objects = own.flatMap(({ before, after }) => after ?? before ?? []);
  return async () => {
    const [first, ...others] = gatewayClients(objects, await sessionOf());
    if (first === undefined || others.length > 0) {
      throw new Error(
        "the plan contains objects on several connections. Use `drift` or `check --stack` to see the usage of each connection.",
      );
    }
    return first();
  };
}

type UsageAnswer = Usage | { readonly unread: string };

/** If usage cannot be read, the command continues. `whose` follows "Usage" if there are several gateways. */
async function usageOfGateway(
  time: number,
  { usageTime = usualUsageTime }: UsageOptions,
  clientOf: ClientOf,
  { progress }: Pick<Terminal, "progress">,
  whose = "",
): Promise<UsageAnswer> {
  try {
    const onRows = (rows: number) => progress(`${howMany(rows, "usage row")} read`);
    return await readUsage(await clientOf(), { time, mostTime: usageTime, onRows });
  } catch (error) {
    if (hasStatus(error, 403)) {
      return { unread: `Usage${whose} could not be read: the token lacks the scope ${metricsPlace.scope}.` };
    }
    if (error instanceof Error) {
      return { unread: `Usage${whose} could not be read: ${messageOf(error)}` };
    }
    throw error;
  }
}

/** Reads usage only with --usage. Notes report the period that it covers and what is missing. */
export async function usageOfAccount(
  options: UsageOptions,
  { objects, clients }: { readonly objects: readonly AccountObject[]; clients(): readonly ClientOf[] },
  terminal: Terminal,
): Promise<GatewayUsage | undefined> {
  const { usage: time, showKeys = false } = options;
  if (time === undefined) {
    return undefined;
  }
  const usages = new Map<string, Usage>();
  /** Marks of all gateways, including those that could not be read. */
  const marks = new Set<string>();
  for (const { whose, clientOf } of await accountsOf(clients())) {
    const answer = await usageOfGateway(time, options, clientOf, terminal, whose);
    terminal.note(answerWords(answer, whose));
    const { mark = "", firstMark = "" } = (await opened(clientOf)) ?? {};
    marks.add(mark).add(firstMark);
    if (!("unread" in answer)) {
      // Several accounts may be on one gateway.
      const before = usages.get(mark);
      const usage =
        before === undefined ? answer : { ...before, ...answer, cells: [...before.cells, ...answer.cells] };
      usages.set(firstMark, usage).set(mark, usage);
    }
  }
  if (usages.size === 0) {
    return undefined;
  }
  const elsewhere = objects.filter(
    ({ kind, gateway }) => kind === "Model" && gateway !== undefined && !marks.has(gateway),
  );
  if (elsewhere.length > 0) {
    terminal.note(`Usage of ${howMany(elsewhere.length, "model")} on a different gateway is unknown.`);
  }
  return new GatewayUsage(usages, showKeys);
}

/** Reads an account once, even if several connections use it. `whose` identifies one of several gateways. */
async function accountsOf(clients: readonly ClientOf[]) {
  if (clients.length < 2) {
    return clients.map((clientOf) => ({ whose: "", clientOf }));
  }
  const keyed = clients.map(async (clientOf) => {
    const client = await opened(clientOf);
    const account = await client?.account().catch(() => undefined);
    const key = client === undefined ? clientOf : `${client.mark} ${account?.id}`;
    return [key, { whose: client === undefined ? "" : ` of ${hostOf(client.address)}`, clientOf }] as const;
  });
  return [...new Map(await Promise.all(keyed)).values()];
}

/** Undefined if the settings are invalid. The subsequent read reports the reason. */
async function opened(clientOf: ClientOf): Promise<Client | undefined> {
  return Promise.resolve()
    .then(clientOf)
    .catch(() => undefined);
}

function answerWords(answer: UsageAnswer, whose: string): string {
  if ("unread" in answer) {
    return answer.unread;
  }
  const { since, until, cut } = answer;
  const rest = cut === undefined ? "" : ` ${cut} Figures are lower bounds.`;
  return `Requests${whose} are from the last ${durationWords(since, until)}.${rest}`;
}

export interface UsageOptions {
  /** Milliseconds before the gateway's current time. */
  readonly usage?: number;
  /** Milliseconds. */
  readonly usageTime?: number;
  readonly showKeys?: true;
}

const usualUsageTime = 60_000;

export function withUsageOptions(command: Command): Command {
  return command
    .option(
      "--usage <time>",
      "also read the requests from a recent period, such as 7d (7 × 24 hours) or 12h",
      time,
    )
    .option(
      "--usage-time <seconds>",
      `the time limit for reading usage, such as 60s (default: ${usualUsageTime / 1000}s)`,
      seconds,
    )
    .option("--show-keys", "show the ids of affected keys");
}

export function assertUsage({ usage, usageTime, showKeys }: UsageOptions): void {
  const lone = usageTime !== undefined ? "--usage-time" : showKeys ? "--show-keys" : undefined;
  if (usage === undefined && lone !== undefined) {
    throw new UsageError(`${lone} has no effect without --usage: add --usage, for example --usage 7d`);
  }
}

const hourMs = 3_600_000;
const mostDays = 92;

function time(text: string): number {
  const [, number = "", unit] = /^([1-9]\d{0,3})([dh])$/.exec(text) ?? [];
  const length = Number(number) * (unit === "d" ? dayMs : hourMs);
  if (unit === undefined || length > mostDays * dayMs) {
    throw new InvalidArgumentError(
      `Expected a number of days or hours, such as 7d or 12h, at most ${mostDays}d.`,
    );
  }
  return length;
}

function seconds(text: string): number {
  const [, number] = /^([1-9]\d{0,4})s?$/.exec(text) ?? [];
  if (number === undefined) {
    throw new InvalidArgumentError("Expected a number of seconds, such as 60s.");
  }
  return Number(number) * 1000;
}

const notRead =
  "Usage was not read (pass --usage), and the guard file refuses unknown usage (`usageUnknown`).";

/** Reads usage only with --usage, or if the guard file refuses unknown usage. */
export function reviewUsage(
  options: UsageOptions,
  rules: GuardRules | undefined,
  terminal: Terminal,
): NonNullable<ReviewReading["usage"]> {
  return async (plan, kinds, session) => {
    const isRequired = rules?.usageUnknown === "refuse";
    const clientOf = plannedClient(plan, session);
    const { usage: time, showKeys: showsKeys = false } = options;
    const answer = time === undefined ? undefined : await usageOfGateway(time, options, clientOf, terminal);
    if (answer === undefined && !isRequired) {
      return undefined;
    }
    // Reads the price unit from the guard file, even if no guard was requested.
    const file = { what: "the guard file", named: undefined, usual: usualGuardFile, read: readGuardFile };
    const { usageUnit: unit, currency } = rules ?? (await readRulesFile(file));
    const input = { money: unit === undefined ? undefined : { unit, currency }, showsKeys, isRequired };
    return answer === undefined || "unread" in answer
      ? { ...input, usage: undefined, why: answer?.unread ?? notRead, spending: new Map() }
      : { ...input, usage: answer, why: "", spending: await spendingOf(plan, kinds, await clientOf()) };
  };
}

/** Sends one request per workspace (API section "Budget"). Omits workspaces with an error. */
async function spendingOf({ steps }: Plan, kinds: readonly Kind[], client: Client): Promise<Spending> {
  const kind = kinds.find(({ name }) => name === "Budget");
  const changed = new Set(steps.filter(({ operation }) => isChange(operation)).map(workspaceOf));
  const budgets = steps.filter((step) => step.kind === kind?.name && changed.has(workspaceOf(step)));
  const ids = budgets.flatMap((budget) => workspaceOf(budget) ?? []);
  const spent = await Promise.all(
    [...new Set(ids)].map(async (workspaceId): Promise<[string, number][]> => {
      const path = fillPath(kind?.endpoints.get ?? "", { workspaceId });
      const row = await client.item({ method: "GET", path }).catch(unlessAnswer);
      return typeof row?.current_spend === "number" ? [[workspaceId, row.current_spend]] : [];
    }),
  );
  return new Map(spent.flat());
}

function workspaceOf({ before, after }: Step): string | undefined {
  const snapshot = before ?? after;
  return snapshot && textOf(snapshot, "workspaceId");
}
