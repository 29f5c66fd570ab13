import { shellWord } from "pulumi-workspace-gateway/tools";

/**
 * The command that settles what a killed run has left.
 *
 * @param since - when the run began, in milliseconds, if the command cannot find it out itself
 */
export function recoverCommand(stack: string, since?: number): string {
  const from = since === undefined ? "" : ` --since ${new Date(since).toISOString()}`;
  return `npx workspace-gateway recover --stack ${shellWord(stack)}${from}`;
}

/** Commands to run one after another, as part of a sentence. */
export function inSentence(commands: readonly string[]): string {
  const quoted = commands.map((command) => `\`${command}\``);
  const last = quoted.slice(-1);
  return quoted.length < 2 ? last.join("") : `${quoted.slice(0, -1).join(", ")} and then ${last.join("")}`;
}
