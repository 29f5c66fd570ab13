import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { sourceOf } from "../../../cli/review/command.js";
import { previewTexts } from "../../../cli/review/read-review.js";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { gpt, previewOf, team } from "./facts/support/preview.ts";
import { recordedText } from "./previews/recorded.ts";

const changed = previewOf(gpt.updated({ inputCost: 1 }));
const failing = JSON.stringify({ diagnostics: [{ severity: "error", message: "gpt has no name" }] });

/** A folder of one's own, and a terminal that keeps what it is told. Its PATH has only this folder. */
async function room(env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const { terminal, out, notes } = heardTerminal({
    PATH: folder,
    PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "1",
    WORKSPACE_GATEWAY_ALLOW: "role-lowered",
    ...env,
  });
  const at = (name: string) => path.join(folder, name);
  const write = async (name: string, text: string | Buffer) => {
    await writeFile(at(name), text);
    return at(name);
  };
  const file = (name: string) => readFile(at(name), "utf8");
  const pulumi = async (script: string) => chmod(await write("pulumi", `#!/bin/sh\n${script}\n`), 0o755);
  const run = (...args: string[]) => runCommandLine(["review", ...args], terminal);
  return { at, terminal, out, notes, write, file, pulumi, run };
}

test("the review of a preview file goes to standard output, and nothing else is printed", async () => {
  const { write, run, out, notes } = await room();
  expect(await run(await write("p.json", changed))).toBe(0);
  expect([out.length, notes]).toEqual([1, []]);
  expect(out[0]).toContain("1 model cheaper");
});

test("a review is plain text in a terminal and Markdown in a pipe unless --output is set", async () => {
  const { write, terminal, out } = await room();
  const file = await write("p.json", recordedText("team"));
  await runCommandLine(["review", file, "--guard"], { ...terminal, isShown: true });
  await runCommandLine(["review", file, "--guard"], terminal);
  await runCommandLine(["review", file, "--guard", "-o", "table"], terminal);
  await runCommandLine(["review", file, "--guard", "-o", "markdown"], { ...terminal, isShown: true });
  await runCommandLine(["review", file, "--guard"], { ...terminal, isShown: true, isColored: true });
  const [plain = "", piped = "", table, markdown, colored = ""] = out;
  expect([table, markdown]).toEqual([plain, piped]);
  expect(piped).toMatch(/<sub>.*<details>/s);
  await expect(plain).toMatchFileSnapshot("terminal.txt");
  expect(colored).not.toBe(plain);
  expect(stripVTControlCharacters(colored)).toBe(plain);
});

