import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DoctorOptions } from "../../../cli/doctor/command.js";
import type { Ran } from "../../../cli/doctor/pulumi.js";
import type { Diagnosis } from "../../../cli/doctor/table.js";
import manifest from "../../../cli/package.json" with { type: "json" };
import { scopesOfLife } from "../../../cli/review/facts/notes.js";
import { kinds } from "../../../provider/every-kind.js";
import { typeToken } from "../../../provider/spec/token.js";
import { selfSigned } from "../../client/support/self-signed.ts";
import type { Gateway } from "../../gateway/index.ts";
import { type Clinic, noApp, openClinic } from "./support/clinic.ts";
import { putPackage, putStack, type StackOptions, type Stored, urnOf } from "./support/stack.ts";

type Env = Parameters<typeof openClinic>[1];

interface Visit {
  readonly env?: Env;
  readonly options?: DoctorOptions;
  readonly given?: (clinic: Clinic) => unknown;
}

const prefix = "WORKSPACE_GATEWAY_";
const token = `${prefix}ACCESS_TOKEN`;
const url = `${prefix}BASE_URL`;
const prints = (command: string, ran: Partial<Ran>) => (clinic: Clinic) => clinic.programs.set(command, ran);
const fails = (command: string, why: string, code = 1): Visit => ({
  given: prints(`pulumi ${command}`, { code, stderr: `error: ${why}\n` }),
});
const answers =
  (answer: object) =>
  ({ gateway }: Clinic) =>
    gateway.faults.add({ kind: "status", status: 200, ...answer });

const scopes = [...new Set(kinds.flatMap((kind) => scopesOfLife(kind, kinds)).map(({ scope }) => scope))];
const app =
  (has: readonly string[] = scopes, more: object = {}) =>
  ({ tokenUrl }: Gateway) => ({
    ...{ [token]: undefined, [`${prefix}TOKEN_URL`]: tokenUrl, [`${prefix}SCOPES`]: has.join(" "), ...more },
  });
const plain = (has: string[]) => (gateway: Gateway) => ({ [token]: gateway.token({ scopes: has }) });
const fewest = ["profile:read", "workspaces:read", "workspaces:write", "prompts:read"];

const team = { kind: "Workspace", name: "team", id: "ws-1", inputs: { name: "Team" } };
const tone = { kind: "Prompt", name: "tone", id: "p-1", inputs: { workspaceId: "ws-1", name: "tone" } };
const changed: Stored = { ...tone, op: "update", next: { ...tone.inputs, content: "x" } };
const key = { kind: "GatewayKey", name: "key", id: "k", inputs: { workspaceId: "ws-1" } };
const stack =
  (...stored: readonly Stored[]) =>
  (clinic: Clinic) =>
    putStack(clinic, stored);
const project = (options: StackOptions) => (clinic: Clinic) => putStack(clinic, [], options);
const both =
  (...all: readonly ((clinic: Clinic) => unknown)[]) =>
  async (clinic: Clinic) => {
    for (const each of all) await each(clinic);
  };

const full = (forceDestroy: boolean, onDestroy: string) => async (clinic: Clinic) => {
  const { clicks, gateway } = clinic;
  const room = await clicks.workspace("Team");
  const inside = { workspaceId: room.id };
  const prompt = async (name: string, more: Partial<Stored> = {}): Promise<Stored> => {
    const { id } = await clicks.prompt(room, name, "c");
    return { kind: "Prompt", name, id, inputs: inside, ...more };
  };
  await prompt("by hand");
  gateway.seed.member(room.id, "member");
  const [user] = gateway.rows("members").filter(({ role }) => role !== "OWNER");
  await putStack(clinic, [
    { kind: "Workspace", name: "team", id: room.id, inputs: { name: "Team", forceDestroy } },
    await prompt("declared"),
    await prompt("retained", { retainOnDelete: true }),
    await prompt("along", { deletedWith: urnOf("Workspace", "team") }),
    { kind: "Member", name: "ada", id: String(user?.id), inputs: { ...inside, onDestroy } },
  ]);
};

