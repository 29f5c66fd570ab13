import { spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../../../harness/paths.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { recordedText } from "../../review/previews/recorded.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { program } from "../support/person.ts";
import { passedGreeting, passedTone } from "./support/evidence-room.ts";

const page = await readFile(path.join(paths.root, "docs/evidence.md"), "utf8");
const [sequence = "", fromPromptfoo = ""] = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text,
);
const hasTools = ["jq", "openssl"].every((tool) => spawnSync(tool, ["--version"]).error === undefined);

/** A folder with a `pulumi` that prints a recorded preview, and an `npx` that runs what is built here. */
async function folder() {
  const at = await temporaryFolder();
  const write = (name: string, text: string) => writeFile(path.join(at, name), text);
  const executable = async (name: string, script: string) => {
    await write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    await chmod(path.join(at, "bin", name), 0o755);
  };
  await mkdir(path.join(at, "bin"));
  await write("recorded.json", recordedText("prompts"));
  await executable("pulumi", "cat recorded.json");
  await executable("npx", `shift; exec '${process.execPath}' '${program}' "$@"`);
  const env = { ...process.env, PATH: `${path.join(at, "bin")}:${process.env.PATH}` };
  const run = (script: string) => new RunningProcess("/bin/sh", ["-euc", script], { cwd: at, env }).done;
  return { write, run, read: (name: string) => readFile(path.join(at, name), "utf8") };
}

test.runIf(hasTools)(
  "the sequence of docs/evidence.md passes the guard, and a text that is changed after it does not",
  async () => {
    const { run, write, read } = await folder();
    const { code, output } = await run(sequence);
    expect([code, output]).toEqual([0, expect.stringContaining("2 results signed: evidence.json")]);
    expect(await read("comment.md")).toContain("Passes the guard");
    await write("preview.json", recordedText("prompts").replaceAll("advice on law", "advice on taxes"));
    const again = await run("npx workspace-gateway review --guard --evidence evidence.json preview.json");
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("prompts-evaluated tone")]);
  },
);

test.runIf(hasTools)(
  "the line for promptfoo passes a prompt with the models with which all tests have passed",
  async () => {
    const { run, write, read } = await folder();
    const { sha256, models } = passedTone;
    const tried = (label: string, model: string, success: boolean) => ({
      prompt: { label, raw: "…" },
      provider: { id: "openai:chat:x", label: model },
      success,
    });
    const results = [
      ...models.map((model) => tried(sha256, model, true)),
      tried(sha256, models[0] ?? "", false),
      tried(passedGreeting.sha256, "openai/gpt-small", true),
    ];
    await write(
      "promptfoo.json",
      JSON.stringify({ results: { version: 3, timestamp: passedTone.at, results } }),
    );
    await write(
      "prompts.json",
      JSON.stringify({
        version: 1,
        prompts: [passedTone, { ...passedGreeting, models: ["openai/gpt-small", "x"] }],
      }),
    );
    const { code, output } = await run(fromPromptfoo);
    expect([code, output]).toEqual([0, ""]);
    const made = JSON.parse(await read("results.json")).results;
    expect(
      made.map((each: { name: string; models: string[]; passed: boolean }) => [
        each.name,
        ...each.models,
        each.passed,
      ]),
    ).toEqual([
      ["tone", models[0], false],
      ["tone", models[1], true],
      ["tone", models[2], true],
      ["greeting", "openai/gpt-small", true],
      ["greeting", "x", false],
    ]);
  },
);
