import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runDoctor } from "../../../cli/doctor/command.js";
import type { Diagnosis } from "../../../cli/doctor/table.js";
import { type Login, LoginStore } from "../../../provider/client/logins.js";
import { systemIo } from "../../../provider/io/io.js";
import { noApp, openClinic, said } from "./support/clinic.ts";
import { putStack, type Stored, urnOf } from "./support/stack.ts";

function statesOf(findings: readonly Diagnosis[], names = ["API version", "token", "scopes", "rate limit"]) {
  return new Set(names.map((name) => findings.find(({ check }) => check === name)?.state));
}

test("a gateway that works has no problem, gets only GETs, and no secret is printed", async () => {
  const { visit, gateway, terminal } = await openClinic();
  await gateway.console("POST", "/workspaces", { name: "Team" });
  const { findings, refusal, output, of } = await visit();
  expect(refusal).toBeUndefined();
  expect(findings.filter(({ state }) => state === "problem")).toEqual([]);
  const { id, email } = gateway.account("owner");
  expect(of("token").found).toContain(`account ${id} (${email}`);
  const asked = gateway.log.entries();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  for (const name of ["WORKSPACE_GATEWAY_ACCESS_TOKEN", "WORKSPACE_GATEWAY_CLIENT_SECRET"]) {
    expect(output).not.toContain(terminal.env[name]);
  }
});

test("without settings all that is missing is named, and the rest is not checked because of it", async () => {
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_BASE_URL: undefined });
  const { of, findings, refusal } = await visit();
  expect(of("settings")).toMatchObject(
    said("problem", { remedy: "Set WORKSPACE_GATEWAY_BASE_URL or --base-url" }),
  );
  expect(statesOf(findings)).toEqual(new Set(["not checked"]));
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("plain http to another machine is refused before anything is sent, with the setting that allows it", async () => {
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_BASE_URL: "http://gateway.example/api/v1" });
  const { of } = await visit();
  expect(of("settings").remedy).toContain("`allowHttp`");
  expect(of("gateway").state).toBe("not checked");
});

test("without a credential the gateway is looked at all the same", async () => {
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined, ...noApp });
  const { of } = await visit();
  expect(of("settings").remedy).toContain("workspace-gateway login");
  expect(of("gateway").state).toBe("ok");
  expect(of("token")).toMatchObject({ state: "not checked", found: "There is no credential." });
});

test.each([
  ["hangs", "hang-before", /no answer within/, /REQUEST_TIMEOUT/],
  ["cuts connections", "reset-before", /No answer came/, /connection was lost/],
] as const)(
  "a gateway that %s is a problem in the words of the client, and nothing else is tried",
  async (_what, kind, found, remedy) => {
    const { visit, gateway } = await openClinic({}, { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "0.3" });
    gateway.faults.add({ kind });
    const { of, findings, refusal } = await visit();
    expect(of("gateway")).toMatchObject(said("problem", { found, remedy }));
    expect(statesOf(findings)).toEqual(new Set(["not checked"]));
    expect(refusal).toMatchObject({ exitCode: 1 });
  },
);

const page = { "content-type": "text/html" };

test.each([
  ["a 404", { status: 404, body: "no such page" }, /answers 404 .*no such page/],
  ["a page that asks to sign in", { status: 200, headers: page, body: "<html>Sign in</html>" }, /web page/],
  [
    "a redirect",
    { status: 302, headers: { location: "https://sso.example/login" } },
    /redirect to https:\/\/sso/,
  ],
  ["JSON without a question for a token", { status: 200, body: { ok: true } }, /without asking for a token/],
  ["a proxy's own 407", { status: 407 }, /proxy/],
])("%s is not a management API, and nothing more is asked", async (_what, answer, found) => {
  const { visit, gateway } = await openClinic();
  gateway.faults.add({ kind: "status", ...answer });
  const { of, findings } = await visit();
  expect(of("gateway")).toMatchObject(said("problem", { found, remedy: "ends in /api/v1" }));
  expect(statesOf(findings)).toEqual(new Set(["not checked"]));
  expect(gateway.log.entries()).toHaveLength(1);
});

