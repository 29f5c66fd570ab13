import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { defaultVariants, type Variants } from "../variants.ts";
import { serve, stop } from "./serve.ts";

/** Creates the command line. Without a subcommand, it starts the server. */
export function createCommand(): Command {
  const command = new Command("workspace-gateway-emulator")
    .description("Serve the Workspace Gateway Management API on a loopback port, for tests and experiments.")
    .version(JSON.parse(findManifest()).version)
    .enablePositionalOptions()
    .option("--port <number>", "port to listen on; 0 selects a free port", wholeNumber, 0)
    .option("--db <file>", "SQLite file for all data, or :memory:", ":memory:")
    .option("--token <value>", "bearer token of the owner (default: a permanent token for the --db file)")
    .option(
      "--ready-file <file>",
      "write {baseUrl, token, pid} to this file as JSON once the gateway listens",
    )
    .option("--samples", "create two quotas and some metrics, which the API cannot create")
    .option(
      "--seed <username>",
      "add this user to each new workspace, which the API cannot do; repeatable",
      collect,
      [],
    )
    .option("--latency <ms>", "delay of every request, in milliseconds", wholeNumber, 0)
    .option("--rate-limit <number>", "maximum number of requests per account in a window", wholeNumber)
    .option("--rate-window <seconds>", "length of the rate limit window, in seconds", wholeNumber, 60)
    .option("--max-concurrent <number>", "maximum concurrent requests; others receive 429", wholeNumber)
    .option("--variant <name=value>", "set a behavior that the API does not specify; repeatable", variant, {})
    .addHelpText("after", EXAMPLES)
    .action(serve);
  command
    .command("stop")
    .description("Stop the gateway that listens on a port.")
    .requiredOption("--port <number>", "port that the gateway listens on", wholeNumber)
    .action(stop);
  return command;
}

const EXAMPLES = `
Every gateway has the accounts owner, admin, member and stranger.
For the variants and the OAuth endpoints, see the package's README.

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

/** Appends a value of a repeatable option. */
function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** Adds a variant, `name=value`. The value is parsed as JSON, or used as text if it is not valid JSON. */
function variant(word: string, earlier: Partial<Variants>): Partial<Variants> {
  const [name = "", ...rest] = word.split("=");
  const known = Object.keys(defaultVariants());
  if (!known.includes(name) || rest.length === 0) {
    throw new InvalidArgumentError(`It must be name=value, with one of these names: ${known.join(", ")}.`);
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

/** The manifest is one folder above the source file, and two above the built file. */
function findManifest(): string {
  const source = new URL(import.meta.url);
  const steps = source.pathname.endsWith(".ts") ? "../package.json" : "../../package.json";
  return readFileSync(new URL(steps, source), "utf8");
}
