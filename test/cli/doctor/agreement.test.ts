import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { selfSigned } from "../../client/support/self-signed.ts";
import { Engine } from "../../contract/support/engine/engine.ts";
import type { Declared } from "../../contract/support/engine/program.ts";
import { Console } from "../../e2e/support/console.ts";
import type { Gateway } from "../../gateway/index.ts";
import { type Clinic, noApp, openClinic, said } from "./support/clinic.ts";
import { putStack, type Stored } from "./support/stack.ts";

type Env = Record<string, string | undefined>;

/** Something that may keep an `up` from its work, and what the `up` is to do. */
interface Fault {
  /** What is different from when the stack was made. */
  readonly env?: (gateway: Gateway, workspace: string) => Env | Promise<Env>;
  /** What the stack has in its workspace, and what it shall have. */
  readonly before?: Program;
  readonly after?: Program;
  /** The check that names the fault, and its words. */
  readonly says?: readonly [check: string, words: Parameters<typeof said>[1]];
}

type Program = (workspace: string) => readonly Declared[];

const prefix = "WORKSPACE_GATEWAY_";
const token = `${prefix}ACCESS_TOKEN`;
const url = `${prefix}BASE_URL`;
const wait = `${prefix}MAX_WAIT`;

/** A program that declares one object in the workspace. */
const declared =
  (kind: string, name: string, inputs: Declared["inputs"] = {}): Program =>
  (workspaceId) => [{ kind, name, inputs: { workspaceId, ...inputs } }];
const prompt = (content: string, name = "tone") => declared("Prompt", name, { name, content });
const route = declared("Mapping", "route", { sourceName: "gpt", targetModel: "openai/gpt" });
const person = declared("Member", "ada", { email: "member@example.com", role: "ADMIN" });
const key = declared("GatewayKey", "key");
const nothing: Program = () => [];
const both =
  (one: Program, other: Program): Program =>
  (workspace) => [...one(workspace), ...other(workspace)];

/** By the scopes of a plain token, or of an app. */
const scopes = ["profile", "workspaces", "prompts", "mapping", "members"].flatMap((name) => [
  `${name}:read`,
  `${name}:write`,
]);
const without = (...missing: string[]) => scopes.filter((scope) => !missing.includes(scope));
const unasked = without("profile:read");
const plain = (has: string[]) => (gateway: Gateway) => ({
  [token]: gateway.token({ user: "owner", scopes: has }),
});
const app = (has: string[]) => (gateway: Gateway) => ({
  [token]: undefined,
  [`${prefix}TOKEN_URL`]: gateway.tokenUrl,
  [`${prefix}SCOPES`]: has.join(" "),
});
const stranger = (gateway: Gateway) => ({ [token]: gateway.token({ user: "stranger" }) });
const always =
  (fault: Parameters<Gateway["faults"]["add"]>[0], env: Env = {}) =>
  (gateway: Gateway) => {
    gateway.faults.add(fault);
    return env;
  };
const is = (env: Env) => () => env;
/** A gateway that is another one, with what the variables then say. */
const other =
  (variants: Partial<Gateway["variants"]>, env: Env = {}) =>
  (gateway: Gateway) => {
    Object.assign(gateway.variants, variants);
    return env;
  };
/** Somebody made the route in the console. */
const routed =
  (env: Env = {}) =>
  async (gateway: Gateway, id: string) => {
    await new Console(gateway).mapping({ id, gateway_name: "" }, "gpt", "openai/gpt");
    return env;
  };

