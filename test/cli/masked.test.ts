import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../cli/command-line.js";
import type { Values } from "../../provider/spec/values.js";
import { exportOf } from "./drift/support/lab.ts";
import { openDesk } from "./support/desk.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** Needs an escape in every notation: JSON, URLs, HTML and Markdown. */
const note = 'canary_"of"*a*<note>&`1`';
const nested = "canary-of-a-structure";
/** A key that only the state has as a secret, and that an old prompt repeats. */
const older = "canary-of-an-older-note";
const password = "canary%40of_a_password";
const tenant = "Canary-Tenant-7";
const lines = ["first-line-of-canary", "second-line-of-canary"];
const limit = 1_234_567_890;
/** What shows the number: itself, and how much more it is than the old one. */
const figures = ["1234567890", "1,234,567,890", "1234566890", "1,234,566,890", "123456689", "123,456,689"];
const canaries = [note, nested, older, password, tenant.toLowerCase(), ...lines, ...figures];

/** An address that has a password, and the note in its path. */
const addressWith = (text: string) => `https://user:${password}@host.example/${encodeURIComponent(text)}`;

const changes: Record<string, object> = {
  tone: { content: `Say ${note} to ${addressWith(note)}, and ${nested} in ${"x".repeat(150)}` },
  openai: { baseUrl: addressWith(note) },
  route: { sourceName: `from-${nested}` },
  cap: { budget: limit },
  tenant: { baseUrl: `https://${tenant.toLowerCase()}.example/v1` },
  signature: { content: ["Sign with", ...lines.map((line) => `  ${line}`)].join("\n") },
};

const preview = (steps: readonly object[]) =>
  JSON.stringify({ steps, changeSummary: { same: 0 }, diagnostics: [] });
const planOf = (resourcePlans: object) => JSON.stringify({ manifest: { version: "v3.0.0" }, resourcePlans });
const configOf = (secrets: Readonly<Record<string, string>>, plain: object = {}) => {
  const covered = Object.entries(secrets).map(([key, value]) => [key, { value, secret: true }]);
  return JSON.stringify({ ...Object.fromEntries(covered), ...plain });
};

