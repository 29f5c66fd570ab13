import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { type Gateway, startGateway } from "../gateway.ts";
import type { Variants } from "../variants.ts";

interface Flags {
  port: number;
  db: string;
  token?: string;
  readyFile?: string;
  samples?: boolean;
  seed: string[];
  latency: number;
  rateLimit?: number;
  rateWindow: number;
  maxConcurrent?: number;
  variant: Partial<Variants>;
}

/** Starts a gateway as the flags say, and stops it on Ctrl-C, on SIGTERM, when its terminal is closed, or when `npx` is killed. */
export async function serve(flags: Flags, command: Command): Promise<void> {
  const gateway = await start(flags, command);
  const token = flags.token === undefined ? gateway.standingToken() : gateway.token({ value: flags.token });
  if (flags.samples) gateway.seed.samples();
  console.log(greeting(gateway, token, flags.db));
  if (flags.readyFile !== undefined) {
    const facts = { baseUrl: gateway.baseUrl, token, pid: process.pid };
    writeFileSync(flags.readyFile, JSON.stringify(facts), { mode: 0o600 });
  }
  const file = pidFile(Number(new URL(gateway.origin).port));
  writeFileSync(file, String(process.pid), { mode: 0o600 });
  process.once("exit", () => rmSync(file, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => gateway.close());
  const { npm_command, npm_lifecycle_script: script = "" } = process.env;
  const isByNpx = npm_command === "exec" && script.includes("workspace-gateway-emulator");
  if (isByNpx) onceOrphaned(() => gateway.close());
}

/** `npx` passes a signal on to its shell alone, whose child then gets another parent. */
function onceOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500).unref();
}

/** Has the id of the process that listens on a port, for `stop`: a signal to `npx` does not always reach it. */
function pidFile(port: number): string {
  return join(tmpdir(), `workspace-gateway-emulator-${process.getuid?.() ?? ""}-${port}.pid`);
}

/** Stops the gateway that listens on a port, and waits until it has ended. */
export async function stop({ port }: Pick<Flags, "port">, command: Command): Promise<void> {
  const pid = existsSync(pidFile(port)) ? Number(readFileSync(pidFile(port), "utf8")) : 0;
  const isGateway = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!Number.isInteger(pid) || pid <= 0 || !isGateway) {
    command.error(`No gateway that you started listens on port ${port}`);
  }
  process.kill(pid, "SIGTERM");
  while (isRunning(pid)) await setTimeout(20);
  // On Windows, the process has ended without removing its file.
  rmSync(pidFile(port), { force: true });
  console.log(`The gateway on port ${port} has stopped.`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function start(flags: Flags, command: Command): Promise<Gateway> {
  const { port, db, seed, latency, rateLimit, rateWindow, maxConcurrent, variant } = flags;
  try {
    return await startGateway({
      port,
      db,
      members: seed,
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
  const kept = db === ":memory:" ? "in memory, lost when the gateway stops" : db;
  return `The reference gateway is listening.

  base URL       ${gateway.baseUrl}
  token          ${token}
  client id      ${gateway.app.clientId}
  client secret  ${gateway.app.clientSecret}
  token URL      ${gateway.tokenUrl}
  data           ${kept}

Try:  curl -H "Authorization: Bearer ${token}" ${gateway.baseUrl}/user
Stop: Ctrl-C, or npx workspace-gateway-emulator stop --port ${new URL(gateway.origin).port}`;
}
