import { type Client, hasStatus, messageOf, metricsPlace } from "pulumi-workspace-gateway/tools";
import { readUsage } from "../../usage/read-usage.js";
import type { Usage } from "../../usage/usage.js";
import type { Terminal } from "../terminal.js";
import { usageFolder } from "./usage-folder.js";
import { type UsageOptions, usualUsageRows, usualUsageTime } from "./usage-options.js";

/** The usage that was asked for, or why it could not be read, as a sentence. */
export type UsageAnswer = Usage | { readonly unread: string };

/**
 * Reads the usage that the options ask for; undefined if they ask for none. What cannot be read is no failure of the command,
 * which has its answer without it.
 */
export async function readAskedUsage(
  options: UsageOptions,
  clientOf: () => Promise<Client> | Client,
  { env, progress }: Pick<Terminal, "env" | "progress">,
): Promise<UsageAnswer | undefined> {
  const { usage: since, usageRows = usualUsageRows, usageTime = usualUsageTime, cache } = options;
  if (since === undefined) {
    return undefined;
  }
  try {
    const client = await clientOf();
    return await readUsage(client, {
      since,
      mostRows: usageRows,
      mostTime: usageTime,
      days: cache === false ? undefined : await usageFolder(client, env),
      told: (rows) => progress(`${rows} rows of usage read`),
    });
  } catch (error) {
    if (hasStatus(error, 401, 403)) {
      return { unread: `Usage is not known: the token lacks the scope ${metricsPlace.scope}.` };
    }
    if (error instanceof Error) {
      return { unread: `Usage is not known: ${messageOf(error)}` };
    }
    throw error;
  } finally {
    progress("");
  }
}
