import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { runCommand } from "./support/command.ts";
import { everything } from "./support/everything.ts";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";

// A gateway has one object of every kind. The tests of this file are the stations of the way into code, in this order.
let said = "";

const w = life({ objects: everything }, async () => {
  await up(w);
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member", "ADMIN");
  w.calls.take();
});

const pulumi = (folder: string, ...args: string[]) =>
  w.project.run(["-C", folder, ...args, "--stack", "test"]);

/** Exports the account, and does what the command says has to be done once: a stack, and all objects in it. */
async function exported(folder: string, ...flags: string[]): Promise<void> {
  const { code, output } = await runCommand(w, ["export", folder, ...flags]);
  expect(code, output).toBe(0);
  said += output;
  await ok(w.project.run(["-C", folder, "stack", "init", "test"]));
  const quietly = ["--generate-code=false", "--protect=false", "--yes"];
  await ok(pulumi(folder, "import", "--file", "import.json", ...quietly));
}

test("export and import bring every readable kind into a stack, and the program then asks for the unreadable key", async () => {
  await exported("account");
  const file = path.join(w.project.directory, "account/import.json");
  const { resources } = JSON.parse(await readFile(file, "utf8"));
  const types = new Set(resources.map(({ type }: { type: string }) => type.split(":").at(-1)));
  const readable = kinds.filter(({ endpoints }) => endpoints.list ?? endpoints.get);
  expect([...types].sort()).toEqual(readable.map(({ name }) => name).sort());
  expect(await fails(pulumi("account", "preview"))).toMatch(/Missing required configuration variable/);
});

test("once the key is set, only the key is updated", async () => {
  const [, key = "", ...others] = said.split(/pulumi config set --secret (\S+)/);
  expect(others).toHaveLength(1);
  await ok(pulumi("account", "config", "set", "--secret", key, "sk-canary-taken-over"));
  expect(await ok(pulumi("account", "preview"))).toMatch(/Resources:\n +~ 1 to update\n/);
  expect(w.calls.writes()).toEqual([]);
  await ok(pulumi("account", "up", "--yes", "--skip-preview"));
  expect(w.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  await ok(pulumi("account", "preview", "--expect-no-changes", "--refresh"));
});

test("without the keys, the first preview is empty, and an update writes nothing", async () => {
  await exported("keyless", "--leave-keys");
  await ok(pulumi("keyless", "preview", "--expect-no-changes"));
  await ok(pulumi("keyless", "up", "--yes", "--skip-preview", "--expect-no-changes"));
  expect(w.calls.writes()).toEqual([]);
});

test("no secret appears in a file, in the state or in the output", async () => {
  const shown = [said, await w.project.stateText()];
  for (const folder of ["account", "keyless"].map((each) => path.join(w.project.directory, each)))
    for (const file of (await readdir(folder)).filter((each) => /\.(ts|md|json|yaml)$/.test(each)))
      shown.push(await readFile(path.join(folder, file), "utf8"));
  expect(shown.length).toBeGreaterThan(8);
  const links = w.gateway.rows("invitations").map(({ code }) => String(code));
  for (const secret of ["sk-canary", w.token, w.gateway.app.clientSecret, ...links]) {
    expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  }
});
