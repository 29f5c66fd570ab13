import type { Client } from "pulumi-workspace-gateway/tools";
import { durationWords } from "../../text/time-words.js";
import type { TellableUsage } from "../../usage/use/object-use.js";
import type { Terminal } from "../terminal.js";
import { readAskedUsage } from "./read-asked-usage.js";
import type { UsageOptions } from "./usage-options.js";

/** The usage that a command tells beside what else it tells, if it is asked for it. A line says of which time it is, or why there is none. */
export async function usageBeside(
  options: UsageOptions,
  clientOf: () => Promise<Client> | Client,
  terminal: Terminal,
): Promise<TellableUsage | undefined> {
  const answer = await readAskedUsage(options, clientOf, terminal);
  if (answer === undefined || "unread" in answer) {
    if (answer !== undefined) {
      terminal.note(answer.unread);
    }
    return undefined;
  }
  const { since, until, cut } = answer;
  const rest = cut === undefined ? "" : ` ${cut.why} Figures are at least so much.`;
  terminal.note(`Requests are those of the last ${durationWords(since, until)}.${rest}`);
  return { usage: answer, showsKeys: options.showKeys === true };
}
