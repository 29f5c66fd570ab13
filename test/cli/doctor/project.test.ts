import { mkdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import type { Ran } from "../../../cli/doctor/pulumi.js";
import type { Diagnosis } from "../../../cli/doctor/table.js";
import manifest from "../../../cli/package.json" with { type: "json" };
import { typeToken } from "../../../provider/spec/token.js";
import { type Clinic, openClinic, said } from "./support/clinic.ts";
import { putStack, urnOf } from "./support/stack.ts";

const ofStack = [
  "package",
  "state backend",
  "stack",
  "secrets provider",
  "credentials in the config",
  "checkpoint files",
  "lock",
  "pending operations",
];

/** A project in which all is well. */
async function openProject(env: Parameters<typeof openClinic>[1] = {}) {
  const clinic = await openClinic({}, env);
  await putStack(clinic, []);
  return clinic;
}

async function putPackage({ folder }: Clinic, name: string, version: string) {
  const place = path.join(folder, "node_modules", name);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "package.json"), JSON.stringify({ name, version }));
}

test("outside of a project, pulumi's checks are not checked for this reason, and nothing fails by them", async () => {
  const { visit } = await openClinic();
  const { of, refusal } = await visit();
  const found = "There is no Pulumi.yaml in this folder or above it.";
  for (const name of ofStack) expect(of(name), name).toMatchObject({ state: "not checked", found });
  expect(of("pulumi").state).toBe("warning");
  expect(refusal).toBeUndefined();
  expect((await visit({ stack: "prod" })).refusal).toMatchObject({ name: "UsageError" });
});

test("a project in which all is well has neither problem nor warning", async () => {
  const { findings, of } = await (await openProject()).visit();
  expect(findings.filter(({ state }) => state === "warning" || state === "problem")).toEqual([]);
  expect(ofStack.map((name) => of(name).state)).toEqual(ofStack.map(() => "ok"));
});

test.each<[string, string, string | undefined, Diagnosis["state"], RegExp?]>([
  ["pulumi", "version", "v2.25.0\n", "warning"],
  ["pulumi", "version", "v4.0.0\n", "warning"],
  ["pulumi", "version", "v3.215.9\n", "warning"],
  ["pulumi", "version", "v3.216.0\n", "ok"],
  ["Node", "--version", "v20.20.2\n", "problem", /22\.19/],
  ["Node", "--version", "v22.18.0\n", "problem", /22\.19/],
  ["Node", "--version", "v22.19.0\n", "ok"],
  ["Node", "--version", undefined, "problem", /node --version/],
])("%s %s prints %j: %s", async (check, option, stdout, state, remedy) => {
  const { visit, programs } = await openProject();
  const command = `${check.toLowerCase()} ${option}`;
  programs.delete(command);
  if (stdout !== undefined) programs.set(command, { stdout });
  const { of, refusal } = await visit();
  expect(of(check)).toMatchObject(said(state, remedy === undefined ? {} : { remedy }));
  expect(refusal === undefined).toBe(state !== "problem");
});

test("missing packages are problems, and other versions are warnings", async () => {
  const clinic = await openProject();
  const judged = async (name: string) => (await clinic.visit()).of(name);
  await putPackage(clinic, "@pulumi/pulumi", "3.100.0");
  const older = said("warning", { remedy: "npm install @pulumi/pulumi@^3.216.0" });
  expect(await judged("SDK")).toMatchObject(older);
  await putPackage(clinic, "@pulumi/pulumi", "3.300.0");
  expect((await judged("SDK")).state).toBe("ok");
  await putPackage(clinic, "pulumi-workspace-gateway", "0.0.1");
  const other = said("warning", { remedy: "npm install --save-dev workspace-gateway@0.0.1" });
  expect(await judged("package")).toMatchObject(other);
  await rm(path.join(clinic.folder, "node_modules"), { recursive: true });
  const none = said("problem", { remedy: "npm install pulumi-workspace-gateway" });
  expect(await judged("package")).toMatchObject(none);
  expect(await judged("SDK")).toMatchObject(said("problem", { remedy: "npm install" }));
});

