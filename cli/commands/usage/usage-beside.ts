import { type Client, howMany } from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../account/host-of.js";
import { durationWords } from "../../text/time-words.js";
import { joinedUsage } from "../../usage/joined-usage.js";
import type { Usage } from "../../usage/usage.js";
import { TellableUsage } from "../../usage/use/tellable-usage.js";
import type { AskedAccount } from "../asked-account.js";
import type { Terminal } from "../terminal.js";
import type { ClientOf } from "./gateway-clients.js";
import { readAskedUsage, type UsageAnswer } from "./read-asked-usage.js";
import type { UsageOptions } from "./usage-options.js";

/**
 * The usage that a command tells beside what else it tells, if it is asked for it: that of each gateway. Lines say of which time it is,
 * and of what it is not known.
 */
export async function usageBeside(
  options: UsageOptions,
  { objects, clients }: AskedAccount,
  terminal: Terminal,
): Promise<TellableUsage | undefined> {
  const { usage: time, showKeys = false } = options;
  if (time === undefined) {
    return undefined;
  }
  const { usages, asked } = await readAll(await accountsOf(clients()), time, options, terminal);
  if (usages.size === 0) {
    return undefined;
  }
  const elsewhere = objects.filter(
    ({ kind, gateway }) => kind === "Model" && gateway !== undefined && !asked.has(gateway),
  );
  if (elsewhere.length > 0) {
    const them = elsewhere.length === 1 ? "it" : "them";
    terminal.note(
      `Usage of ${howMany(elsewhere.length, "model")} is not known: another gateway has ${them}.`,
    );
  }
  return new TellableUsage(usages, showKeys);
}

/** Both by the marks that a gateway has, and had before. */
interface ReadUsages {
  readonly usages: ReadonlyMap<string, Usage>;
  /** Also those that could not be read. */
  readonly asked: ReadonlySet<string>;
}

async function readAll(
  accounts: readonly UsedAccount[],
  time: number,
  options: UsageOptions,
  terminal: Terminal,
): Promise<ReadUsages> {
  const usages = new Map<string, Usage>();
  const asked = new Set<string>();
  for (const { whose, clientOf } of accounts) {
    const answer = await readAskedUsage(time, options, clientOf, terminal, whose);
    terminal.note(answerWords(answer, whose));
    const { mark = "", firstMark = "" } = (await opened(clientOf)) ?? {};
    asked.add(mark).add(firstMark);
    if (!("unread" in answer)) {
      // Several accounts may be of one gateway.
      const before = usages.get(mark);
      const usage = before === undefined ? answer : joinedUsage([before, answer]);
      usages.set(firstMark, usage).set(mark, usage);
    }
  }
  return { usages, asked };
}

/** An account, and in words whose usage it is, if there are several. */
interface UsedAccount {
  readonly whose: string;
  readonly clientOf: ClientOf;
}

/** Each once: several connections may lead to one. */
async function accountsOf(clients: readonly ClientOf[]): Promise<UsedAccount[]> {
  if (clients.length < 2) {
    return clients.map((clientOf) => ({ whose: "", clientOf }));
  }
  const keyed = clients.map(async (clientOf): Promise<[unknown, UsedAccount]> => {
    const client = await opened(clientOf);
    const account = await client?.account().catch(() => undefined);
    return client === undefined
      ? [clientOf, { whose: "", clientOf }]
      : [`${client.mark} ${account?.id}`, { whose: ` of ${hostOf(client.address)}`, clientOf }];
  });
  return [...new Map(await Promise.all(keyed)).values()];
}

/** Undefined if it cannot be made: who reads with it says why. */
async function opened(clientOf: ClientOf): Promise<Client | undefined> {
  return Promise.resolve()
    .then(clientOf)
    .catch(() => undefined);
}

/** Of which time it is, or why it is not known. */
function answerWords(answer: UsageAnswer, whose: string): string {
  if ("unread" in answer) {
    return answer.unread;
  }
  const { since, until, cut } = answer;
  const rest = cut === undefined ? "" : ` ${cut.why} Figures are at least so much.`;
  return `Requests${whose} are those of the last ${durationWords(since, until)}.${rest}`;
}
