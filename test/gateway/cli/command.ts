import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { defaultVariants, type Variants } from "../variants.ts";
import { serve, stop } from "./serve.ts";

/** The command line: without a subcommand it serves. */
export function createCommand(): Command {
  const command = new Command("workspace-gateway-emulator")
    .description("Serve the Workspace Gateway Management API on a loopback port, for tests and experiments.")
    .version(JSON.parse(findManifest()).version)
    .enablePositionalOptions()
    .option("--port <number>", "port to listen on; 0 picks a free one", wholeNumber, 0)
    .option("--db <file>", "SQLite file for all data, or :memory:", ":memory:")
    .option(
      "--token <value>",
      "bearer token of the owner (default: one that stays the same for the --db file)",
    )
    .option(
      "--ready-file <file>",
      "write {baseUrl, token, pid} to this file as JSON once the gateway listens",
    )
    .option("--samples", "create two quotas and some metrics, which the API cannot create")
    .option(
      "--seed <username>",
      "add this person to each new workspace, which the API cannot do; repeatable",
      collect,
      [],
    )
    .option("--latency <ms>", "delay of every request, in milliseconds", wholeNumber, 0)
    .option("--rate-limit <number>", "requests that an account may make in a window", wholeNumber)
    .option("--rate-window <seconds>", "length of the rate limit's window", wholeNumber, 60)
    .option("--max-concurrent <number>", "requests in flight beyond this number get 429", wholeNumber)
    .option(
      "--variant <name=value>",
      "change how the gateway handles a point that the API leaves open; repeatable",
      variant,
      {},
    )
    .addHelpText("after", EXAMPLES)
    .action(serve);
  command
    .command("stop")
    .description("Stop the gateway that listens on a port.")
    .requiredOption("--port <number>", "the port that it listens on", wholeNumber)
    .action(stop);
  return command;
}

const EXAMPLES = `
Every gateway has the accounts owner, admin, member and stranger.
The variants and the OAuth endpoints are described in the package's README.

Examples:
  workspace-gateway-emulator --port 8080 --db gateway.db
  workspace-gateway-emulator --variant createStatus=201 --variant errors=text
  workspace-gateway-emulator --rate-limit 10 --rate-window 5
  workspace-gateway-emulator --port 8080 --seed member --seed ada
  workspace-gateway-emulator stop --port 8080
Stop it with Ctrl-C, or with "stop" if it runs in the background.`;

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Adds a value to those of the same option before it. */
function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** Adds a variant, `name=value`, to those before it; a value is JSON, or else the text itself. */
function variant(word: string, earlier: Partial<Variants>): Partial<Variants> {
  const [name = "", ...rest] = word.split("=");
  const known = Object.keys(defaultVariants());
  if (!known.includes(name) || rest.length === 0) {
    throw new InvalidArgumentError(`It must be name=value with one of these names: ${known.join(", ")}.`);
  }
  return { ...earlier, [name]: parsed(rest.join("=")) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The manifest is one folder above the sources, and two above what is built of them. */
function findManifest(): string {
  const source = new URL(import.meta.url);
  const steps = source.pathname.endsWith(".ts") ? "../package.json" : "../../package.json";
  return readFileSync(new URL(steps, source), "utf8");
}