/** A stack that has canaries everywhere, on an emulator that has more of them, and a `pulumi` that prints files. */
async function canaryStack() {
  const desk = await openDesk();
  const { gateway, clicks, stack } = desk;
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  await stack.up("team", "Workspace", { name: "Team" });
  const workspaceId = stack.resource("team").id;
  const up = (name: string, kind: string, inputs: Values) => stack.up(name, kind, { workspaceId, ...inputs });
  const upstream = { priority: 1, compatibility: "OPENAI_SDK", baseUrl: "https://host.example/old" };
  const costs = { type: "chat", inputCost: 2, outputCost: 8, contextWindow: 1_000 };
  await up("tone", "Prompt", { name: "tone", content: `Say ${older}.`, isGlobal: true });
  await up("openai", "ModelProvider", { name: "openai", ...upstream, apiKey: older });
  const providerId = stack.resource("openai").id;
  await up("gpt", "Model", { providerId, name: "gpt", displayName: nested, ...costs });
  await up("tenant", "ModelProvider", { name: "tenant", ...upstream, priority: 2 });
  await up("signature", "Prompt", { name: "signature", content: "Sign.", isGlobal: true });
  await up("cap", "Budget", { budget: 1000 });
  await up("route", "Mapping", { sourceName: "old-name", targetModel: "openai/gpt" });
  const exported = exportOf(stack);
  const states: { urn: string; type: string; inputs: object }[] = JSON.parse(exported).deployment.resources;
  const steps = (news: Record<string, object>) =>
    states
      .filter(({ type }) => type !== "pulumi:pulumi:Stack")
      .map((oldState) => {
        const name = oldState.urn.split("::").at(-1) ?? "";
        const newState = { ...oldState, inputs: { ...oldState.inputs, ...news[name] } };
        return { op: name in news ? "update" : "same", urn: oldState.urn, oldState, newState };
      });
  const secrets = {
    "shop:note": note,
    "workspace-gateway-quickstart:note": note,
    "shop:more": JSON.stringify({ list: [nested] }),
    "shop:limit": `${limit}`,
    "shop:tenant": tenant,
    "shop:lines": lines.join("\n"),
  };
  const write = (name: string, text: string) => writeFile(at(name), text);
  await write(
    "pulumi",
    `#!/bin/sh
for word in "$@"; do
  [ "$previous" = --save-plan ] && /bin/cat "${folder}/plan" > "$word"
  previous="$word"
done
echo "$1" >> "${folder}/calls"
[ "$1" = stack ] && exec /bin/cat "${folder}/$2"
exec /bin/cat "${folder}/$1"
`,
  );
  await chmod(at("pulumi"), 0o755);
  await write("preview", preview(steps(changes)));
  await write("config", configOf(secrets, { "shop:plain": { value: "production" } }));
  await write("export", exported);
  await write("history", "[]");
  await write("plan", planOf({}));
  await write("up", `Diagnostics: https://u:${password}@h and ${note}\n`);
  // The console has them, too: what nobody declared, and what somebody changed.
  const workspace = { id: workspaceId, gateway_name: "" };
  await clicks.prompt(workspace, "draft", note);
  await clicks.prompt(workspace, "letter", `To ${addressWith("x")}:\nDear ${note},\nit is\n${nested}\n`);
  await clicks.provider(workspace, "azure", { base_url: `https://host.example/${encodeURIComponent(note)}` });
  await clicks.provider(workspace, "other", { base_url: addressWith(note) });
  gateway.db.prepare("UPDATE prompts SET content = ? WHERE name = 'tone'").run(`Tell ${note} to all.`);
  gateway.db.prepare("UPDATE workspaces SET budget = ?").run(limit);
  const ofTenant = gateway.db.prepare("UPDATE providers SET base_url = ? WHERE name = 'tenant'");
  ofTenant.run(`https://${tenant}.example`);
  const run = async (...args: string[]) => {
    const terminal = { ...desk.terminal, env: { ...desk.terminal.env, PATH: folder } };
    const code = await runCommandLine(args, terminal);
    const said = [...desk.out.splice(0), ...desk.notes.splice(0)].join("\n");
    return { code, said };
  };
  return { at, run, write, steps, folder, clicks, workspace };
}

