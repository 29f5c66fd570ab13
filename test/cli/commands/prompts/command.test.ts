import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { secretEnvelope } from "../../../../provider/spec/values.js";
import { type PreviewStep, previewOf, unknown } from "../../review/facts/support/preview.ts";
import { gpt, openai, production, resource, route, team, tone } from "../../review/facts/support/stack.ts";
import { openPerson } from "../support/person.ts";
import { digestOf, keyPair, passedTone, tone as reworded } from "./support/evidence-room.ts";

const mini = resource("Model", "mini", { name: "mini", apiName: "gpt-mini-2026" }).same({
  gatewayName: "openai/mini",
});
const setup = [team.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" }), mini, route.same()];
const quiet = resource("Prompt", "draft", { name: "draft", environment: "STAGING" }).created();

/** A person with a preview in a file. */
async function person(...steps: readonly PreviewStep[]) {
  const { home, run, gateway, clicks } = await openPerson();
  const preview = path.join(home, "preview.json");
  await writeFile(preview, previewOf(...steps));
  return { home, run, preview, gateway, clicks };
}

test("what changes is listed with all that an evaluation needs", async () => {
  const { run, preview } = await person(...setup, production.updated({ content: "Be kind. ✓" }), quiet);
  const { code, stdout, stderr } = await run(["prompts", "list", "--changed", "--json", preview]);
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    "",
    {
      version: 1,
      prompts: [
        {
          resource: "tone",
          stack: "shop/dev",
          workspace: "support",
          name: "tone",
          environment: "PRODUCTION",
          models: ["openai/gpt", "openai/gpt-mini-2026"],
          sha256: digestOf("Be kind. ✓"),
          text: "Be kind. ✓",
          why: ["has another text"],
          gatewayNames: { "openai/gpt": "openai/gpt", "openai/gpt-mini-2026": "openai/mini" },
        },
      ],
    },
  ]);
});

test("without the word `list`, and as a table, the same is listed", async () => {
  const { run, preview } = await person(...setup, production.updated({ content: "Be kind." }), quiet);
  const { code, stdout } = await run(["prompts", "--changed", preview]);
  expect(code).toBe(0);
  expect(stdout).toContain(digestOf("Be kind.").slice(0, 12));
  expect(stdout).toMatch(
    /^tone +support +PRODUCTION .* openai\/gpt, openai\/gpt-mini-2026 +has another text$/m,
  );
  expect(stdout).not.toContain("draft");
});

test("without --changed all of production is listed, and with --all every prompt", async () => {
  const { run, preview } = await person(...setup, production.same(), quiet);
  const names = async (...args: string[]) => {
    const { stdout } = await run(["prompts", "list", "--json", ...args, preview]);
    return JSON.parse(stdout).prompts.map(({ resource: name }: { resource: string }) => name);
  };
  expect(await names()).toEqual(["tone"]);
  expect(await names("--all")).toEqual(["draft", "tone"]);
  expect(await names("--changed")).toEqual([]);
  const { stdout } = await run(["prompts", "list", "--changed", preview]);
  expect(stdout).toBe("No prompt of production changes.\n");
});

test("the environments are those of the guard file", async () => {
  const { run, preview, home } = await person(...setup, production.created(), quiet);
  const rules = path.join(home, "rules.yaml");
  await writeFile(rules, "promptsEvaluated: { environments: [STAGING] }\n");
  const { stdout } = await run(["prompts", "list", "--json", "--guard-file", rules, preview]);
  expect(JSON.parse(stdout).prompts).toMatchObject([{ resource: "draft" }]);
});

test("a text that the program marks as a secret, or that is not known yet, is covered, and the command says so", async () => {
  const secret = { ...secretEnvelope("canary-7"), value: "canary-7" };
  const { run, preview } = await person(
    ...setup,
    production.updated({ content: secret }),
    tone.with({ name: "next", content: unknown, environment: "PRODUCTION" }).created(),
  );
  const { code, stdout, stderr, output } = await run(["prompts", "list", "--changed", "--json", preview]);
  expect(code).toBe(0);
  expect(output).not.toContain("canary");
  expect(stdout).not.toMatch(/"text"|"sha256"/);
  expect(stderr).toMatch(/The prompt tone cannot be evaluated: its text is /);
});

test("the prompts of the live account are listed, and the gateway is only read", async () => {
  const { run, gateway } = await person();
  const made = async (place: string, row: object) => {
    const { body } = await gateway.console("POST", place, row);
    return (body as { data: { id: string } }).data.id;
  };
  const workspace_id = await made("/workspaces", { name: "Team" });
  await made("/prompts", { workspace_id, name: "tone", content: "Be brief.", environment: "PRODUCTION" });
  gateway.log.clear();
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const { code, stdout } = await run(["prompts", "list", "--live", "--json"], env);
  expect([code, JSON.parse(stdout).prompts]).toEqual([
    0,
    [
      expect.objectContaining({
        stack: null,
        workspace: "Team",
        name: "tone",
        sha256: digestOf("Be brief."),
        models: [],
      }),
    ],
  ]);
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each([
  [["--live", "--stack", "prod"], /not several of them/],
  [["--changed", "--live"], /needs a preview/],
  [["--changed", "--all"], /cannot be used with --all/],
])("the options %j make no sense and end with 2", async (options, reason) => {
  const { run } = await person();
  const { code, stderr } = await run(["prompts", "list", ...options]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
});

test("signed results are written without the keys that do not count, and whatever else is no key signs nothing", async () => {
  const { run, home } = await openPerson();
  const at = (name: string) => path.join(home, name);
  const { privateKey, publicKey } = keyPair();
  const results = (...more: object[]) =>
    JSON.stringify({ format: 1, results: more.map((each) => ({ ...passedTone, ...each })) });
  await writeFile(at("results.json"), results({ text: reworded.text, note: "made on Tuesday" }));
  await writeFile(at("evidence.key"), privateKey);
  await writeFile(at("evidence.pub"), publicKey);
  const signing = ["prompts", "sign", at("results.json")];
  const { code, stderr } = await run([...signing, "--key", at("evidence.key"), "--out", at("evidence.json")]);
  expect([code, stderr]).toEqual([0, `1 result signed: ${at("evidence.json")}\n`]);
  const written = JSON.parse(await readFile(at("evidence.json"), "utf8"));
  expect(written).toEqual({
    format: 1,
    results: [passedTone],
    signature: { signer: expect.stringMatching(/^SHA256:[\w-]{43}$/), value: expect.any(String) },
  });
  const { stdout } = await run([...signing, "--key", at("evidence.key")]);
  expect(JSON.parse(stdout)).toEqual(written);
  for (const key of ["evidence.pub", "results.json", "nowhere"]) {
    const refused = await run([...signing, "--key", at(key), "--out", at("other.json")]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("the key cannot be")]);
  }
  for (const [wrong, why] of [
    [{ text: `${reworded.text} Lie.` }, "results[0].sha256: is not the digest of the text"],
    [{}, "results[0].text: must be a string"],
  ] as const) {
    await writeFile(at("results.json"), results(wrong));
    const refused = await run([...signing, "--key", at("evidence.key")]);
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, "", expect.stringContaining(why)]);
  }
  await writeFile(at("results.json"), "{}");
  const broken = await run([...signing, "--key", at("evidence.key")]);
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringContaining("results.json cannot be used: format: must be"),
  ]);
});
