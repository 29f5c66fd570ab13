import type { ProcessResult } from "../../harness/process.ts";
import type { Place } from "./place.ts";

/** How a page is followed: what no command of it says. */
export interface PageWalk {
  readonly page: string;
  begin?(place: Place): Promise<unknown>;
  end?(place: Place): Promise<unknown>;
  /** What a reader puts in the place of what is printed, such as an id for `…`. */
  filled?(place: Place): Readonly<Record<string, string>>;
  /** What is known of single commands, by what is printed. Any other must end with 0. */
  readonly commands?: Readonly<Record<string, KnownCommand>>;
  /** Why a command is not run here, by what is printed. */
  readonly left?: Readonly<Record<string, string | FollowedIn>>;
}

/** Another page that has the same command, and is followed with it. */
interface FollowedIn {
  readonly page: string;
}

interface KnownCommand {
  readonly exit?: number;
  /** What is typed when it asks. */
  readonly input?: string;
  /** What the page shows below it, or what it must print to be what the page says. */
  readonly prints?: string | RegExp | ((place: Place) => string);
  /** It goes on beside the others, once it has printed this. */
  readonly until?: RegExp;
  before?(place: Place): unknown;
  /** What a reader puts in the place of what this command has. */
  filled?(place: Place): Readonly<Record<string, string>>;
  after?(place: Place, result: ProcessResult): unknown;
}

export const inReadme =
  "the folder has the packages already: test/package/readme.test.ts installs them with these commands";

/** The three commands of README's start. */
export const startCommands = [
  "npx workspace-gateway init my-gateway --emulator",
  "cd my-gateway",
  "npm run up",
];

export const inQuickstart = "examples/quickstart/README.md is followed in a checkout, with its one command";

export function leftOut<Reason>(reason: Reason, ...commands: readonly string[]): Record<string, Reason> {
  return Object.fromEntries(commands.map((command) => [command, reason]));
}
