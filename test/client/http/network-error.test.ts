import { createServer } from "node:https";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type Exchange, type Outcome, RequestError } from "../../../provider/client/exchange.js";
import { retried } from "../../../provider/client/limits.js";
import { readSettings } from "../../../provider/client/settings.js";
import { networkError, transport } from "../../../provider/client/transport.js";
import { listening, loopback } from "../support/loopback.ts";
import { testSettings } from "../support/reply.ts";
import { selfSigned } from "../support/self-signed.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/models/1", body: {} };
const server = { url: "https://gateway.test/api/v1", named: "BASE_URL" };
const settings = testSettings({ requestTimeout: 30_000 });

const failed = (error: unknown, exchange = write) => networkError(exchange, settings, server, error);
const coded = (code: unknown, message = "what the system says") =>
  Object.assign(new Error(message), { code });

const proxyEnvironment = {
  WORKSPACE_GATEWAY_BASE_URL: server.url,
  WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
  HTTPS_PROXY: "http://proxy.test:3128",
};

test("an untrusted certificate is reported without a retry, with the host and the reason", async () => {
  const https = createServer(selfSigned, (_request, response) => response.end());
  const port = await listening(https);
  onTestFinished(() => void https.close());
  const io = new VirtualIo();
  const began = io.now();
  const own = testSettings({ baseUrl: `https://127.0.0.1:${port}/api/v1` });
  await expect(retried(transport(own), own, io)(write)).rejects.toMatchObject({
    outcome: "rejected",
    message: expect.stringMatching(
      `certificate of 127.0.0.1:${port} was not issued by a trusted authority .DEPTH_ZERO_SELF_SIGNED_CERT..*WORKSPACE_GATEWAY_BASE_URL`,
    ),
  });
  expect(io.now()).toBe(began);
});

const at = "at https://gateway.test";
const host = "Check the host in BASE_URL, and this machine's DNS or VPN.";
const up = "Check that the gateway is running and that BASE_URL is correct.";
const network = "Check this machine's network and VPN.";
const firewall = "Check BASE_URL, the VPN and any firewall between this machine and the gateway.";
const renew = "Renew the certificate. If it is still valid, the clock of this machine is wrong.";
const clock = "Check the clock of this machine.";
const rename = "Set BASE_URL to the host name in the certificate.";
const trust =
  "Check BASE_URL. To trust an additional authority, set NODE_EXTRA_CA_CERTS to its certificate file, including when you run `pulumi`.";
const port = "Check BASE_URL, including https and the port.";
const proxy = "Check BASE_URL and any proxy in between.";
const certificate = "the certificate of gateway.test";
const noHttp = "https://gateway.test did not send a valid HTTP response";

test.each<[string, Outcome, said: string, remedy: string]>([
  ["ENOTFOUND", "not-sent", "the host name gateway.test cannot be resolved", host],
  ["ECONNREFUSED", "not-sent", "gateway.test refused the connection", up],
  ["EHOSTUNREACH", "not-sent", "no route to gateway.test was found", network],
  ["ENETUNREACH", "not-sent", "no route to gateway.test was found", network],
  ["UND_ERR_CONNECT_TIMEOUT", "not-sent", "gateway.test did not accept a connection in time", firewall],
  ["CERT_HAS_EXPIRED", "rejected", `${certificate} has expired`, renew],
  ["CERT_NOT_YET_VALID", "rejected", `${certificate} is not valid yet`, clock],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "rejected", `${certificate} is for a different host name`, rename],
  ["SELF_SIGNED_CERT_IN_CHAIN", "rejected", `${certificate} was not issued by a trusted authority`, trust],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "rejected",
    `${certificate} was not issued by a trusted authority`,
    trust,
  ],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "rejected", "gateway.test does not speak TLS correctly", port],
  ["HPE_INVALID_CONSTANT", "unknown", noHttp, proxy],
])("%s has the outcome %s, and the message omits the text of the error", (code, outcome, said, remedy) => {
  expect(failed(coded(code))).toMatchObject({
    outcome,
    message: `PATCH /models/1 failed: ${said} (${code}). ${outcome === "rejected" ? "Nothing was sent. " : ""}${remedy}`,
  });
});