async function untrusted(): Promise<Env> {
  const server = createServer(selfSigned);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { [url]: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` };
}

const account = (gateway: Gateway) => ({ data: { id: gateway.account("owner").id } });
const deleted = (gateway: Gateway, workspace: string) =>
  gateway.console("DELETE", `/workspaces/${workspace}`).then(() => ({}));

const stops: Record<string, Fault> = {
  "no address": { env: is({ [url]: undefined }) },
  "no credential": { env: is({ [token]: undefined, ...noApp }) },
  "a name that nobody knows": { env: is({ [url]: "https://nobody.invalid/api/v1" }) },
  "a port on which nobody listens": { env: is({ [url]: "http://127.0.0.1:1/api/v1" }) },
  "a certificate that nobody trusts": {
    env: untrusted,
    says: ["gateway", { found: "is not from a trusted authority", remedy: "NODE_EXTRA_CA_CERTS" }],
  },
  "a gateway that is down": { env: always({ kind: "status", status: 503 }) },
  "a server without this API": { env: always({ kind: "status", status: 404 }) },
  "a server that says yes to all": {
    env: always({ kind: "status", status: 200, body: { ok: true } }),
    after: route,
  },
  "a version that is not served": { env: is({ [`${prefix}API_VERSION`]: "1999-01-01" }) },
  "a gateway that serves another version": {
    env: (gateway) => {
      const headers = { "x-served": "2020-01-01" };
      gateway.faults.add({ kind: "status", status: 200, headers, body: account(gateway) });
      const pinned = { [`${prefix}API_VERSION`]: "2026-04-01", [`${prefix}VERSION_ECHO_HEADER`]: "X-Served" };
      return other({ echoHeader: "X-Served", versions: ["2026-04-01"] }, pinned)(gateway);
    },
  },
  "a token that the gateway does not know": { env: is({ [token]: "wga_unknown" }) },
  "an app with a wrong secret": {
    env: (gateway) => ({ ...app(scopes)(gateway), [`${prefix}CLIENT_SECRET`]: "wrong-app-secret" }),
  },
  "an account that is not allowed": { env: is({ [`${prefix}ALLOWED_ACCOUNTS`]: "another" }) },
  "a token of another account": { env: stranger },
  "a token of another account, to delete": { env: stranger, before: prompt("a"), after: nothing },
  "an app that may not change prompts": { env: app(without("prompts:write")) },
  "a token that may not look for routes": { env: plain(without("mapping:read")), after: route },
  "a new member, and a token that may not ask whose it is": { env: plain(unasked), after: person },
  "a new key without an app": { env: is(noApp), after: key },
  "a rate limit that is used up for too long": {
    env: always({ kind: "status", status: 429, headers: { "retry-after": "60" } }, { [wait]: "1" }),
  },
  "fewer requests than changes": {
    env: (gateway) => {
      gateway.rateLimit = { limit: 4, windowSeconds: 600 };
      return { [wait]: "1" };
    },
    after: ["a", "b", "c", "d"].map((name) => prompt(name, name)).reduce(both),
  },
  "a route that exists already": { env: routed(), after: route },
  "a workspace that was deleted": { env: deleted },
  "another connection that is used, and wrong": {
    env: (gateway) => ({ ...connected(gateway), [`${prefix}EU_ACCESS_TOKEN`]: "wga_unknown" }),
    after: both(prompt("b"), onConnection),
  },
};

function onConnection(): readonly Declared[] {
  return [{ kind: "Workspace", name: "eu", inputs: { name: "Europe", connection: "eu" } }];
}

function connected(gateway: Gateway): Env {
  return { [`${prefix}EU_BASE_URL`]: gateway.baseUrl, [`${prefix}EU_ACCESS_TOKEN`]: gateway.token() };
}

const harmless: Record<string, Fault> = {
  "nothing at all": {},
  "all that a program can need": { after: both(both(prompt("b"), route), both(person, key)) },
  "a token that may not ask whose it is": { env: plain(unasked) },
  "an app with exactly its scopes": { env: app(["prompts:write"]) },
  "another account where nothing changes": { env: stranger, after: prompt("a") },
  "a rate limit that is used up for a moment": {
    env: always({ kind: "status", status: 429, headers: { "retry-after": "1" }, count: 1, skip: 2 }),
  },
  "a route that exists already and may be taken over": {
    env: routed({ [`${prefix}ADOPT`]: "identical" }),
    after: route,
  },
  "a default connection that nobody uses": {
    env: (gateway) => ({ ...connected(gateway), [url]: undefined }),
    before: nothing,
    after: onConnection,
  },
};

/** What the doctor says before an `up`, and what the provider then does in it. */
async function compare({ env = is({}), before = prompt("a"), after = prompt("b") }: Fault) {
  const clinic = await openClinic();
  const { gateway } = clinic;
  const { body } = await gateway.console("POST", "/workspaces", { name: "Team" });
  const workspace = (body as { data: { id: string } }).data.id;
  gateway.seed.member(workspace, "member");
  const first = new Engine(strings(clinic.machine.env));
  expect(await first.up(before(workspace)), first.errors.join()).toBe("done");
  const changed = { ...clinic.machine.env, ...(await env(gateway, workspace)) };
  const ill = {
    ...clinic,
    terminal: { ...clinic.terminal, env: changed },
    machine: { ...clinic.machine, env: changed },
  };
  const next = new Engine(strings(changed));
  next.state = first.state;
  await putStack(ill, plannedFor(first.resources, after(workspace)));
  if ((await next.preview(after(workspace))) === "failed") {
    clinic.programs.set("pulumi preview", { code: 1, stderr: `error: ${next.errors.splice(0)}` });
  }
  const visit = await clinic.visit({}, ill);
  const outcome = await next.up(after(workspace));
  return { ...visit, outcome, errors: next.errors };
}

/** What the engine would plan: what differs is updated. */
function plannedFor(state: Engine["resources"], program: readonly Declared[]): Stored[] {
  const kept = state.map(({ name, kind, id, inputs, outputs }): Stored => {
    const goal = program.find((declared) => declared.name === name);
    const isSame = JSON.stringify(goal?.inputs) === JSON.stringify(inputs);
    return {
      ...{ name, kind, id, inputs, outputs },
      ...(goal === undefined ? { op: "delete" } : isSame ? {} : { op: "update", next: goal.inputs }),
    };
  });
  const isNew = ({ name }: Declared) => state.every((stored) => stored.name !== name);
  return [
    ...kept,
    ...program
      .filter(isNew)
      .map(({ name, kind, inputs }): Stored => ({ name, kind, inputs, id: "", op: "create" })),
  ];
}

function strings(env: Clinic["machine"]["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

test.each(Object.entries(stops))("an up fails, and the doctor says so before: %s", async (_, fault) => {
  const { outcome, refusal, output, of } = await compare(fault);
  expect([outcome, refusal], output).toEqual(["failed", expect.objectContaining({ exitCode: 1 })]);
  if (fault.says !== undefined) expect(of(fault.says[0])).toMatchObject(said("problem", fault.says[1]));
});

test.each(Object.entries(harmless))(
  "an up works, and the doctor has advice at most: %s",
  async (_, fault) => {
    const { outcome, refusal, output, errors } = await compare(fault);
    expect([outcome, refusal], [...errors, output].join("\n")).toEqual(["done", undefined]);
  },
);

const member = (gateway: Gateway) =>
  other({ memberWrites: false }, { [token]: gateway.token({ user: "member" }) })(gateway);

test.each([
  ["whether a mere member may write", member, "visible objects", /Only a write would tell/],
  [
    "the write scopes of a plain token",
    plain(without("prompts:write")),
    "scopes",
    /only a write would show them.*prompts:write/,
  ],
])("what only a write could show is said to be unknown: %s", async (_what, env, check, found) => {
  const { outcome, refusal, findings } = await compare({ env });
  expect([outcome, refusal]).toEqual(["failed", undefined]);
  expect(findings).toContainEqual({ check, ...said("not checked", { found }) });
});
