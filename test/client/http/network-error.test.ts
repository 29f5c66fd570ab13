import { createServer } from "node:https";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange } from "../../../provider/client/http/exchange.js";
import { networkError } from "../../../provider/client/http/network-error.js";
import { retried } from "../../../provider/client/http/retry.js";
import { transport } from "../../../provider/client/http/transport.js";
import { loopback } from "../support/loopback.ts";
import { selfSigned } from "../support/self-signed.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const write: Exchange = { method: "PATCH", path: "/models/1", body: {} };
const server = { url: "https://gateway.test/api/v1", named: "BASE_URL" };

const failed = (error: unknown, exchange = write) => networkError(exchange, testSettings(), server, error);
const coded = (code: string) => Object.assign(new Error("what OpenSSL says"), { code });

test("a server with a certificate that nobody trusts is told at once, with its name and the reason", async () => {
  const https = createServer(selfSigned, (_request, response) => response.end());
  const port = await new Promise<number>((resolve) => {
    https.listen(0, "127.0.0.1", () => {
      const address = https.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => void https.close());
  const io = new VirtualIo();
  const began = io.now();
  const settings = testSettings({ baseUrl: `https://127.0.0.1:${port}/api/v1` });
  const sending = retried(transport(settings), settings, io)(write);
  await expect(sending).rejects.toThrow(
    new RegExp(
      `certificate of 127\\.0\\.0\\.1:${port} cannot be trusted: .*\\(DEPTH_ZERO_SELF_SIGNED_CERT\\).*WORKSPACE_GATEWAY_BASE_URL`,
    ),
  );
  await expect(sending).rejects.not.toThrow("Is the gateway up");
  expect(io.now()).toBe(began);
});

test.each([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_SSL_WRONG_VERSION_NUMBER",
])("%s would come again, so nothing is tried again", (code) => {
  expect(failed(coded(code))).toMatchObject({ outcome: "rejected", message: expect.stringContaining(code) });
});

test.each(["ECONNRESET", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "UND_ERR_SOCKET"])(
  "after %s nobody knows what became of the request",
  (code) => {
    expect(failed(coded(code))).toMatchObject({ outcome: "unknown" });
  },
);

test.each<[string, string]>([
  ["no HTTP at all", "220 mail.example ESMTP\r\n"],
  ["two lengths", 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 11\r\n\r\n{"data":[]}'],
  ["a megabyte of headers", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(2 ** 20)}\r\n\r\n`],
  ["a header that breaks off", "HTTP/1.1 200 OK\r\nbad header\r\n\r\n"],
])("an answer with %s is told as what it is: the connection was not lost", async (_what, bytes) => {
  const baseUrl = await loopback((request) => void request.socket.end(bytes));
  await expect(transport(testSettings({ baseUrl }))(write)).rejects.toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(/^(?!.*lost).*not a correct HTTP answer.*WORKSPACE_GATEWAY_BASE_URL/),
  });
});

test.each([new TypeError("x is not a function"), new RangeError("too deep"), new ReferenceError("x")])(
  "a mistake of ours stays what it is: %s",
  async (mistake) => {
    expect(failed(mistake)).toBe(mistake);
    expect(
      failed(new Error("wrapped", { cause: new AggregateError([coded("ECONNREFUSED")]) })),
    ).toBeInstanceOf(RequestError);
  },
);

test("a header that cannot be written is named, and nothing is tried again", async () => {
  const io = new VirtualIo();
  const began = io.now();
  const settings = testSettings();
  const headers = { authorization: "Bearer …", "service-api-version": "2026" };
  const sending = retried(transport(settings), settings, io)({ ...write, headers });
  await expect(sending).rejects.toThrow(/header authorization has a character that HTTP forbids/);
  expect(io.now()).toBe(began);
});

test("what a server sends back of the request is in no print of the error", () => {
  const data = "header line authorization: Bearer tok-canary";
  const parser = Object.assign(new Error("Invalid header token"), { code: "HPE_INVALID_HEADER_TOKEN", data });
  expect(inspect(failed(parser), { depth: null, showHidden: true })).not.toContain("canary");
});
