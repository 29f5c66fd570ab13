import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../../harness/paths.ts";
import { openPerson } from "../support/person.ts";

/** The gateway of docs/routes.md, a person, and the file that stands there. */
async function room() {
  const person = await openPerson();
  const { clicks, gateway, home } = person;
  const team = await clicks.workspace("Support assistant");
  const openai = await clicks.provider(team, "openai");
  const costs = { input_cost: 0.4, context_window: 128_000 };
  const small = await clicks.model(team, openai, "gpt-small", costs);
  const big = await clicks.model(team, openai, "gpt-4.1", { context_window: 64_000 });
  await clicks.mapping(team, "default", small.gateway_name, { priority: 1 });
  await clicks.mapping(team, "gpt-4.*", big.gateway_name, { priority: 2, is_pattern: true });
  const section =
    /## What must stay true\n.*?(?=\n## )/s.exec(
      readFileSync(path.join(paths.root, "docs/routes.md"), "utf8"),
    )?.[0] ?? "";
  const block = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
  const file = path.join(home, "gateway-routes.yaml");
  await writeFile(file, block("yaml"));
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const check = (...args: string[]) => person.run(["check", "--routes", file, ...args], env);
  return { ...person, team, file, check, block, home };
}

test("docs/routes.md shows the actual output of check", async () => {
  const { check, block } = await room();
  const { code, stdout, stderr } = await check("--live");
  expect(stdout).toBe(block("text"));
  expect([code, stderr]).toEqual([3, expect.stringContaining("some expectations in ")]);
});

test("--json has all results, and --junit has a test case for each, with the line of each failure", async () => {
  const { check, home, file } = await room();
  const report = path.join(home, "check.xml");
  const { code, stdout } = await check("--live", "--json", "--junit", report);
  const told = JSON.parse(stdout);
  expect([code, told.isMet, told.results.length]).toEqual([3, false, 8]);
  expect(told.results[0]).toMatchObject({
    file,
    line: 4,
    column: 18,
    status: "met",
    workspace: "Support assistant",
  });
  const xml = await readFile(report, "utf8");
  expect(xml).toContain('<testsuites tests="8" failures="');
  expect(xml.match(/<testcase /g)).toHaveLength(8);
  expect(xml).toMatch(
    /<testcase classname="Support assistant" name="Support\*\.routes\.gpt-4\*\.minContextWindow" file="[^"]*" line="5">\n\s+<failure type="unmet"/,
  );
});

test("mappings that cannot work are printed and included in --json, but do not fail the check", async () => {
  const { check, clicks, team, file } = await room();
  await writeFile(file, "workspaces: { 'Support*': { routes: { default: { model: openai/gpt-small } } } }");
  await clicks.mapping(team, "chat", "openai/gpt-smal", { priority: 3 });
  await clicks.mapping(team, "o1|o3", "openai/gpt-small", { priority: 4 });
  const { code, stdout } = await check("--live");
  const reasons = [
    "Requests for `chat` go to `openai/gpt-smal`, but no model in the workspace has that gateway name. Did you mean `openai/gpt-small`?",
    "The name `o1|o3` looks like a pattern, but isPattern is not true, so it matches only this exact text. Set isPattern to true.",
  ];
  expect(code).toBe(0);
  expect(stdout).toContain(
    `The mapping \`chat\` cannot work. ${reasons[0]}\nThe mapping \`o1|o3\` cannot work. ${reasons[1]}\n`,
  );
  const { findings } = JSON.parse((await check("--live", "--json")).stdout);
  expect(findings).toMatchObject(reasons.map((reason) => ({ reason })));
});

test("check --stack reports unknown target models only in workspaces that the stack creates", async () => {
  const { check, file, home } = await room();
  await writeFile(
    file,
    "workspaces: { Own: { people: { maxAdmins: 3 } }, Shared: { people: { maxAdmins: 3 } } }",
  );
  const resource = (kind: string, id: string, inputs: object) => ({
    ...{ urn: `urn:pulumi:prod::p::workspace-gateway:index:${kind}::${id}`, custom: true, id },
    ...{ type: `workspace-gateway:index:${kind}`, inputs, outputs: { ...inputs, id } },
  });
  const resources = ["Own", "Shared"].flatMap((name) => [
    resource("Workspace", name, { name, ...(name === "Shared" && { adopt: true }) }),
    resource("Mapping", `chat-${name}`, { workspaceId: name, sourceName: "chat", targetModel: "openai/gtp" }),
  ]);
  const stack = path.join(home, "stack.json");
  await writeFile(stack, JSON.stringify({ version: 3, deployment: { resources } }));
  const { stdout, stderr } = await check("--stack", stack);
  const found =
    "Requests for `chat` go to `openai/gtp`, but no model in the workspace has that gateway name.";
  expect(stdout).toContain(`The mapping \`chat-Own\` cannot work. ${found}\n`);
  expect(stdout).not.toContain("chat-Shared");
  expect(stderr).toContain("does not contain models that were created elsewhere");
});

test("a file from --write is met at once, and only --force overwrites an existing file", async () => {
  const { check, file, gateway } = await room();
  const refused = await check("--live", "--write");
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("already exists. Use --force to overwrite it."),
  ]);
  expect((await check("--live", "--write", "--force")).code).toBe(0);
  const text = await readFile(file, "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  expect(text).toContain("default:");
  gateway.log.clear();
  const held = await check("--live");
  expect([held.code, held.stdout]).toEqual([0, expect.stringMatching(/(\d+) expectations: \1 met\.\n$/)]);
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("check reads only the lists that the file needs, and a refused list makes results unknown", async () => {
  const { file, gateway, run, team } = await room();
  await writeFile(file, "workspaces: { 'Support*': { people: { maxAdmins: 3 } } }");
  gateway.log.clear();
  const token = gateway.token({ scopes: ["workspaces:read"] });
  const { code, stdout } = await run(["check", "--routes", file, "--live", "--json"], {
    WORKSPACE_GATEWAY_ACCESS_TOKEN: token,
  });
  expect(code).toBe(3);
  expect(JSON.parse(stdout).results).toMatchObject([
    { status: "unknown", found: expect.stringContaining("could not be read") },
  ]);
  const asked = new Set(gateway.log.entries().map(({ path: each }) => each.replace(/^.*\/v1/, "")));
  expect([...asked].filter((each) => !/^\/(workspaces|user)/.test(each))).toEqual([]);
  expect([...asked].some((each) => each.includes(team.id))).toBe(true);
});
