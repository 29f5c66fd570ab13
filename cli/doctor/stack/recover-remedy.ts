import { shellWord } from "pulumi-workspace-gateway/tools";

/** The one command that repairs what a killed run has left, as it stands in a sentence. */
export function recoverCommandFor(stack: string): string {
  return `\`npx workspace-gateway recover --stack ${shellWord(stack)}\``;
}
