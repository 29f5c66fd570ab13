import { parseArgs } from "node:util";
import { sharedStack, teamStacks } from "./stacks.mts";

const operations = ["up", "preview", "refresh", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** The parsed command line. */
export interface Command {
  readonly operation: Operation;
  /** Whether to include `shared`. */
  readonly shared: boolean;
  readonly teams: readonly string[];
  /** Whether to run only stacks that have changed since their last `up`. */
  readonly changed: boolean;
  /** The number of stacks that run concurrently. */
  readonly jobs: number;
  /** The maximum number of concurrent requests of all stacks together. */
  readonly concurrency: number;
  readonly args: readonly string[];
}

/** An invalid command line. */
export class Misuse extends Error {}

export const help = `Usage: node fleet.mts up|preview|refresh|destroy [options]

Runs the stack "shared" first (last for a destroy), then one stack for each file in teams/.

  --only NAME,NAME   run only these stacks, which may include "shared"
  --changed          run only stacks that changed since their last successful up (up, preview)
  --jobs N           the number of teams to run concurrently (default: 4)
  --help             show this text

Exit code: 0 success, 1 a stack failed or was not run, 2 invalid command line.
`;

export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | "help" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  const [name, ...more] = positionals;
  const operation = operations.find((each) => each === name);
  if (operation === undefined || more.length > 0)
    throw new Misuse(`Specify one operation: ${operations.join(", ")}.\n\n${help}`);
  const changed = values.changed ?? false;
  if (changed && operation !== "up" && operation !== "preview") {
    throw new Misuse(`--changed cannot be used with ${operation}.`);
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
      `Unknown stack: ${unknown.join(", ")}. Available stacks: ${[sharedStack, ...all].join(", ")}.`,
    );
  }
  return { shared: names.includes(sharedStack), teams: all.filter((name) => names.includes(name)) };
}

function count(what: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Misuse(`${what} must be a whole number from 1, not ${text}.`);
  return Number(text);
}