test.each<[unknown, string]>([
  [coded("ECONNRESET"), "ECONNRESET"],
  [coded("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"), "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"],
  [coded(7), "what the system says"],
  [new AggregateError([], "nothing in it"), "nothing in it"],
  ["a text", "a text"],
])("after %o, the outcome is unknown and the message says %s", (thrown, text) => {
  expect(failed(thrown)).toMatchObject({
    outcome: "unknown",
    message: `PATCH /models/1 failed: ${text} ${at}. The connection was lost after the request was sent.`,
  });
});

test.each([
  ["ECONNREFUSED", / HTTPS_PROXY is set\. Check the proxy, or add gateway\.test to NO_PROXY\.$/],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", /^(?!.*NO_PROXY)/],
])("%s behind a proxy suggests checking the proxy only if a retry may succeed", (code, message) => {
  const proxied = {
    ...settings,
    proxies: readSettings({ env: proxyEnvironment, config: () => undefined }).proxies,
  };
  expect(networkError(write, proxied, server, coded(code))).toMatchObject({
    message: expect.stringMatching(message),
  });
});

test.each([TypeError, RangeError, ReferenceError])("a programming error passes unchanged: %o", (Mistake) => {
  const bare = new Mistake("x");
  expect(failed(bare)).toBe(bare);
  const wrapped = new TypeError("fetch failed", { cause: new AggregateError([new Mistake("x")]) });
  expect(failed(wrapped)).toBe(wrapped);
});

test("the innermost cause decides the outcome, and the first one if there are several", () => {
  const wrapped = new TypeError("fetch failed", {
    cause: new AggregateError([new Error("outer", { cause: coded("ECONNREFUSED") }), coded("EPIPE")]),
  });
  expect(failed(wrapped)).toMatchObject({ outcome: "not-sent" });
});

test("the cause keeps the name and code of the original error but not its message", () => {
  const error = failed(coded("EPIPE", "the token tok-canary"));
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ cause: { message: "Error EPIPE" } });
  expect(failed(new Error("the token tok-canary"))).toMatchObject({ cause: { message: "Error" } });
});

test.each<[string, string]>([
  ["no HTTP at all", "220 mail.example ESMTP\r\n"],
  ["two lengths", 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 11\r\n\r\n{"data":[]}'],
])("a response with %s is reported as invalid HTTP, not as a lost connection", async (_what, bytes) => {
  const baseUrl = await loopback((request) => void request.socket.end(bytes));
  await expect(transport(testSettings({ baseUrl }))(write)).rejects.toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(
      /^(?!.*lost).*did not send a valid HTTP response.*WORKSPACE_GATEWAY_BASE_URL/,
    ),
  });
});

test("an HTTP parser error without a code is reported with its text", () => {
  const parser = Object.assign(new Error("Response does not match"), { name: "HTTPParserError" });
  expect(failed(parser)).toMatchObject({
    message: expect.stringContaining("did not send a valid HTTP response (Response does not match)"),
  });
});

test("a timeout names the setting for a read, and the possible outcome for a write", () => {
  const late = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  expect(failed(late, { method: "GET", path: "/models/1" })).toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(
      /no response within 30 s\. WORKSPACE_GATEWAY_REQUEST_TIMEOUT.* sets the maximum response time/,
    ),
  });
  expect(failed(late)).toMatchObject({
    outcome: "unknown",
    message: "PATCH /models/1 failed: no response within 30 s. The gateway may still carry out the request.",
  });
});

test("an error about a forbidden character names the header, if there is one, and never its value", () => {
  const invalid = coded("UND_ERR_INVALID_ARG");
  const headers = { "service-api-version": "2026", authorization: "Bearer tok-canary\u0000" };
  expect(failed(invalid, { ...write, headers })).toMatchObject({
    outcome: "rejected",
    message:
      "PATCH /models/1 failed: the request's header authorization contains a forbidden character. Nothing was sent. Check whether the setting with this value contains a placeholder or an incomplete paste.",
  });
  expect(failed(invalid)).toMatchObject({
    message: expect.stringContaining("failed: the request contains a forbidden character. "),
  });
});

test("request data that the server sends back is not in the printed error", () => {
  const data = "header line authorization: Bearer tok-canary";
  const parser = Object.assign(coded("HPE_INVALID_HEADER_TOKEN"), { data });
  expect(inspect(failed(parser), { depth: null, showHidden: true })).not.toContain("canary");
});
