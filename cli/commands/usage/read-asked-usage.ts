import { type Client, hasStatus, messageOf, metricsPlace } from "pulumi-workspace-gateway/tools";
import { readUsage } from "../../usage/read-usage.js";
import type { Usage } from "../../usage/usage.js";
import type { Terminal } from "../terminal.js";
import { usageFolder } from "./usage-folder.js";
import { type UsageOptions, usualUsageRows, usualUsageTime } from "./usage-options.js";

/** The usage that was asked for, or that it is not known and why, as a sentence. */
export type UsageAnswer = Usage | { readonly unread: string };

/**
 * Reads the usage of a time. What cannot be read is no failure of the command, which has its answer without it.
 *
 * @param time - how long before now, in milliseconds
 * @param whose - what follows "Usage" in a sentence, where there is that of several
 */
export async function readAskedUsage(
  time: number,
  { usageRows = usualUsageRows, usageTime = usualUsageTime, cache }: UsageOptions,
  clientOf: () => Promise<Client> | Client,
  { env, progress }: Pick<Terminal, "env" | "progress">,
  whose = "",
): Promise<UsageAnswer> {
  try {
    const client = await clientOf();
    return await readUsage(client, {
      time,
      mostRows: usageRows,
      mostTime: usageTime,
      days: cache === false ? undefined : await usageFolder(client, env),
      told: (rows) => progress(`${rows} rows of usage read`),
    });
  } catch (error) {
    if (hasStatus(error, 403)) {
      return { unread: `Usage${whose} is not known: the token lacks the scope ${metricsPlace.scope}.` };
    }
    if (error instanceof Error) {
      return { unread: `Usage${whose} is not known: ${messageOf(error)}` };
    }
    throw error;
  } finally {
    progress("");
  }
}