test("a server that is no management API gets no credential", async () => {
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_BASE_URL: `http://127.0.0.1:${port}/api/v1` });
  expect((await visit()).of("gateway").state).toBe("problem");
  expect(credentials).toEqual([undefined]);
});

const token = "WORKSPACE_GATEWAY_ACCESS_TOKEN";
const pin = "WORKSPACE_GATEWAY_API_VERSION";

test("a refused token is a problem, with --json and without, and it is not printed", async () => {
  const { visit, terminal, machine, out } = await openClinic({}, { [token]: "wga_no-such-token" });
  const refused = await runDoctor({}, terminal, machine).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: "1 problem: a write would fail.", exitCode: 1 });
  const text = out.splice(0).join("\n");
  const { of, refusal, output } = await visit();
  expect(JSON.parse(output)).toMatchObject({ writable: false });
  expect(text).toContain(of("token").found);
  expect(text).toContain(`→ ${of("token").remedy}`);
  expect(text).not.toContain("wga_no-such-token");
  expect(of("token")).toMatchObject(said("problem", { remedy: token }));
  expect(of("scopes")).toMatchObject({ state: "not checked", found: "The token is refused." });
  expect(of("gateway").state).toBe("ok");
  expect(refusal).toMatchObject({ exitCode: 1 });
  expect(output).not.toContain("wga_no-such-token");
});

test.each([
  [{}, "ok", "found"],
  [{ WORKSPACE_GATEWAY_CLIENT_SECRET: "wrong-app-secret" }, "problem", "remedy"],
] as const)("an app signs in with %j: %s, and its secret is not printed", async (more, state, place) => {
  const { visit, gateway } = await openClinic({}, ({ tokenUrl }) => ({
    [token]: undefined,
    WORKSPACE_GATEWAY_TOKEN_URL: tokenUrl,
    ...more,
  }));
  const { of, output } = await visit();
  const text = state === "ok" ? gateway.app.clientId : "WORKSPACE_GATEWAY_TOKEN_URL";
  expect(of("token")).toMatchObject(said(state, { [place]: text }));
  expect(output).not.toContain(gateway.app.clientSecret);
  expect(output).not.toContain("wrong-app-secret");
});

test("the scopes of a stored login are known", async () => {
  const { visit, gateway, terminal } = await openClinic({}, { [token]: undefined, ...noApp });
  const scopes = ["profile:read", "workspaces:read", "workspaces:write"];
  const accessToken = gateway.token({ scopes });
  const app = { tokenUrl: gateway.tokenUrl, clientId: gateway.app.clientId, appAuth: "basic" } as const;
  const login: Login = { ...app, scopes, accessToken, refreshAt: Date.now() + 600_000, refreshToken: "r" };
  await LoginStore.of(terminal.env).change(gateway.baseUrl, undefined, systemIo, async () => login);
  const { of, output } = await visit();
  expect(of("token").state).toBe("ok");
  expect(of("scopes").facts).toMatchObject({ has: expect.arrayContaining(scopes) });
  expect(output).not.toContain(accessToken);
});

test.each(["/user", "/workspaces"])(
  "an answer of %s that repeats the token does not show it, cut or whole",
  async (path) => {
    const value = "wga_very-secret-token-value";
    const { visit, gateway } = await openClinic({}, { [token]: value });
    gateway.token({ value });
    const body = { message: `${"x".repeat(280)} ${value} and ${value}` };
    gateway.faults.add({ kind: "status", status: 401, body, path, skip: path === "/user" ? 1 : 0 });
    const { output } = await visit();
    expect(output).toContain("x".repeat(path === "/user" ? 200 : 0));
    expect(output).not.toContain(value.slice(0, 9));
  },
);

