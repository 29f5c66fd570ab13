import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { unmaskedFile } from "../../../cli/masking.js";
import { secretEnvelope } from "../../../provider/spec/values.js";
import {
  gpt,
  openai,
  type PreviewStep,
  previewOf,
  production,
  resource,
  route,
  team,
  tone,
  unknown,
} from "../review/facts/support/preview.ts";
import { openPerson } from "../support/person.ts";

const mini = resource("Model", "mini", { name: "mini", apiName: "gpt-mini-2026" }).same({
  gatewayName: "openai/mini",
});
const setup = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" }), mini, route.same()];
const draft = resource("Prompt", "draft", { name: "draft", environment: "STAGING" }).created();
const sha256 = createHash("sha256").update("Be kind. ✓").digest("hex");

/** Runs `prompts` with a preview of these steps in a file. */
async function listed(args: readonly string[], ...steps: readonly PreviewStep[]) {
  const { home, run, gateway } = await openPerson();
  const preview = path.join(home, "preview.json");
  await writeFile(preview, previewOf(...setup, ...steps));
  const result = await run(["prompts", ...args, preview]);
  return { ...result, writes: gateway.log.entries().filter(({ method }) => method !== "GET") };
}

test("a changed prompt is listed with its text, digest, environment and models", async () => {
  const changed = production.updated({ content: "Be kind. ✓" });
  const { code, stdout, stderr, writes } = await listed(["list", "--changed", "--json"], changed);
  expect([code, stderr, writes]).toEqual([0, `${unmaskedFile}\n`, []]);
  await expect(stdout).toMatchFileSnapshot("changed.txt");
  expect(JSON.parse(stdout).prompts).toMatchObject([{ sha256 }]);
});

test("the table lists the same prompt, and the word `list` is optional", async () => {
  const { code, stdout } = await listed(["--changed"], production.updated({ content: "Be kind. ✓" }));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(
      `^tone +support +PRODUCTION +${sha256.slice(0, 12)} +openai/gpt, openai/gpt-mini-2026 +has`,
      "m",
    ),
  );
});

test.each([
  [[], ["draft", "tone"]],
  [["--environment", "PRODUCTION"], ["tone"]],
  [["--changed"], ["draft"]],
  [["--changed", "--environment", "PRODUCTION"], []],
])("the options %j select the listed prompts", async (options, names) => {
  const { stdout } = await listed([...options, "--json"], production.same(), draft);
  const { prompts }: { prompts: { resource: string }[] } = JSON.parse(stdout);
  expect(prompts.map((prompt) => prompt.resource)).toEqual(names);
});

test("a secret or unknown text is not shown, and the command says so", async () => {
  const secret = { ...secretEnvelope("canary-7"), value: "canary-7" };
  const { code, stdout, stderr, output } = await listed(
    ["--changed", "--json"],
    production.updated({ content: secret }),
    tone.with({ name: "next", content: unknown, environment: "PRODUCTION" }).created(),
  );
  expect(code).toBe(0);
  expect(output).not.toContain("canary");
  expect(stdout).not.toMatch(/"text"|"sha256"/);
  expect(JSON.parse(stdout).prompts).toMatchObject([
    { name: "tone", open: ["its text is a secret"] },
    { name: "next", open: ["its text is unknown before the `up`"] },
  ]);
  expect(stderr).toMatch(/The prompt tone cannot be evaluated: its text is /);
});
