import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Had } from "../../../harness/cli/kits.ts";
import { which } from "../../../harness/cli/which.ts";
import { freePorts } from "../../../harness/free-ports.ts";

/** Where pulumi keeps states, in a server that runs as long as a test needs it. */
export interface RunningBackend {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** PostgreSQL refuses to run as root: as root, its programs run as nobody. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const who = isRoot ? { uid: nobody, gid: nobody } : {};

/** A cluster of its own, on this machine's own address, which nothing but the test knows. */
export async function startPostgres(): Promise<Had<RunningBackend>> {
  const [initdb, postgres] = await Promise.all(
    ["initdb", "postgres"].map((each) => which(each, process.env)),
  );
  if (initdb === undefined || postgres === undefined) return { missing: "there is no PostgreSQL server" };
  const folder = await mkdtemp(path.join(tmpdir(), "workspace-gateway-postgres-"));
  if (isRoot) await chown(folder, nobody, nobody);
  const data = path.join(folder, "data");
  const [port = ""] = await freePorts(1);
  await run(initdb, ["-D", data, "-U", "pulumi", "-A", "trust", "--no-sync"], who);
  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: folder, fsync: "off" };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const server = spawn(postgres, ["-D", data, "-p", port, ...options], { ...who, stdio: "ignore" });
  const stop = async () => {
    server.kill("SIGINT"); // ends the connections that are left
    if (server.exitCode === null) await once(server, "close");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilItListens(Number(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env: { PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${port}/postgres?sslmode=disable` },
    stop,
  };
}

async function untilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = net.connect(port, "127.0.0.1");
    const listens = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (listens) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`PostgreSQL does not listen on port ${port}`);
}