test("a pinned version that is not served is a problem, and hides nothing about the token", async () => {
  const { visit, gateway } = await openClinic({}, { [pin]: "1999-01-01" });
  const { of, refusal } = await visit();
  expect(of("API version")).toMatchObject(said("problem", { remedy: pin }));
  expect(of("API version").found).toContain(String(gateway.variants.versions.at(-1)));
  expect(of("token").state).toBe("ok");
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("a used up rate limit leaves the token unchecked", async () => {
  const { visit, gateway } = await openClinic();
  gateway.faults.add({ kind: "status", status: 429, headers: { "retry-after": "7" } });
  const { of } = await visit();
  expect(of("gateway").state).toBe("ok");
  expect(of("token")).toMatchObject({ state: "not checked", found: "The rate limit is used up." });
  expect(of("rate limit").found).toBe("0 requests left for 7 s.");
});

test("a destroy that would be refused is a note that names what keeps the workspace, unless the workspace allows it", async () => {
  const clinic = await openClinic();
  const { gateway } = clinic;
  const { body } = await gateway.console("POST", "/workspaces", { name: "Team" });
  const { id } = (body as { data: { id: string } }).data;
  for (const name of ["declared", "retained", "along", "by hand"])
    await gateway.console("POST", "/prompts", { workspace_id: id, name, content: "c" });
  gateway.seed.member(id, "member");
  const [user] = gateway.rows("members").filter(({ role }) => role !== "OWNER");
  const inTeam = { workspaceId: id };
  const prompt = (name: string, more: Partial<Stored> = {}): Stored => ({
    kind: "Prompt",
    name,
    id: String(gateway.rows("prompts").find((row) => row.name === name)?.id),
    inputs: { ...inTeam, name },
    ...more,
  });
  const stack = (forceDestroy: boolean, onDestroy: string): readonly Stored[] => [
    { kind: "Workspace", name: "team", id, inputs: { name: "Team", forceDestroy } },
    prompt("declared"),
    prompt("retained", { retainOnDelete: true }),
    prompt("along", { deletedWith: urnOf("Workspace", "team") }),
    { kind: "Member", name: "ada", id: String(user?.id), inputs: { ...inTeam, onDestroy } },
  ];
  const found = async (...of: Parameters<typeof stack>) => {
    await putStack(clinic, stack(...of));
    const { findings } = await clinic.visit();
    return findings.find(({ check }) => check === "destroy");
  };
  const prompts = "3 prompts: retained, along, by hand";
  const note = { state: "note", remedy: expect.stringContaining("`forceDestroy: true`") };
  const kept = "A `pulumi destroy` would be refused, because objects stay in";
  expect(await found(false, "delete")).toMatchObject({ ...note, found: `${kept} team (${prompts}).` });
  expect(await found(false, "keep")).toMatchObject({
    ...note,
    found: `${kept} team (${prompts}; 1 member: member@example.com).`,
  });
  expect(await found(true, "keep")).toBeUndefined();
  gateway.faults.add({ kind: "status", status: 403, method: "GET", path: "/prompts" });
  expect((await found(false, "delete"))?.found).toContain("team (3 prompts)");
});

test("mappings that cannot work are warnings in the words of a review, also if the next up leaves them as they are", async () => {
  const clinic = await openClinic();
  const { clicks, gateway, visit } = clinic;
  const team = await clicks.workspace("Team");
  await clicks.model(team, await clicks.provider(team, "openai"), "gpt");
  const mapping = (name: string, inputs: object) => {
    const all = { workspaceId: team.id, targetModel: "openai/gpt", ...inputs };
    return { kind: "Mapping", name, id: `${name}-id`, inputs: all, outputs: all };
  };
  await putStack(clinic, [
    mapping("chat", { sourceName: "chat", targetModel: "openai/gpd" }),
    mapping("family", { sourceName: "gpt-.*" }),
    mapping("fine", { sourceName: "fine" }),
  ]);
  const { findings } = await visit();
  expect(findings.filter(({ check }) => check === "mappings")).toMatchObject([
    said("warning", {
      found:
        "The mapping chat cannot work as it is. Requests for `chat` go to `openai/gpd`, and no model of the workspace has that gateway name.",
    }),
    said("warning", {
      found: "The mapping family cannot work as it is. The name `gpt-.*` is written like a pattern",
    }),
  ]);
  expect(gateway.log.entries().every(({ method }) => method === "GET")).toBe(true);
});
