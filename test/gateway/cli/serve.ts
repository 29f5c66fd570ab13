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

/** Starts a gateway. Stops it on Ctrl-C or SIGTERM, or when its terminal is closed or `npx` is killed. */
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

/** `npx` forwards a signal only to its shell. The shell's child then has a different parent process. */
function onceOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500).unref();
}

/** The file with the process id for a port. `stop` needs it, because signals to `npx` may not arrive. */
function pidFile(port: number): string {
  return join(tmpdir(), `workspace-gateway-emulator-${process.getuid?.() ?? ""}-${port}.pid`);
}

/** Stops the gateway that listens on a port, and waits until its process has ended. */
export async function stop({ port }: Pick<Flags, "port">, command: Command): Promise<void> {
  const pid = existsSync(pidFile(port)) ? Number(readFileSync(pidFile(port), "utf8")) : 0;
  const isGateway = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!Number.isInteger(pid) || pid <= 0 || !isGateway) {
    command.error(`None of your gateways is listening on port ${port}`);
  }
  process.kill(pid, "SIGTERM");
  while (isRunning(pid)) await setTimeout(20);
  // On Windows, the process ends without removing its file.
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
    return command.error(`The gateway could not start: ${error instanceof Error ? error.message : error}`);
  }
}

/** The message for the person who started the gateway. */
function greeting(gateway: Gateway, token: string, db: string): string {
  const kept = db === ":memory:" ? "in memory, lost when the gateway stops" : db;
  return `The emulator is listening.

  base URL       ${gateway.baseUrl}
  token          ${token}
  client id      ${gateway.app.clientId}
  client secret  ${gateway.app.clientSecret}
  token URL      ${gateway.tokenUrl}
  data           ${kept}

Try:  curl -H "Authorization: Bearer ${token}" ${gateway.baseUrl}/user
Stop: Ctrl-C, or npx workspace-gateway-emulator stop --port ${new URL(gateway.origin).port}`;
}
