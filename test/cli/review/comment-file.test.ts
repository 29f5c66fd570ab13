import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { previewOf } from "./facts/support/preview.ts";
import { gpt, team } from "./facts/support/stack.ts";

const cheaper = previewOf(gpt.updated({ inputCost: 1 }));
const emptied = previewOf(team.deleted(), gpt.deleted());

/** A review in a folder of its own: `run` gives its exit code, `file` what it wrote. */
async function room(env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const { terminal, out, notes } = heardTerminal({ PATH: folder, ...env });
  const at = (name: string) => path.join(folder, name);
  const run = (...args: string[]) => runCommandLine(["review", ...args], terminal);
  const file = (name: string) => readFile(at(name), "utf8").catch(() => undefined);
  const write = (name: string, text: string) => writeFile(at(name), text);
  /** A `pulumi` that is none. */
  const pulumi = async (script: string) => {
    await write("pulumi", `#!/bin/sh\n${script}\n`);
    await chmod(at("pulumi"), 0o755);
  };
  return { at, run, file, write, pulumi, out, notes };
}

test("one run writes the comment to a file and prints the facts", async () => {
  const { at, run, file, write, out } = await room();
  await write("p.json", cheaper);
  expect(await run(at("p.json"))).toBe(0);
  const printed = out.splice(0);
  expect(await run(at("p.json"), "--markdown", at("c.md"), "--json")).toBe(0);
  expect(await file("c.md")).toBe(`${printed.join("\n")}\n`);
  expect(JSON.parse(out.splice(0).join("\n"))).toMatchObject({ headline: ["1 model cheaper"] });
  expect(await run(at("p.json"), "--markdown", at("c.md"))).toBe(0);
  expect(out).toEqual([]);
});

test("the comment of what the guard refuses is written too", async () => {
  const { at, run, file, write } = await room();
  await write("p.json", emptied);
  expect(await run(at("p.json"), "--guard", "--markdown", at("c.md"))).toBe(3);
  expect(await file("c.md")).toContain("workspace-delete");
});

test("a review that fails takes the place of an earlier one, and shows its error without a credential of the environment", async () => {
  const secrets = {
    WORKSPACE_GATEWAY_CLIENT_SECRET: "made-up-secret-1",
    PULUMI_CONFIG_PASSPHRASE: "made up phrase",
    AWS_SECRET_ACCESS_KEY: "made/up+key",
  };
  const backend = { PULUMI_BACKEND_URL: "postgres://ada:made-up-5@db.example/state" };
  const { at, run, file, write, pulumi } = await room({ ...secrets, ...backend });
  await write("c.md", "an earlier review");
  const values = [...Object.values(secrets), "made-up-5"];
  await pulumi(`echo 'error: ${values.join(" ")} made%2Fup%2Bkey' >&2; echo '\`\`\`\`' >&2; exit 255`);
  expect(await run("--markdown", at("c.md"), "--", "--stack", "acme/prod")).toBe(1);
  const text = (await file("c.md")) ?? "";
  const [first, , second] = text.split("\n");
  expect(first).toMatch(/^<!-- workspace-gateway review: \S+\/prod -->$/);
  expect(second).toBe("**There is no review: it failed.** Nothing can be applied.");
  expect(text).toContain("`````text\nerror: [secret] [secret] [secret] [secret] [secret]\n````\n");
  expect(text).toContain("`pulumi preview` failed with the exit code 255.\n`````\n");
  for (const value of values) {
    expect(text).not.toContain(value);
  }
});

test("of a long failure, the end is shown, and a secret that the cut would tear is covered before", async () => {
  const { at, run, file, pulumi } = await room({ WORKSPACE_GATEWAY_ACCESS_TOKEN: "s3cr3t-".repeat(40) });
  await pulumi(
    `i=0; while [ $i -lt 100 ]; do echo "line $i" >&2; i=$((i+1)); done; echo "${"x".repeat(300)}${"s3cr3t-".repeat(40)}" >&2; exit 1`,
  );
  expect(await run("--markdown", at("c.md"))).toBe(1);
  const text = (await file("c.md")) ?? "";
  expect(text).toContain("\n… 62 more before, in the log\nline 62\n");
  expect(text).toContain("xxx[secret]\n");
  expect(text).not.toContain("s3cr3t");
});

test("a pin of what is refused needs a pin of what is not", async () => {
  const { at, run, write, notes } = await room();
  await write("p.json", cheaper);
  expect(await run(at("p.json"), "--pin-refused", at("r.pin"))).toBe(2);
  expect(notes.join("\n")).toContain("--pin-refused needs --pin");
});
