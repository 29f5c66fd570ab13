import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../harness/paths.ts";

/** Stands in for the engine: listens as it does, and starts a provider's process that gets its address. */
const engine = `
const server = require("node:http2").createServer().listen(0, "127.0.0.1", () => {
  const address = "127.0.0.1:" + server.address().port;
  require("node:child_process").spawn(process.argv[1], [...process.argv.slice(2), address], { stdio: "inherit" });
});`;

/** The provider's process has the same output, which therefore ends with the last of the two. */
async function ended({ stdout }: ChildProcess): Promise<void> {
  if (stdout?.closed !== true) await once(stdout ?? expect.unreachable(), "close");
}

test("the plugin exits when the engine is killed, even if it never received a request", async () => {
  const plugin = path.join(paths.root, "provider/plugin/pulumi-resource-workspace-gateway");
  const killed = spawn(process.execPath, ["-e", engine, plugin], {
    cwd: path.join(paths.root, "examples"),
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(killed.pid ?? expect.unreachable()), "SIGKILL");
    } catch {
      // both have ended
    }
  });
  for await (const port of createInterface(killed.stdout)) {
    expect(port).toMatch(/^\d+$/);
    killed.kill("SIGKILL");
    break;
  }
  await ended(killed);
});
