import { Command, InvalidArgumentError } from "commander";
import type { GatewayOptions } from "../gateway.ts";
import { readVariants } from "./read-variants.ts";

/** What the command line asks for. */
interface Wish {
  options: GatewayOptions & { db: string };
  token: string | undefined;
  readyFile: string | undefined;
}

interface Flags {
  port: number;
  db: string;
  token?: string;
  readyFile?: string;
  latency: number;
  rateLimit?: number;
  rateWindow: number;
  maxConcurrent?: number;
  variant: string[];
}

/** The command line of the gateway. */
export function createCommand(): { read(argv: string[]): Wish } {
  const command = new Command("workspace-gateway-emulator")
    .description("Serve the Workspace Gateway Management API on a loopback port, for tests and trying out.")
    .option("--port <number>", "port to listen on; 0 takes a free one", wholeNumber, 0)
    .option("--db <file>", "SQLite file that keeps everything, or :memory:", ":memory:")
    .option("--token <value>", "bearer token that speaks for the owner (default: one that --db keeps)")
    .option("--ready-file <file>", "write {baseUrl, token, pid} here as JSON once it listens")
    .option("--latency <ms>", "added to every request", wholeNumber, 0)
    .option("--rate-limit <number>", "requests an account may make in a window", wholeNumber)
    .option("--rate-window <seconds>", "length of that window", wholeNumber, 60)
    .option("--max-concurrent <number>", "requests in flight beyond this number get 429", wholeNumber)
    .option("--variant <name=value>", "answer an open point of the API another way; repeatable", collect, [])
    .addHelpText("after", EXAMPLES);
  return {
    read(argv) {
      const flags = command.parse(argv).opts<Flags>();
      return { options: gatewayOptions(flags), token: flags.token, readyFile: flags.readyFile };
    },
  };
}

const EXAMPLES = `
Examples:
  workspace-gateway-emulator --port 8080 --db gateway.db
  workspace-gateway-emulator --variant createStatus=201 --variant errors=text
  workspace-gateway-emulator --rate-limit 10 --rate-window 5
Stop it with Ctrl-C.`;

function gatewayOptions(flags: Flags): Wish["options"] {
  const { port, db, latency, rateLimit, rateWindow, maxConcurrent, variant } = flags;
  return {
    port,
    db,
    latencyMs: latency,
    variants: readVariants(variant),
    ...(rateLimit === undefined ? {} : { rateLimit: { limit: rateLimit, windowSeconds: rateWindow } }),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
  };
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