async function badMappings(clinic: Clinic) {
  const { clicks } = clinic;
  const room = await clicks.workspace("Team");
  await clicks.model(room, await clicks.provider(room, "openai"), "gpt");
  const mapping = (name: string, inputs: object) => {
    const all = { workspaceId: room.id, targetModel: "openai/gpt", ...inputs };
    return { kind: "Mapping", name, id: `${name}-id`, inputs: all, outputs: all };
  };
  await putStack(clinic, [
    mapping("chat", { sourceName: "chat", targetModel: "openai/gpd" }),
    mapping("family", { sourceName: "gpt-.*" }),
    mapping("fine", { sourceName: "fine" }),
  ]);
}

const step =
  (
    op: NonNullable<Stored["op"]> | "same",
    kind: string,
    name: string,
    inputs: object = {},
    outputs: Stored["outputs"] = {},
  ) =>
  (workspaceId: string): Stored => ({
    ...{ kind, name, id: name, inputs: { workspaceId, ...inputs }, outputs },
    ...(op !== "same" && { op }),
  });
const route = step("create", "Mapping", "route", { sourceName: "gpt", targetModel: "openai/gpt" });
const person = step("create", "Member", "ada", { email: "member@example.com", role: "ADMIN" });
const prompt = (workspaceId: string): Stored => ({
  ...step("update", "Prompt", "tone", { name: "tone" })(workspaceId),
  next: { workspaceId, name: "tone", content: "x" },
});
const theirs = { __account: "another" };

/** A workspace that the gateway has, with a member, and what the next `up` does in it. */
const inTeam =
  (...steps: readonly ((workspaceId: string) => Stored)[]) =>
  async (clinic: Clinic) => {
    const room = await clinic.clicks.workspace("Team");
    clinic.gateway.seed.member(room.id, "member");
    await clinic.clicks.mapping(room, "gpt", "openai/gpt");
    await putStack(
      clinic,
      steps.map((each) => each(room.id)),
    );
  };

async function untrusted({ terminal }: Clinic) {
  const server = createServer(selfSigned);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  Object.assign(terminal.env, { [url]: `https://127.0.0.1:${port}/api/v1` });
}

const packageOf = (name: string, version: string) => (clinic: Clinic) => putPackage(clinic, name, version);

const lock =
  (pid: number, host = hostname()) =>
  async ({ folder }: Clinic) => {
    const locks = path.join(folder, "backend/.pulumi/locks/organization/clinic/test");
    await mkdir(locks, { recursive: true });
    const held = { pid, username: "ada", hostname: host, timestamp: "2026-11-22T09:00:00.000Z" };
    await writeFile(path.join(locks, "lock.json"), JSON.stringify(held));
  };

const hosted = (updateInProgress?: boolean) =>
  both(
    project({ url: "https://app.pulumi.com/ada" }),
    prints("pulumi stack ls", { stdout: JSON.stringify([{ name: "ada/clinic/test", updateInProgress }]) }),
  );

const configured = (clinic: Clinic) =>
  putStack(clinic, [], {
    config: {
      "workspace-gateway:accessToken": { value: clinic.gateway.token(), secret: true },
      "workspace-gateway:maxWait": { value: "90" },
      "workspace-gateway:requestTimeout": { value: 20 },
    },
  });

const plainCredentials = project({
  project: "name: clinic\nruntime: nodejs\nconfig:\n  workspace-gateway:accessToken: hidden-one\n",
  config: {
    "workspace-gateway:accessToken": { value: "hidden-one" },
    "workspace-gateway:eu.clientSecret": { value: "hidden-two" },
    "workspace-gateway:us.accessToken": { value: "hidden-three", secret: true },
  },
});

/** pulumi does not answer, and the state in the folder that the project names is empty. */
const damaged = async (clinic: Clinic) => {
  const { folder, programs } = clinic;
  await putStack(clinic, [], {
    project: "name: clinic\nruntime: nodejs\nbackend:\n  url: file://./backend\n",
  });
  const stacks = path.join(folder, "backend/.pulumi/stacks/clinic");
  await mkdir(stacks, { recursive: true });
  await writeFile(path.join(stacks, "test.json"), "");
  for (const each of ["whoami", "stack --show-name"])
    programs.set(`pulumi ${each}`, { code: 1, stderr: "error: EOF" });
};

