import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Diagnosis } from "../../../../cli/doctor/diagnosis.js";
import { noApp, openClinic, said } from "./support/clinic.ts";

const behind = ["API version", "token", "scopes", "clock", "rate limit"];

function statesOf(findings: readonly Diagnosis[], names: readonly string[]) {
  return names.map((name) => findings.find(({ check }) => check === name)?.state);
}

test("a gateway that works has no problem, gets only GETs, and no secret is printed", async () => {
  const { visit, gateway, terminal } = await openClinic();
  await gateway.console("POST", "/workspaces", { name: "Team" });
  const { findings, refusal, output, of } = await visit();
  expect(refusal).toBeUndefined();
  expect(findings.filter(({ state }) => state === "problem")).toEqual([]);
  expect(of("token").facts).toMatchObject({
    from: "accessToken",
    account: gateway.account("owner").id,
    email: gateway.account("owner").email,
    accountType: expect.any(String),
  });
  const asked = gateway.log.entries();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  for (const name of ["WORKSPACE_GATEWAY_ACCESS_TOKEN", "WORKSPACE_GATEWAY_CLIENT_SECRET"]) {
    expect(output).not.toContain(terminal.env[name]);
  }
});

test("what is wrong always comes with what it means and what to do", async () => {
  const { visit, gateway } = await openClinic(
    { dateSkewMs: 600_000 },
    { WORKSPACE_GATEWAY_ACCESS_TOKEN: "none" },
  );
  gateway.rateLimit = { limit: 3, windowSeconds: 60 };
  const { findings } = await visit();
  const wrong = findings.filter(({ state }) => state === "problem" || state === "warning");
  expect(wrong.length).toBeGreaterThan(1);
  for (const { check, found, means, remedy } of wrong) {
    expect([found, means, remedy].map(Boolean), check).toEqual([true, true, true]);
  }
});

test("without settings all that is missing is named, and the rest is not checked because of it", async () => {
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_BASE_URL: undefined });
  const { of, findings, refusal } = await visit();
  expect(of("settings")).toMatchObject(
    said("problem", { remedy: "Set WORKSPACE_GATEWAY_BASE_URL or --base-url" }),
  );
  expect(new Set(statesOf(findings, ["gateway", "TLS", ...behind]))).toEqual(new Set(["not checked"]));
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
  expect(of("clock").state).toBe("ok");
});

test.each<[string, { url?: string; kind?: "hang-before" | "reset-before" }, RegExp, RegExp]>([
  ["a name that nobody knows", { url: "http://nobody.invalid/api/v1" }, /not known here \(DNS\)/, /DNS/],
  ["a port on which nobody listens", { url: "http://127.0.0.1:1/api/v1" }, /refuses the connection/, /port/],
  ["a gateway that hangs", { kind: "hang-before" }, /did not answer in time/, /firewall/],
  ["a gateway that cuts connections", { kind: "reset-before" }, /cut the connection/, /http or https/],
])("%s is told apart, and nothing else is tried", async (_what, { url, kind }, found, remedy) => {
  const { visit, gateway } = await openClinic({}, ({ baseUrl }) => ({
    WORKSPACE_GATEWAY_BASE_URL: url ?? baseUrl,
    WORKSPACE_GATEWAY_ALLOW_HTTP: "true",
    WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "0.3",
  }));
  if (kind !== undefined) gateway.faults.add({ kind });
  const { of, findings, refusal } = await visit();
  expect(of("gateway")).toMatchObject(said("problem", { found, remedy }));
  expect(new Set(statesOf(findings, ["TLS", ...behind]))).toEqual(new Set(["not checked"]));
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("a proxy in the environment is named as the way that is taken", async () => {
  const url = { WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1" };
  const { visit } = await openClinic({}, { ...url, HTTPS_PROXY: "http://127.0.0.1:1" });
  const { remedy } = (await visit()).of("gateway");
  expect(remedy).toContain("HTTPS_PROXY is set: requests go through that proxy");
});

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
])("%s is no management API, and nothing more is asked", async (_what, answer, found) => {
  const { visit, gateway } = await openClinic();
  gateway.faults.add({ kind: "status", ...answer });
  const { of, findings } = await visit();
  expect(of("gateway")).toMatchObject(said("problem", { found, remedy: "ends in /api/v1" }));
  expect(statesOf(findings, ["API version", "token", "scopes"])).toEqual(Array(3).fill("not checked"));
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

test("a gateway with equal clocks is well, and a difference is told by its sign and size", async () => {
  const { visit, gateway } = await openClinic();
  expect((await visit()).of("clock").state).toBe("ok");
  gateway.variants.dateSkewMs = -600_000;
  const { of, refusal } = await visit();
  expect(of("clock")).toMatchObject(said("warning", { remedy: "NTP" }));
  expect(of("clock").found).toMatch(/\b(599|600|601) s behind/);
  expect(refusal).toBeUndefined();
});
