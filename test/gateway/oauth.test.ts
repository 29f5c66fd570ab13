import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Gateway, GatewayOptions } from "./index.ts";
import type { Row } from "./json.ts";
import { openGateway } from "./tests/open-gateway.ts";

const verifier = "a-verifier-that-is-long-enough-for-the-standard-43";
const challenge = createHash("sha256").update(verifier).digest("base64url");
const redirect_uri = "http://127.0.0.1:5555/callback";

async function post(url: string, fields: Record<string, string>, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
  const body: Row = JSON.parse((await response.text()) || "{}");
  return { status: response.status, body };
}

async function authorize(gateway: Gateway, more: Record<string, string> = {}, method = "GET") {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: gateway.app.clientId,
    redirect_uri,
    state: "s1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });
  const url = `${gateway.origin}/oauth/authorize?${query}`;
  const response = await fetch(url, { method, redirect: "manual" });
  const location = URL.parse(response.headers.get("location") ?? "");
  return { status: response.status, text: await response.text(), answer: location?.searchParams };
}

/** A gateway and the token request of its seeded app. */
async function opened(options: GatewayOptions = {}) {
  const { gateway, call } = await openGateway(options);
  const app = { client_id: gateway.app.clientId, client_secret: gateway.app.clientSecret };
  const token = (fields: Record<string, string>) => post(gateway.tokenUrl, { ...app, ...fields });
  const code = async (user: string) =>
    (await authorize(gateway, { approve: user })).answer?.get("code") ?? "";
  const exchange = (value: string) =>
    token({ grant_type: "authorization_code", code: value, redirect_uri, code_verifier: verifier });
  const refresh = (body: Row) =>
    token({ grant_type: "refresh_token", refresh_token: String(body.refresh_token) });
  const status = async (body: Row) =>
    (await call("GET", "/user", { token: String(body.access_token) })).status;
  return { gateway, app, call, token, code, exchange, refresh, status };
}

describe("client credentials", () => {
  test("let the app act as its owner, with the scopes that it requests", async () => {
    const { call, token } = await opened();
    const { status, body } = await token({ grant_type: "client_credentials", scope: "profile:read" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "profile:read" });
    const bearer = { token: String(body.access_token) };
    expect((await call("GET", "/user", bearer)).data.username).toBe("owner");
    expect((await call("GET", "/workspaces", bearer)).status).toBe(403);
    expect(body).not.toHaveProperty("refresh_token");
  });

  test("can be sent with HTTP Basic", async () => {
    const { gateway } = await opened();
    const basic = `Basic ${btoa(`${gateway.app.clientId}:${gateway.app.clientSecret}`)}`;
    expect((await post(gateway.tokenUrl, { grant_type: "client_credentials" }, basic)).status).toBe(200);
  });

  test.each([
    [{ client_secret: "wrong", grant_type: "client_credentials" }, 401, "invalid_client"],
    [{ grant_type: "client_credentials", scope: "everything" }, 400, "invalid_scope"],
    [{ grant_type: "password" }, 400, "unsupported_grant_type"],
  ])("are refused in an invalid request: %j", async (fields, status, error) => {
    const { token } = await opened();
    expect(await token(fields)).toMatchObject({ status, body: { error } });
  });
});

describe("the user flow", () => {
  test("issues tokens for the person who approved", async () => {
    const { call, code, exchange } = await opened();
    const { body } = await exchange(await code("admin"));
    const { data } = await call("GET", "/user", { token: String(body.access_token) });
    expect(data.username).toBe("admin");
  });

  test("shows a consent page that names the app and the scopes, and reports a refusal to the app", async () => {
    const { gateway } = await opened();
    const { status, text } = await authorize(gateway, { scope: "usage:read", state: '"><b>' });
    expect(status).toBe(200);
    expect(text).toContain("Reference app");
    expect(text).toContain("usage:read");
    expect(text).not.toContain("<b>");
    const denied = await authorize(gateway, {}, "POST");
    expect([denied.answer?.get("error"), denied.answer?.get("state")]).toEqual(["access_denied", "s1"]);
  });

  test("is approved automatically with the approve variant", async () => {
    const { gateway } = await opened({ variants: { approve: "member" } });
    expect((await authorize(gateway)).answer?.get("code")).toEqual(expect.any(String));
  });

  test("does not redirect to an address that is not registered", async () => {
    const { gateway } = await opened();
    const { status, answer } = await authorize(gateway, { redirect_uri: "http://evil.test/callback" });
    expect([status, answer]).toEqual([400, undefined]);
  });

  test("requires PKCE with S256 and the right verifier", async () => {
    const { gateway, token, code } = await opened();
    const plain = await authorize(gateway, { approve: "owner", code_challenge_method: "plain" });
    expect(plain.answer?.get("error")).toBe("invalid_request");
    const fields = { grant_type: "authorization_code", code: await code("owner"), redirect_uri };
    expect((await token({ ...fields, code_verifier: "other" })).body.error).toBe("invalid_grant");
  });

  test("accepts a code once, and a second use revokes the tokens of the first", async () => {
    const { code, exchange, status } = await opened();
    const value = await code("owner");
    const { body } = await exchange(value);
    expect(await status(body)).toBe(200);
    expect((await exchange(value)).body.error).toBe("invalid_grant");
    expect(await status(body)).toBe(401);
  });
});

describe("refresh tokens", () => {
  test("rotate, and reuse of an old one revokes the whole family", async () => {
    const { code, exchange, refresh, status } = await opened();
    const first = (await exchange(await code("owner"))).body;
    const second = (await refresh(first)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await status(second)).toBe(200);
    expect((await refresh(first)).body.error).toBe("invalid_grant");
    expect(await status(second)).toBe(401);
    expect((await refresh(second)).body.error).toBe("invalid_grant");
  });

  test("that are revoked also revoke their access tokens", async () => {
    const { gateway, app, code, exchange, refresh, status } = await opened();
    const { body } = await exchange(await code("owner"));
    const revoked = { ...app, token: String(body.refresh_token) };
    expect((await post(`${gateway.origin}/oauth/revoke`, revoked)).status).toBe(200);
    expect(await status(body)).toBe(401);
    expect((await refresh(body)).status).toBe(400);
  });

  test("of one app are not valid for another app", async () => {
    const { gateway, code, exchange, token } = await opened();
    const { body } = await exchange(await code("owner"));
    const { clientId: client_id, clientSecret: client_secret } = gateway.registerApp({ name: "Other" });
    const fields = { grant_type: "refresh_token", refresh_token: String(body.refresh_token) };
    const stolen = await token({ ...fields, client_id, client_secret });
    expect(stolen.body.error).toBe("invalid_grant");
  });
});

test("the metadata names the issuer and the token endpoint", async () => {
  const { gateway } = await opened();
  const response = await fetch(`${gateway.origin}/.well-known/oauth-authorization-server`);
  expect(await response.json()).toMatchObject({ issuer: gateway.origin, token_endpoint: gateway.tokenUrl });
});

test("no secret of a flow appears in the log", async () => {
  const { gateway, code, exchange } = await opened();
  const value = await code("owner");
  const { body } = await exchange(value);
  const log = JSON.stringify(gateway.log.entries());
  for (const secret of [gateway.app.clientSecret, value, verifier, body.refresh_token]) {
    expect(log).not.toContain(String(secret));
  }
});