test("beside a provider of another version every command says how to install its own version", async () => {
  const clinic = await openProject();
  vi.spyOn(process, "cwd").mockReturnValue(clinic.folder);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await runCommandLine(["whoami"], clinic.terminal)).toBe(0);
  expect(clinic.notes).toEqual([]);
  await putPackage(clinic, "pulumi-workspace-gateway", "99.0.0");
  expect(await runCommandLine(["whoami"], clinic.terminal)).toBe(0);
  expect(clinic.notes).toEqual([
    `workspace-gateway: The program uses pulumi-workspace-gateway 99.0.0, and this command is of version ${manifest.version}. ` +
      "Run `npm install --save-dev workspace-gateway@99.0.0` in the folder of the program.",
  ]);
});

test("packages are looked for where the program is, and not for a program of another language", async () => {
  const clinic = await openProject();
  await mkdir(path.join(clinic.folder, "program/node_modules"), { recursive: true });
  await putStack(clinic, [], { project: "name: clinic\nmain: program\nruntime: nodejs\n" });
  expect((await clinic.visit()).of("package").state).toBe("ok");
  await putStack(clinic, [], { project: "name: clinic\nruntime: python\n" });
  expect((await clinic.visit()).of("package")).toMatchObject(said("not checked", { found: "python" }));
});

/** Makes a program print this. */
const prints = (command: string, ran: Partial<Ran>) => (clinic: Clinic) => clinic.programs.set(command, ran);
const noPulumi = ({ programs }: Clinic) => {
  for (const name of [...programs.keys()].filter((each) => each.startsWith("pulumi"))) programs.delete(name);
};
const noStack = { code: 6, stderr: "error: no stack named 'test' found" };
const noToken = { code: 3, stderr: "error: PULUMI_ACCESS_TOKEN must be set\n" };

