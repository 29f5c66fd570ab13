import { howMany } from "pulumi-workspace-gateway/tools";
import { hostOf } from "../../account/host-of.js";
import { durationWords } from "../../text/time-words.js";
import { joinedUsage } from "../../usage/joined-usage.js";
import type { Usage } from "../../usage/usage.js";
import { TellableUsage } from "../../usage/use/tellable-usage.js";
import type { AskedAccount } from "../asked-account.js";
import type { Terminal } from "../terminal.js";
import type { ClientOf } from "./gateway-clients.js";
import { readAskedUsage } from "./read-asked-usage.js";
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
  if (options.usage === undefined) {
    return undefined;
  }
  const read: ReadUsage[] = [];
  for (const account of await accountsOf(clients())) {
    read.push(...(await readAccount(account, options, terminal)));
  }
  if (read.length === 0) {
    return undefined;
  }
  const usage = new TellableUsage(byMark(read), options.showKeys === true);
  const unread = objects.filter(({ kind, gateway }) => kind === "Model" && usage.at(gateway) === undefined);
  if (unread.length > 0) {
    terminal.note(`Usage of ${howMany(unread.length, "model")} is not known: another gateway has them.`);
  }
  return usage;
}

/** An account, and in words whose usage it is, if there are several. */
interface UsedAccount {
  readonly whose: string;
  readonly clientOf: ClientOf;
}

/** Each once: several connections may lead to one. */
async function accountsOf(clients: readonly ClientOf[]): Promise<Iterable<UsedAccount>> {
  if (clients.length < 2) {
    return clients.map((clientOf) => ({ whose: "", clientOf }));
  }
  const keyed = clients.map(async (clientOf): Promise<[unknown, UsedAccount]> => {
    // What fails here fails again where it is told.
    const client = await Promise.resolve()
      .then(clientOf)
      .catch(() => undefined);
    const account = await client?.account().catch(() => undefined);
    return client === undefined
      ? [clientOf, { whose: "", clientOf }]
      : [`${client.mark} ${account?.id}`, { whose: ` of ${hostOf(client.address)}`, clientOf }];
  });
  return new Map(await Promise.all(keyed)).values();
}

interface ReadUsage {
  /** The marks that its gateway has, and had before. */
  readonly marks: readonly [string, string];
  readonly usage: Usage;
}

async function readAccount(
  { whose, clientOf }: UsedAccount,
  options: UsageOptions,
  terminal: Terminal,
): Promise<ReadUsage[]> {
  const answer = await readAskedUsage(options, clientOf, terminal, whose);
  if (answer === undefined || "unread" in answer) {
    terminal.note(answer?.unread ?? "");
    return [];
  }
  const { since, until, cut } = answer;
  const rest = cut === undefined ? "" : ` ${cut.why} Figures are at least so much.`;
  terminal.note(`Requests${whose} are those of the last ${durationWords(since, until)}.${rest}`);
  const { mark, firstMark } = await clientOf();
  return [{ marks: [mark, firstMark], usage: answer }];
}

/** Several accounts may be of one gateway. */
function byMark(read: readonly ReadUsage[]): ReadonlyMap<string, Usage> {
  const usages = new Map<string, Usage>();
  for (const { marks, usage } of read) {
    const before = usages.get(marks[0]);
    const all = before === undefined ? usage : joinedUsage([before, usage]);
    for (const mark of marks) {
      usages.set(mark, all);
    }
  }
  return usages;
}
