import { parseArgs } from "node:util";
import { sharedStack, teamStacks } from "./stacks.mts";

const operations = ["up", "preview", "refresh", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** What the command line asks for. */
export interface Command {
  readonly operation: Operation;
  /** Whether `shared` is meant, too. */
  readonly shared: boolean;
  readonly teams: readonly string[];
  /** Only what has changed since its last `up`. */
  readonly changed: boolean;
  /** How many stacks run at once. */
  readonly jobs: number;
  /** How many requests all of them may have under way at once. */
  readonly concurrency: number;
  readonly args: readonly string[];
}

/** A command line that means nothing. */
export class Misuse extends Error {}

export const help = `Usage: node fleet.mts up|preview|refresh|destroy [options]

The stack "shared" comes first, and last in a destroy; then one stack for each file in teams/.

  --only NAME,NAME   only these stacks; "shared" is one of them
  --changed          only those whose declaration has changed since their last successful up (up, preview)
  --jobs N           how many teams at once (4)
  --help             this text

Exit code: 0 done, 1 a stack failed or was not run, 2 the command line is wrong.
`;

export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | "help" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  const [name, ...more] = positionals;
  const operation = operations.find((each) => each === name);
  if (operation === undefined || more.length > 0)
    throw new Misuse(`Say one of ${operations.join(", ")}.\n\n${help}`);
  const changed = values.changed ?? false;
  if (changed && operation !== "up" && operation !== "preview") {
    throw new Misuse(`--changed has no meaning for ${operation}.`);
  }
  return {
    operation,
    ...chosen(values.only),
    changed,
    jobs: count("--jobs", values.jobs ?? "4"),
    concurrency: count("WORKSPACE_GATEWAY_MAX_CONCURRENCY", env.WORKSPACE_GATEWAY_MAX_CONCURRENCY || "32"),
    args,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: "string" },
        changed: { type: "boolean" },
        jobs: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

function chosen(only: string | undefined): Pick<Command, "shared" | "teams"> {
  const all = teamStacks();
  if (only === undefined) return { shared: true, teams: all };
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => name !== sharedStack && !all.includes(name));
  if (unknown.length > 0) {
    throw new Misuse(
      `There is no stack ${unknown.join(", ")}. There are ${[sharedStack, ...all].join(", ")}.`,
    );
  }
  return { shared: names.includes(sharedStack), teams: all.filter((name) => names.includes(name)) };
}

function count(what: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Misuse(`${what} is a whole number from 1 on, not ${text}.`);
  return Number(text);
}