test.each<{
  of: string;
  given: (clinic: Clinic) => unknown;
  expected: [check: string, words: Parameters<typeof said>[1]];
  unchecked?: string;
}>([
  {
    of: "no pulumi",
    given: noPulumi,
    expected: ["pulumi", { remedy: "pulumi.com/docs/install" }],
    unchecked: "stack",
  },
  {
    of: "a backend that cannot be used, in pulumi's own words",
    given: prints("pulumi whoami", noToken),
    expected: ["state backend", { found: "PULUMI_ACCESS_TOKEN must be set", remedy: "pulumi login" }],
    unchecked: "stack",
  },
  {
    of: "a backend that does not answer in time",
    given: prints("pulumi whoami", { code: 1, late: true }),
    expected: ["state backend", { found: "did not end in time" }],
    unchecked: "stack",
  },
  {
    of: "a missing folder as the backend",
    given: (clinic) => putStack(clinic, [], { url: "file:///nowhere/at/all" }),
    expected: ["state backend", { remedy: "/nowhere/at/all" }],
  },
  {
    of: "a kind of a newer release",
    given: (clinic) => putStack(clinic, [{ kind: "Tomorrow", name: "a", id: "a" }]),
    expected: ["kinds", { found: "Tomorrow" }],
  },
  {
    of: "a missing stack",
    given: prints("pulumi stack export", noStack),
    expected: ["stack", { remedy: "pulumi stack init test" }],
  },
])("$of is a problem", async ({ given, expected: [check, words], unchecked }) => {
  const clinic = await openProject();
  await given(clinic);
  const { of, refusal } = await clinic.visit({ stack: "test" });
  expect(of(check)).toMatchObject(said("problem", words));
  if (unchecked !== undefined) expect(of(unchecked).state).toBe("not checked");
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("without a selected stack the remedy is to name one", async () => {
  const clinic = await openProject();
  const stderr = "error: no stack selected; please use `pulumi stack select`";
  clinic.programs.set("pulumi stack --show-name", { code: 1, stderr });
  expect((await clinic.visit()).of("stack")).toMatchObject(said("not checked", { remedy: "--stack" }));
});

test("settings come from the environment first and then from the stack's config, whose credential is never printed", async () => {
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined, WORKSPACE_GATEWAY_MAX_WAIT: "60" };
  const { visit, ...clinic } = await openProject(env);
  const value = clinic.gateway.token();
  const config = {
    "workspace-gateway:accessToken": { value, secret: true },
    "workspace-gateway:maxWait": { value: "90" },
    "workspace-gateway:requestTimeout": { value: 20 },
  };
  await putStack(clinic, [], { config });
  const { of, output } = await visit();
  expect(of("settings").state).toBe("ok");
  for (const key of ["accessToken", "requestTimeout"]) {
    expect(of("settings").found).toContain(`${key} from workspace-gateway:${key}`);
  }
  expect(of("settings").found).toContain("maxWait from WORKSPACE_GATEWAY_MAX_WAIT");
  expect(of("token")).toMatchObject(said("ok", { found: "by the token in workspace-gateway:accessToken." }));
  expect(output).not.toContain(value);
});

test("settings that may be in a config that cannot be decrypted are not called missing", async () => {
  const clinic = await openProject({ WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined });
  const refused = { code: 1, stderr: "error: incorrect passphrase" };
  clinic.programs.set("pulumi config --json --show-secrets", refused);
  const { of } = await clinic.visit();
  expect(of("secrets provider")).toMatchObject(said("problem", { remedy: "PASSPHRASE" }));
  expect(of("settings").state).toBe("not checked");
  expect(of("gateway").state).toBe("ok");
});

test("each credential in plain text is named with the file and the command", async () => {
  const clinic = await openProject();
  const config = {
    "workspace-gateway:accessToken": { value: "plain-one" },
    "workspace-gateway:eu.clientSecret": { value: "plain-two" },
    "workspace-gateway:us.accessToken": { value: "hidden-one", secret: true },
  };
  const project = "name: clinic\nruntime: nodejs\nconfig:\n  workspace-gateway:accessToken: plain-one\n";
  await putStack(clinic, [], { config, project });
  const { findings, output } = await clinic.visit();
  const plain = findings.filter(({ check }) => check === "credentials in the config");
  expect(plain.map(({ state, found }) => [state, found])).toEqual([
    ["problem", "workspace-gateway:accessToken is a credential in plain text in Pulumi.yaml."],
    ["problem", "workspace-gateway:eu.clientSecret is a credential in plain text in the stack's config."],
  ]);
  expect(plain[1]?.remedy).toContain(
    "`pulumi config set --secret workspace-gateway:eu.clientSecret --stack test`",
  );
  expect(plain[0]?.remedy).toContain("take the key out of Pulumi.yaml");
  for (const secret of ["plain-one", "plain-two", "hidden-one"]) {
    expect(output).not.toContain(secret);
  }
});

const lockedAt = "2026-11-22T09:00:00.000Z";

async function putLock({ folder }: Clinic, pid: number, host: string) {
  const locks = path.join(folder, "backend/.pulumi/locks/organization/clinic/test");
  await mkdir(locks, { recursive: true });
  const lock = { pid, username: "ada", hostname: host, timestamp: lockedAt };
  await writeFile(path.join(locks, "lock.json"), JSON.stringify(lock));
}

const cancel = [
  "pulumi cancel --stack test",
  `npx workspace-gateway recover --stack test --since ${lockedAt}`,
];

const recover = ["npx workspace-gateway recover --stack test"];

test.each([
  {
    of: "a running process",
    pid: process.pid,
    host: hostname(),
    alive: true,
    remedy: /^Wait until it/,
    commands: cancel,
  },
  {
    of: "an ended process",
    pid: 2 ** 22 + 1,
    host: hostname(),
    alive: false,
    remedy: /^Run `/,
    commands: recover,
  },
  {
    of: "another machine",
    pid: 4711,
    host: "elsewhere",
    alive: null,
    remedy: /^If that run has/,
    commands: cancel,
  },
])("the lock of $of comes with the commands that remove it, and keep its time", async (row) => {
  const { pid, host, alive, remedy, commands } = row;
  const clinic = await openProject();
  await putLock(clinic, pid, host);
  const { of, refusal } = await clinic.visit();
  expect(of("lock")).toMatchObject({
    state: "problem",
    remedy: expect.stringMatching(remedy),
    facts: { alive, since: lockedAt, by: expect.stringContaining(`ada@${host}`), commands },
  });
  for (const command of commands) expect(of("lock").remedy).toContain(`\`${command}\``);
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("a hosted backend says itself that an update is in progress", async () => {
  const clinic = await openProject();
  await putStack(clinic, [], { url: "https://app.pulumi.com/ada" });
  const judged = async (updateInProgress?: boolean) => {
    const stdout = JSON.stringify([{ name: "ada/clinic/test", updateInProgress }]);
    clinic.programs.set("pulumi stack ls", { stdout });
    return (await clinic.visit()).of("lock");
  };
  expect((await judged(false)).state).toBe("ok");
  const unknown = { found: "does not tell whether an update is in progress" };
  expect(await judged()).toMatchObject(said("not checked", unknown));
  expect(await judged(true)).toMatchObject(said("problem", { remedy: "recover --stack test" }));
  expect((await clinic.visit()).of("checkpoint files").state).toBe("not checked");
});

test.each([
  { url: "", state: "problem" },
  { url: "s3://states", state: "not checked" },
])(
  "if pulumi does not answer, damaged files are looked for in the project's backend unless PULUMI_BACKEND_URL is $url",
  async (row) => {
    const clinic = await openProject({ PULUMI_BACKEND_URL: row.url });
    await putStack(clinic, [], {
      project: "name: clinic\nruntime: nodejs\nbackend:\n  url: file://./backend\n",
    });
    const stacks = path.join(clinic.folder, "backend/.pulumi/stacks/clinic");
    await mkdir(stacks, { recursive: true });
    await writeFile(path.join(stacks, "test.json"), "");
    clinic.programs.set("pulumi whoami", { code: 1, stderr: "error: EOF" });
    clinic.programs.set("pulumi stack --show-name", { code: 1, stderr: "error: EOF" });
    expect((await clinic.visit()).of("checkpoint files").state).toBe(row.state);
  },
);

test("pending operations are a warning with the command that settles them", async () => {
  const clinic = await openProject();
  const resource = { urn: urnOf("Prompt", "tone"), type: typeToken("Prompt") };
  await putStack(clinic, [], { pending: [{ type: "creating", resource }] });
  const { of, refusal } = await clinic.visit();
  expect(of("pending operations")).toMatchObject(
    said("warning", { found: "creating tone", remedy: "npx workspace-gateway recover --stack test" }),
  );
  expect(refusal).toBeUndefined();
});

test.each([
  ["name: [hidden-secret", /it is not YAML, as its line 1 shows/],
  ["runtime: nodejs # hidden-secret", /its `name` is missing or wrong/],
  ["hidden-secret", /it has no keys/],
])(
  "a Pulumi.yaml that cannot be read is a problem that quotes nothing of it, and not a missing project: %s",
  async (project, found) => {
    const clinic = await openClinic();
    await putStack(clinic, [], { project });
    for (const options of [{}, { stack: "test" }]) {
      const { of, refusal, output } = await clinic.visit(options);
      expect(output).not.toContain("hidden-secret");
      expect(of("project")).toMatchObject(said("problem", { found }));
      expect(of("stack")).toMatchObject({ state: "not checked", found: "The project cannot be read." });
      expect(refusal).toMatchObject({ exitCode: 1 });
    }
  },
);

test("the plan of the next up is that of a preview, and a preview that fails is a problem with the engine's words", async () => {
  const clinic = await openProject();
  const tone = { kind: "Prompt", name: "tone", id: "p", inputs: { workspaceId: "w", name: "tone" } };
  await putStack(clinic, [tone, { ...tone, name: "rules", op: "create" }]);
  expect((await clinic.visit()).of("preview")).toMatchObject({
    state: "ok",
    found: "The next `up` would create 1.",
  });
  const message = "error: the program is broken\nat line 3\n";
  const diagnostics = [{ severity: "error", message }];
  clinic.programs.set("pulumi preview", { code: 1, stdout: JSON.stringify({ diagnostics }) });
  const { of, refusal } = await clinic.visit();
  expect(of("preview")).toMatchObject(said("problem", { found: "the program is broken" }));
  expect(refusal).toMatchObject({ exitCode: 1 });
  clinic.programs.set("pulumi preview", { code: 1, late: true });
  expect((await clinic.visit()).of("preview").state).toBe("not checked");
});

test("what a program prints that makes no sense is a reason, and never a crash or a quote", async () => {
  const clinic = await openProject();
  for (const command of clinic.programs.keys()) {
    if (command.startsWith("pulumi ")) clinic.programs.set(command, { stdout: "nonsense hidden-secret" });
  }
  const { findings, output } = await clinic.visit();
  expect(findings.length).toBeGreaterThan(15);
  expect(output).not.toContain("hidden-secret");
});
