import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { Gateway } from "../gateway.ts";
import { startGateway } from "../start-gateway.ts";
import type { Variants } from "../variants.ts";

interface Flags {
  port: number;
  db: string;
  token?: string;
  readyFile?: string;
  samples?: boolean;
  latency: number;
  rateLimit?: number;
  rateWindow: number;
  maxConcurrent?: number;
  variant: Partial<Variants>;
}

/** Starts a gateway as the flags say, and stops it on Ctrl-C or SIGTERM. */
export async function serve(flags: Flags, command: Command): Promise<void> {
  const gateway = await start(flags, command);
  const token = flags.token === undefined ? gateway.standingToken() : gateway.token({ value: flags.token });
  if (flags.samples) gateway.seed.samples();
  console.log(greeting(gateway, token, flags.db));
  if (flags.readyFile !== undefined) {
    const facts = { baseUrl: gateway.baseUrl, token, pid: process.pid };
    writeFileSync(flags.readyFile, JSON.stringify(facts), { mode: 0o600 });
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => gateway.close());
}

async function start(flags: Flags, command: Command): Promise<Gateway> {
  const { port, db, latency, rateLimit, rateWindow, maxConcurrent, variant } = flags;
  try {
    return await startGateway({
      port,
      db,
      latencyMs: latency,
      variants: variant,
      ...(rateLimit === undefined ? {} : { rateLimit: { limit: rateLimit, windowSeconds: rateWindow } }),
      ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
    });
  } catch (error) {
    return command.error(`The gateway cannot start: ${error instanceof Error ? error.message : error}`);
  }
}

/** What a person who started a gateway needs to know. */
function greeting(gateway: Gateway, token: string, db: string): string {
  const kept = db === ":memory:" ? "in memory, gone when it stops" : db;
  return `The reference gateway is listening.

  base URL       ${gateway.baseUrl}
  token          ${token}
  client id      ${gateway.app.clientId}
  client secret  ${gateway.app.clientSecret}
  token URL      ${gateway.tokenUrl}
  data           ${kept}

Try:  curl -H "Authorization: Bearer ${token}" ${gateway.baseUrl}/user
Stop: Ctrl-C`;
}
