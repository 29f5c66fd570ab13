import { namesGateway } from "./gateway-record.ts";
import { paths } from "./paths.ts";

/** The stack that `npm start` deploys to the reference gateway. */
export const quickstart = {
  stack: "quickstart",
  /** Not a real key: the reference gateway never calls a provider. */
  secrets: { openaiApiKey: "sk-made-up-openai", deepseekApiKey: "sk-made-up-deepseek" },
  isMeantBy,
};

interface Command {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** The commands in which the provider calls the gateway. */
const operations = new Set([
  "up",
  "update",
  "preview",
  "pre",
  "refresh",
  "destroy",
  "down",
  "watch",
  "import",
]);

/**
 * Whether a command works on the quickstart's stack with the reference gateway. Environment variables come
 * before the configuration of a stack, so a command on another stack must never get those of the reference
 * gateway.
 */
async function isMeantBy(
  { args, cwd, env }: Command,
  selectedStack: () => Promise<string | undefined>,
): Promise<boolean> {
  const elsewhere = cwd !== paths.root || args.some((arg) => arg.startsWith("-C") || arg.startsWith("--cwd"));
  if (elsewhere || namesGateway(env) || !args.some((arg) => operations.has(arg))) return false;
  return (namedStack(args) ?? (await selectedStack())) === quickstart.stack;
}

function namedStack(args: readonly string[]): string | undefined {
  const flag = args.findIndex((arg) => arg === "-s" || arg === "--stack");
  if (flag !== -1) return args[flag + 1];
  return args.find((arg) => arg.startsWith("--stack="))?.slice("--stack=".length);
}