/** A text, and what it says to readers of each notation. */
function readings(text: string): string[] {
  const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", apos: "'" };
  const notations: ((text: string) => string)[] = [
    (each) => each.replace(/\\u([\da-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    (each) => each.replace(/\\([^\w\s])/g, "$1"),
    (each) => each.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    (each) => each.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
    (each) => each.replace(/&(quot|amp|lt|gt|apos);/g, (_, name) => entities[name] ?? name),
    (each) => each.replace(/<\/?[a-z][^>]*>|\*\*/g, ""),
  ];
  const once = notations.map((read) => read(text));
  return [text, ...once, ...once.flatMap((each) => notations.map((read) => read(each)))];
}

/** No canary, nor a long part of one, in any reading. */
function expectNone(text: string, what: string, secrets: readonly string[] = canaries): void {
  for (const reading of readings(text)) {
    for (const secret of [...secrets, decodeURIComponent(password)]) {
      for (const part of [secret, secret.slice(0, 12), secret.slice(-12)]) {
        expect(reading.includes(part), `${part} in ${what}`).toBe(false);
      }
    }
  }
}

const both = ["--markdown", "FOLDER/out.md", "--html", "FOLDER/out.html"];

/** The exit code and the command line. */
const commands: readonly (readonly [code: number, ...args: string[]])[] = [
  [0, "review", ...both],
  [0, "review", "--json", "--offline"],
  [3, "review", "--guard", "--", "--stack", "prod"],
  [1, "review", "FOLDER/failed.json", "--markdown", "FOLDER/failed.md"],
  [0, "review", "--pin", "FOLDER/out.pin", "--", "--stack", "prod"],
  [0, "apply", "FOLDER/out.pin", "--markdown", "FOLDER/applied.md"],
  [4, "apply", "FOLDER/moved.pin", "--markdown", "FOLDER/moved.md"],
  [40, "drift", "--undeclared", "--markdown", "FOLDER/drift.md"],
  [40, "drift", "--json", "--stack", "prod"],
  [40, "drift", "--adopt", "FOLDER/out.ts"],
  [0, "compare", "--from", "prod", "--to", "live", ...both],
  [0, "compare", "--from", "live", "--to", "prod", "--json", "--markdown", "FOLDER/out.md"],
  [3, "check", "--routes", "FOLDER/routes.yaml", "--junit", "FOLDER/out.xml"],
  [3, "check", "--routes", "FOLDER/routes.yaml", "--json", "--stack", "prod"],
  [1, "check", "--write", "--routes", "FOLDER/out.yaml"],
  [0, "graph", "--stack", "prod"],
  [0, "graph", "--stack", "prod", "--json"],
  [0, "graph", "--stack", "prod", "--output", "dot"],
  [0, "graph", "--stack", "prod", "--output", "svg", "--out", "FOLDER/out.svg"],
  [0, "route", `from-${nested}`, "--workspace", "Team"],
  [0, "route", "gpt", "--workspace", "Team", "--json", "--stack", "prod"],
  [0, "prompts", "list"],
  [0, "prompts", "list", "--json", "--changed"],
  [0, "export", "FOLDER/out", "--json"],
  [0, "review", "FOLDER/passwords.json", ...both],
];

test("no command prints or writes a config secret or a URL password, in any encoding", async () => {
  const { run, folder, write, at, steps } = await canaryStack();
  const ours = ["preview", "config", "export", "history", "plan", "up", "pulumi", "calls"];
  const given = [...ours, "routes.yaml", "passwords.json", "failed.json"];
  const routes = "gpt: { model: openai/gpt }, old-name: { model: openai/gpt }";
  await write("routes.yaml", `workspaces: { Team: { routes: { ${routes} } } }\n`);
  // A file has no config, but URLs with passwords.
  await write("passwords.json", preview(steps({ tone: { content: addressWith("x") }, route: {} })));
  const diagnostics = [{ severity: "error", message: addressWith("x") }];
  await write("failed.json", JSON.stringify({ diagnostics }));
  for (const [expected, ...command] of commands) {
    if (command.includes("FOLDER/moved.pin")) {
      await write("moved.pin", await readFile(at("out.pin"), "utf8"));
      await write("preview", preview(steps({ ...changes, tone: { content: `${"x".repeat(60)} ${note}` } })));
    }
    await write("calls", "");
    const { code, said } = await run(...command.map((word) => word.replace("FOLDER", folder)));
    const words = command.join(" ");
    expect([words, code]).toEqual([words, expected]);
    const isFile = /\.json/.test(words);
    const secrets = isFile ? canaries.filter((each) => each !== older) : canaries;
    expectNone(said, words, secrets);
    const reads = (await readFile(at("calls"), "utf8")).split("\n").filter((call) => call === "config");
    expect(reads.length, `how often ${words} reads the config`).toBe(isFile ? 0 : 1);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile() && !given.includes(each.name))) {
      const file = path.join(entry.parentPath, entry.name);
      expectNone(`${file} ${await readFile(file, "utf8")}`, `${file} of ${words}`, secrets);
    }
  }
});

test("secrets that equal keywords, names, or hosts do not change exit codes or verdicts", async () => {
  const { run, write, folder } = await canaryStack();
  const words = [
    ...["unjudged", "route-moved", "ModelProvider", "Workspace", "operation", "workspaces", "headline"],
    ...["expectation-broken", "host.example", "old-name", "openai/gpt", "old-name-of-production"],
    ...["pulumi-nodejs", "max-moved-routes"],
  ];
  await write("routes.yaml", "workspaces:\n  Team:\n    routes:\n      old-name: { model: openai/gpt }\n");
  const runs = async () => {
    const results: unknown[] = [];
    for (const command of [
      "review --guard --json --allow expectation-broken --max-moved-routes 0",
      "review --guard --json --max-moved-routes 0 --allow expectation-broken:lines --routes FOLDER/routes.yaml",
      "check --routes FOLDER/routes.yaml --json",
      "check --routes FOLDER/routes.yaml --json --stack prod",
      "drift --json",
      "drift --json --routes FOLDER/routes.yaml",
    ]) {
      const { code, said } = await run(...command.replace("FOLDER", folder).split(" "));
      expect(said, command).toMatch(/^\{/);
      expect(said).not.toContain("undefined");
      const { verdict, isMet } = JSON.parse(said.slice(0, said.lastIndexOf("}") + 1));
      const rules = (some: { rule: string }[] = []) => some.map(({ rule }) => rule);
      results.push([code, isMet, rules(verdict?.refused), rules(verdict?.allowed)]);
    }
    return results;
  };
  await write("config", "{}");
  const plain = await runs();
  await write("config", configOf(Object.fromEntries(words.map((word, at) => [`shop:word${at}`, word]))));
  expect(await runs()).toEqual(plain);
});

test("adopted and exported programs read secrets from the config, even inside longer texts", async () => {
  const { run, at, folder } = await canaryStack();
  expect((await run("drift", "--adopt", at("out.ts"))).code).toBe(40);
  const adopted = await readFile(at("out.ts"), "utf8");
  for (const line of [
    'content: config.requireSecret("note"),',
    'baseUrl: config.requireSecret("teamAzureBaseUrl"),',
    "//   pulumi config set --secret teamAzureBaseUrl   # baseUrl of",
    "const config = new pulumi.Config();",
  ])
    expect(adopted).toContain(line);
  const { resources } = JSON.parse(await readFile(at("out.import.json"), "utf8"));
  expect(resources).toHaveLength(3);
  expect(JSON.stringify(resources)).not.toMatch(/"(content|baseUrl)"/);
  expect((await run("export", path.join(folder, "out"))).code).toBe(0);
  const exported = await readFile(at("out/team.ts"), "utf8");
  expect(exported).toContain(
    "content: pulumi.interpolate`Tell $" + '{config.requireSecret("note")} to all.`,',
  );
});

test("a name that contains a secret stops an export before anything is written", async () => {
  const { run, at, clicks, workspace } = await canaryStack();
  await clicks.prompt(workspace, `about ${nested}`, "x");
  const said = expect.stringContaining("would contain a secret in plain text, so nothing was written");
  expect(await run("export", at("out"))).toEqual({ code: 1, said });
  expect(await readdir(at("."))).not.toContain("out");
});

test("a plan that contains a plain-text secret is not pinned", async () => {
  const { run, write, at } = await canaryStack();
  const urn = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/workspace-gateway:Prompt::tone";
  const goal = { inputDiff: { updates: { content: `Say ${note}.` } } };
  await write("plan", planOf({ [urn]: { goal } }));
  const { code, said } = await run("review", "--pin", at("out.pin"));
  expect(code).toBe(3);
  expect(said).toMatch(
    /no pin was written: pulumi's plan would contain secrets in plain text\.[\s\S]*- Prompt tone/,
  );
});

const notRead = "The stack's config was not read, so its secrets are not masked here.";

test.each([
  ["a preview from a file", "review FOLDER/preview", notRead],
  [
    "a config that cannot be read",
    "review",
    "The stack's config could not be read, so its secrets are not masked here: ",
  ],
  ["a state from a file", "compare --from FOLDER/export --to live", "The stack's config was not read"],
])("%s causes a caveat, and URL passwords are still masked", async (_what, command, caveat) => {
  const { run, write, folder } = await canaryStack();
  await write("config", "passphrase must be set");
  const { code, said } = await run(...command.replace("FOLDER", folder).split(" "), "--json");
  expect(code).toBe(0);
  expect(JSON.parse(said.slice(0, said.indexOf("\n}") + 2)).caveats).toContainEqual(
    expect.stringContaining(caveat),
  );
  expectNone(said, command, [password]);
});

test.each([
  "check FOLDER/preview --routes FOLDER/routes.yaml",
  "check --stack FOLDER/export --routes FOLDER/routes.yaml",
  "route old-name --workspace Team --preview FOLDER/preview",
  "route old-name --workspace Team --stack FOLDER/export",
  "graph FOLDER/export",
  "drift FOLDER/export",
  "prompts list FOLDER/preview",
])("`%s` says that the secrets of the config are not masked", async (command) => {
  const { run, write, folder } = await canaryStack();
  await write("routes.yaml", "workspaces: { Team: { routes: { old-name: { model: openai/gpt } } } }\n");
  const { said } = await run(...command.replaceAll("FOLDER", folder).split(" "));
  expect(said.split(notRead)).toHaveLength(2);
});