const withoutPulumi = ({ programs }: Clinic) => {
  for (const name of programs.keys()) if (name.startsWith("pulumi")) programs.delete(name);
};
const nonsense = ({ programs }: Clinic) => {
  for (const name of programs.keys())
    if (name.startsWith("pulumi ")) programs.set(name, { stdout: "nonsense hidden-secret" });
};
const failed = (stdout: object) =>
  prints("pulumi preview", { code: 1, stderr: "error: broken", stdout: JSON.stringify(stdout) });
const diagnostics = [{ severity: "error", message: "error: the program is broken\nat line 3\n" }];
const pending = [{ type: "creating", resource: { urn: urnOf("Prompt", "tone"), type: typeToken("Prompt") } }];
const eu = { ...team, name: "eu", inputs: { name: "Europe", connection: "eu" } };
const us = "urn:pulumi:test::clinic::pulumi:providers:workspace-gateway::us::id";
const euIsWrong = ({ baseUrl }: Gateway) => ({
  [`${prefix}EU_BASE_URL`]: baseUrl,
  [`${prefix}EU_ACCESS_TOKEN`]: "wga_unknown",
});
const page = { headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" };
const slow = { [`${prefix}REQUEST_TIMEOUT`]: "0.3" };
const named = { stack: "test" };
const stranger = (gateway: Gateway) => ({ [token]: gateway.token({ user: "stranger" }) });
const without = (...missing: string[]) => plain(scopes.filter((each) => !missing.includes(each)));
const mereMember = (gateway: Gateway) => {
  gateway.variants.memberWrites = false;
  return { [token]: gateway.token({ user: "member" }) };
};

const gateways: Readonly<Record<string, Visit>> = {
  "no address": { env: { [url]: undefined } },
  "plain http to another machine": { env: { [url]: "http://gateway.example/api/v1" } },
  "a name that cannot be resolved": { env: { [url]: "https://nobody.invalid/api/v1" } },
  "a port on which nobody listens": { env: { [url]: "http://127.0.0.1:1/api/v1" } },
  "a certificate that nobody trusts": { given: untrusted },
  "a gateway that is down": { given: answers({ status: 503 }) },
  "no credential": { env: { [token]: undefined, ...noApp } },
  "a gateway that hangs": { env: slow, given: ({ gateway }) => gateway.faults.add({ kind: "hang-before" }) },
  "a 404": { given: answers({ status: 404, body: "no such page" }) },
  "a page that asks to sign in": { given: answers(page) },
  "a redirect": { given: answers({ status: 302, headers: { location: "https://sso.example/login" } }) },
  "JSON without a question for a token": { given: answers({ body: { ok: true } }) },
  "a proxy's own 407": { given: answers({ status: 407 }) },
  "a token that the gateway does not know": { env: { [token]: "wga_no-such-token" } },
  "an app": { env: app() },
  "an app with a wrong secret": { env: app(scopes, { [`${prefix}CLIENT_SECRET`]: "wrong-app-secret" }) },
  "an app without the scope prompts:write": { env: app(scopes.filter((each) => each !== "prompts:write")) },
  "a plain token with few scopes": {
    env: plain(["profile:read", "workspaces:read", "prompts:read", "members:read"]),
    given: ({ clicks }) => clicks.workspace("Team"),
  },
  "a token without the credentials of an app": { env: noApp },
  "a pinned version that is not served": { env: { [`${prefix}API_VERSION`]: "1999-01-01" } },
  "an account that is not allowed": { env: { [`${prefix}ALLOWED_ACCOUNTS`]: "another" } },
  "a rate limit that is used up for too long": {
    env: { [`${prefix}MAX_WAIT`]: "1" },
    given: answers({ status: 429, headers: { "retry-after": "60" } }),
  },
};

const wellOrWrong = { [`${prefix}MAX_WAIT`]: "60", [token]: undefined };

const projects: Readonly<Record<string, Visit>> = {
  "an old pulumi": { given: prints("pulumi version", { stdout: "v3.215.9" }) },
  "a pulumi of another major": { given: prints("pulumi version", { stdout: "v4.0.0" }) },
  "the oldest pulumi": { given: prints("pulumi version", { stdout: "v3.216.0" }) },
  "an old Node": { given: prints("node --version", { stdout: "v22.18.0" }) },
  "the oldest Node": { given: prints("node --version", { stdout: "v22.19.0" }) },
  "no Node": { given: ({ programs }) => programs.delete("node --version") },
  "an old SDK": { given: packageOf("@pulumi/pulumi", "3.100.0") },
  "another version of the package": { given: packageOf("pulumi-workspace-gateway", "0.0.1") },
  "no packages": { given: ({ folder }) => rm(path.join(folder, "node_modules"), { recursive: true }) },
  "a program in Python": { given: project({ project: "name: clinic\nruntime: python\n" }) },
  "no pulumi": { given: withoutPulumi, options: named },
  "a backend that cannot be used": fails("whoami", "PULUMI_ACCESS_TOKEN must be set", 3),
  "a missing folder as the backend": { given: project({ url: "file:///nowhere/at/all" }) },
  "a kind of a newer release": { given: stack({ kind: "Tomorrow", name: "a", id: "a" }) },
  "a missing stack": fails("stack export", "no stack named 'test' found", 6),
  "no selected stack": fails("stack --show-name", "no stack selected; please use `pulumi stack select`"),
  "settings in the stack's config": { env: wellOrWrong, given: configured },
  "a config that cannot be decrypted": {
    ...fails("config --json --show-secrets", "incorrect passphrase"),
    env: { [token]: undefined },
  },
  "credentials in plain text": { given: plainCredentials },
  "a lock of a running process": { given: lock(process.pid) },
  "a lock of an ended process": { given: lock(2 ** 22 + 1) },
  "a lock of another machine": { given: lock(4711, "elsewhere") },
  "a hosted backend": { given: hosted(false) },
  "a hosted backend with an update in progress": { given: hosted(true) },
  "a hosted backend that does not tell": { given: hosted() },
  "damaged files, and no answer of pulumi": { env: { PULUMI_BACKEND_URL: "" }, given: damaged },
  "pending operations": { given: project({ pending }) },
  "a Pulumi.yaml that is no YAML": { given: project({ project: "name: [hidden-secret" }) },
  "a Pulumi.yaml without a name": { given: project({ project: "runtime: nodejs # hidden-secret" }) },
  "a create": { given: stack(tone, { ...tone, name: "rules", op: "create" }) },
  "a preview that fails": { given: failed({ diagnostics }) },
  "a preview that takes too long": { given: prints("pulumi preview", { code: 1, late: true }) },
  "what a program prints makes no sense": { given: nonsense },
  "an app that lacks what nothing needs now": { env: app(fewest), given: stack(tone) },
  "an app that lacks what the next up needs": { env: app(fewest), given: stack(changed) },
  "an app that lacks what is only read": { env: app(fewest), given: stack({ ...tone, external: true }) },
  "an app that lacks something, and no plan": { env: app(fewest), given: both(stack(tone), failed({})) },
  "a gateway key": { given: stack(key) },
  "a gateway key, and no app": { env: noApp, given: stack(key) },
  "two connections and a provider of the program": {
    env: euIsWrong,
    given: stack(team, eu, { ...team, name: "own", provider: us }),
  },
  "the connection that is named": { env: euIsWrong, given: stack(team, eu), options: { connection: "eu" } },
  "a workspace that keeps what nobody declares": { given: full(false, "delete") },
  "a workspace that may be deleted with all in it": { given: full(true, "keep") },
  "a workspace whose prompts cannot be listed": {
    given: both(full(false, "delete"), ({ gateway }) =>
      gateway.faults.add({ kind: "status", status: 403, method: "GET", path: "/prompts" }),
    ),
  },
  "mappings that cannot work": { given: badMappings },
  "all that a program can need": { given: inTeam(prompt, person, step("create", "GatewayKey", "key")) },
  "a token of another account": { env: stranger, given: inTeam(prompt) },
  "a token of another account, to delete": {
    env: stranger,
    given: inTeam(step("delete", "Prompt", "tone", {}, theirs)),
  },
  "an app with exactly its scopes": { env: app(["prompts:write"]), given: inTeam(prompt) },
  "a token that may not look for routes": { env: without("mapping:read"), given: inTeam(route) },
  "a token that may not ask whose it is": { env: without("profile:read"), given: inTeam(prompt) },
  "a token of a mere member": { env: mereMember, given: inTeam(prompt) },
  "a route that exists already": { given: inTeam(route) },
  "fewer requests than changes": {
    env: (gateway) => {
      gateway.rateLimit = { limit: 4, windowSeconds: 65 };
      return { [`${prefix}MAX_WAIT`]: "1" };
    },
    given: inTeam(...["a", "b", "c", "d"].map((name) => step("create", "Prompt", name, { name }))),
  },
};

/** What the doctor finds, in lines that are the same on every machine, and what it asks the gateway. */
async function told({ env, options, given }: Visit, begin: (clinic: Clinic) => unknown) {
  const clinic = await openClinic({}, env);
  const { gateway, folder, visit, terminal } = clinic;
  await begin(clinic);
  await given?.(clinic);
  gateway.log.clear();
  const { findings, refusal, output } = await visit(options);
  for (const secret of [terminal.env[token], terminal.env[`${prefix}CLIENT_SECRET`], "hidden-"])
    if (secret !== undefined) expect(output).not.toContain(secret);
  const asked = gateway.log.entries().map(({ method, path: at, query }) => {
    const parameters = new URLSearchParams(query).toString();
    return `${method} ${at}${parameters && `?${parameters}`}`;
  });
  expect(asked.filter((each) => !/^GET |^POST \/oauth\/token/.test(each))).toEqual([]);
  const names = Object.entries({
    [folder]: "FOLDER",
    [String(terminal.env.HOME)]: "HOME",
    [gateway.origin]: "GATEWAY",
    [gateway.app.clientId]: "APP",
    [`@${hostname()}`]: "@HOST",
    [`process ${process.pid}`]: "process PID",
    [manifest.version]: "VERSION",
  });
  const same = (text: string) =>
    names
      .reduce((all, [from, to]) => all.replaceAll(from, to), text)
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
      .replaceAll(/127\.0\.0\.1:\d{4,}/g, "127.0.0.1:PORT")
      .replaceAll(/6\d s(?=[.,])/g, "SECONDS s");
  const refused = refusal instanceof Error ? [`refused: ${refusal.message}`] : [];
  const all = [...linesOf(findings), ...refused, `asked: ${asked.toSorted().join(", ") || "nothing"}`];
  return all.map(same);
}

/** A line for each finding, and one for all that is not checked for one reason. */
function linesOf(findings: readonly Diagnosis[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { check, state, connection, found, means, remedy, facts } of findings) {
    const parts = [found, means, remedy && `→ ${remedy}`, facts && JSON.stringify(facts)];
    const text = [connection && `(${connection})`, ...parts].filter(Boolean).join(" ");
    const key = state === "not checked" ? `${state}: ${text}` : `${state} ${check}: ${text}`;
    lines.set(key, [...(lines.get(key) ?? []), check]);
  }
  return [...lines].map(([line, checks]) => line.replace(/^not checked/, `not checked ${checks.join(", ")}`));
}

test.each([
  ["outside", gateways, () => {}],
  ["in a project", projects, (clinic: Clinic) => putStack(clinic, [])],
] as const)("doctor %s reports what differs from the usual, and no secret", async (place, visits, begin) => {
  const usual = await told({}, begin);
  const pages = [["# As usual", ...usual].join("\n")];
  for (const [name, visit] of Object.entries(visits)) {
    const lines = await told(visit, begin);
    pages.push([`# ${name}`, ...lines.filter((line) => !usual.includes(line))].join("\n"));
  }
  await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot(`visits/${place.replaceAll(" ", "-")}.txt`);
});