test.each([
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${changed}`)],
  ["UTF-16, as PowerShell writes it", Buffer.from(`\uFEFF${changed}`, "utf16le")],
  ["UTF-16 without a mark", Buffer.from(changed, "utf16le")],
  ["UTF-16 of the other byte order", Buffer.from(`\uFEFF${changed}`, "utf16le").swap16()],
  ["UTF-16 of the other byte order without a mark", Buffer.from(changed, "utf16le").swap16()],
  ["UTF-8 with warnings around", Buffer.from(`npm warn old\n${changed}\nwarning: new\n`)],
])("a file in %s is read", async (_what, bytes) => {
  const { write, run, out } = await room();
  expect(await run(await write("p.json", bytes), "--json")).toBe(0);
  expect(out[0]).toContain("1 model cheaper");
});

test("`-` reads the preview from standard input", async () => {
  const { terminal } = await room();
  const { text } = await previewTexts({ file: "-", pulumi: [] }, terminal, Readable.from([changed]));
  expect(text).toBe(changed);
});

test.each([
  ["does not exist", 2, "nowhere.json", /the preview cannot be read: ENOENT/],
  ["is not JSON", 1, "text", /not JSON.*pulumi preview --json/],
  ["contains a failed preview", 1, "failing", /the preview failed:\ngpt has no name/],
])("the review of a file that %s exits with code %i and explains why", async (_what, code, name, reason) => {
  const { write, at, run, out, notes } = await room();
  await write("text", "Previewing update");
  await write("failing", failing);
  expect(await run(at(name))).toBe(code);
  expect([out, notes.join("\n")]).toEqual([[], expect.stringMatching(reason)]);
});

test("review without a file runs pulumi with the arguments after `--`, without streaming or permits", async () => {
  const { pulumi, write, run, out, notes } = await room();
  const file = await write("p.json", changed);
  await pulumi(
    `echo "args: $*" >&2; echo "unwanted: $PULUMI_ENABLE_STREAMING_JSON_PREVIEW$WORKSPACE_GATEWAY_ALLOW" >&2; /bin/cat ${file}`,
  );
  expect(await run("--json", "--", "--stack", "prod", "--refresh")).toBe(0);
  const plan = expect.stringMatching(
    /^args: preview --json --show-sames --non-interactive --save-plan \S+ --stack prod --refresh$/,
  );
  const config = "args: config --json --show-secrets --non-interactive --stack prod";
  expect(notes).toEqual([plan, "unwanted: ", config, "unwanted: "]);
  expect(out[0]).toContain("1 model cheaper");
});

test.each([
  [
    "fails before it plans",
    "echo 'error: no stack' >&2; exit 6",
    /^error: no stack\nworkspace-gateway: `pulumi preview` failed with exit code 6\.$/,
  ],
  [
    "fails with JSON",
    `echo '${failing}'; exit 1`,
    /^workspace-gateway: the preview failed:\ngpt has no name$/,
  ],
  [
    "is stopped without naming an error, as by a policy",
    `echo '${changed}'; exit 255`,
    /^workspace-gateway: `pulumi preview` failed with exit code 255\.$/,
  ],
])("the review exits with code 1 and shows the error if pulumi %s", async (_what, script, said) => {
  const { pulumi, run, out, notes } = await room();
  await pulumi(script);
  expect(await run()).toBe(1);
  expect([out, notes.join("\n")]).toEqual([[], expect.stringMatching(said)]);
});

test("--guard exits with code 2 if the preview omits unchanged resources", async () => {
  const { write, run, out, notes } = await room();
  const partial = JSON.stringify({ ...JSON.parse(changed), changeSummary: { same: 3 } });
  const preview = await write("p.json", partial);
  expect(await run(preview, "--guard")).toBe(2);
  expect([out, notes.join("\n")]).toEqual([[], expect.stringContaining("--show-sames")]);
  expect(await run(preview)).toBe(0);
});

test("SIGTERM interrupts pulumi, and the review waits for pulumi to exit", async () => {
  const { pulumi, run, notes } = await room();
  await pulumi("trap 'echo stopped >&2; exit 7' INT; echo ready >&2; while :; do /bin/sleep 0.05; done");
  const ended = run();
  await vi.waitFor(() => expect(notes).toEqual(["ready"]));
  process.emit("SIGTERM");
  expect(await ended).toBe(1);
  expect(notes).toEqual(["ready", "stopped", expect.stringContaining("exit code 7")]);
  expect(process.listenerCount("SIGTERM")).toBe(0);
});

test("a review shows in the progress line that the preview runs", async () => {
  const { pulumi, terminal } = await room();
  await pulumi(`echo '${changed}'`);
  const shown: string[] = [];
  const progress = (line: string) => void shown.push(line);
  expect(await runCommandLine(["review"], { ...terminal, progress })).toBe(0);
  expect([shown[0], shown.at(-1)]).toEqual(["running `pulumi preview`", ""]);
});

test("reports that pulumi is not installed and says what to do", async () => {
  const { run, notes } = await room();
  expect(await run()).toBe(1);
  expect(notes.join("\n")).toMatch(/`pulumi` is not on the PATH.*Install.*as a file/);
});

test.each([
  [[], ["review"], { pulumi: [] }],
  [["a.json"], ["review", "a.json"], { file: "a.json", pulumi: [] }],
  [["--stack", "dev"], ["review", "--", "--stack", "dev"], { pulumi: ["--stack", "dev"] }],
  [["--", "x"], ["review", "--", "--", "x"], { pulumi: ["--", "x"] }],
])("operands %j of the line %j are split into the file and pulumi's arguments", (operands, line, source) => {
  expect(sourceOf(operands, line)).toEqual(source);
});

test("one run writes the Markdown and HTML files and prints the facts as JSON", async () => {
  const { at, run, file, write, out } = await room();
  await write("p.json", changed);
  expect(await run(at("p.json"))).toBe(0);
  const printed = out.splice(0);
  expect(await run(at("p.json"), "--markdown", at("c.md"), "--html", at("r.html"), "--json")).toBe(0);
  expect(await file("c.md")).toBe(`${printed.join("\n")}\n`);
  expect(await file("r.html")).toMatch(/^<!doctype html>/i);
  expect(JSON.parse(out.splice(0).join("\n"))).toMatchObject({ version: 1, headline: ["1 model cheaper"] });
  expect(await run(at("p.json"), "--markdown", at("c.md"))).toBe(0);
  expect(out).toEqual([]);
});

test("the comment is written even if the guard refuses the change", async () => {
  const { at, run, file, write } = await room();
  await write("p.json", previewOf(team.deleted(), gpt.deleted()));
  expect(await run(at("p.json"), "--guard", "--markdown", at("c.md"))).toBe(3);
  expect(await file("c.md")).toContain("workspace-delete");
});

test("a failed review replaces an earlier comment and shows its error without credentials", async () => {
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
  const text = await file("c.md");
  const [first, , second] = text.split("\n");
  expect(first).toMatch(/^<!-- workspace-gateway review: \S+\/prod -->$/);
  expect(second).toBe("**The review failed.** Nothing can be applied.");
  expect(text).toContain("`````text\nerror: [secret] [secret] [secret] [secret] [secret]\n````\n");
  expect(text).toContain("`pulumi preview` failed with exit code 255.\n`````\n");
  for (const value of values) {
    expect(text).not.toContain(value);
  }
});

test("only the end of a long error is shown, and secrets are masked before it is cut", async () => {
  const { at, run, file, pulumi } = await room({ WORKSPACE_GATEWAY_ACCESS_TOKEN: "s3cr3t-".repeat(40) });
  await pulumi(
    `i=0; while [ $i -lt 100 ]; do echo "line $i" >&2; i=$((i+1)); done; echo "${"x".repeat(300)}${"s3cr3t-".repeat(40)}" >&2; exit 1`,
  );
  expect(await run("--markdown", at("c.md"))).toBe(1);
  const text = await file("c.md");
  expect(text).toContain("\n… 62 more above, in the log\nline 62\n");
  expect(text).toContain("xxx[secret]\n");
  expect(text).not.toContain("s3cr3t");
});
