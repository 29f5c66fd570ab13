import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommandLine } from "../../cli/command-line.js";
import { openDesk } from "./support/desk.ts";
import { program } from "./support/person.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("a failure exits with 1 and prints the reason after the program's name", async () => {
  const { terminal, out, notes, gateway } = await openDesk();
  gateway.faults.add({ path: "/user", kind: "status", status: 403 });
  expect(await runCommandLine(["whoami"], terminal)).toBe(1);
  expect([out, notes]).toEqual([[], [expect.stringMatching(/^workspace-gateway: .*403/)]]);
});

test.each([
  ["without a command", [], "Usage: workspace-gateway "],
  ["as a command", ["nonsense"], "workspace-gateway: unknown command 'nonsense'"],
  ["without the words of the command", ["metrics"], "Usage: workspace-gateway metrics "],
  ["without what the command needs", ["key"], "--workspace"],
])("an invalid command line (%s) exits with 2 and sends no request", async (_whom, args, reason) => {
  const { terminal, out, notes, gateway } = await openDesk();
  expect(await runCommandLine(args, terminal)).toBe(2);
  expect([out, notes.join("\n")]).toEqual([[], expect.stringContaining(reason)]);
  expect(gateway.log.entries()).toEqual([]);
});

test.each([[["--help"]], [["metrics", "delete", "--help"]], [["--version"]]])(
  "help and version exit with 0: %j",
  async (args) => {
    const { terminal, out, notes } = await openDesk();
    expect(await runCommandLine(args, terminal)).toBe(0);
    expect([out.length > 0, notes]).toEqual([true, []]);
  },
);

test.runIf(existsSync("/dev/full"))(
  "a result that cannot be written, as on a full disk, exits with 1",
  async () => {
    const full = await open("/dev/full", "w");
    onTestFinished(() => full.close());
    const preview = path.join(await temporaryFolder(), "preview.json");
    await writeFile(preview, '{"steps":[]}');
    const child = spawn(process.execPath, [program, "review", preview], {
      stdio: ["ignore", full.fd, "inherit"],
    });
    expect(await once(child, "exit")).toEqual([1, null]);
  },
);
