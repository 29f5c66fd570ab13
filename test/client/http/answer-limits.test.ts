import type { RequestListener, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { expect, test } from "vitest";
import type { Method } from "../../../provider/client/exchange.js";
import { parse, transport } from "../../../provider/client/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/settings.ts";

const megabyte = 1024 ** 2;

/** A server that writes until the other side has heard enough; what is sent to it, and how much it wrote in the end. */
async function flood(status: number, type: string, method: Method) {
  let sent = 0;
  const chunk = Buffer.alloc(megabyte, "x");
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && sent < 512 * megabyte) {
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", () => pour(response));
        return;
      }
    }
  };
  const ended = Promise.withResolvers<void>();
  const baseUrl = await loopback((_request, response) => {
    response.on("close", ended.resolve);
    response.writeHead(status, { "content-type": type });
    pour(response);
  });
  const sending = transport(testSettings({ baseUrl }))({ method, path: "/models" });
  return { sending, written: async () => ended.promise.then(() => sent) };
}

test.each<[Method, string]>([
  ["GET", "rejected"],
  ["PATCH", "unknown"],
  ["PUT", "unknown"],
  ["DELETE", "unknown"],
  ["POST", "unknown"],
])("an answer to %s without end is given up; the outcome is %s", async (method, outcome) => {
  const { sending, written } = await flood(200, "application/json", method);
  await expect(sending).rejects.toMatchObject({
    outcome,
    status: 200,
    message: expect.stringMatching(/more than 64 MB.*WORKSPACE_GATEWAY_BASE_URL/),
  });
  expect(await written()).toBeLessThan(128 * megabyte);
});

test("of an error without end the beginning is read, and no more is taken", async () => {
  const { sending, written } = await flood(500, "text/plain", "GET");
  expect(await sending).toMatchObject({ status: 500, body: "x".repeat(65_536) });
  expect(await written()).toBeLessThan(32 * megabyte);
});

test.each(["gzip", "br"] as const)("an answer in %s is inflated only up to the limit", async (encoding) => {
  let compressed = 0;
  const blank = Buffer.alloc(megabyte, " ");
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
    const blanks = function* () {
      for (; compressed < 512; compressed++) yield blank;
    };
    pipeline(
      Readable.from(blanks()),
      encoding === "gzip"
        ? createGzip()
        : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      response,
      () => undefined,
    );
  };
  const settings = testSettings({ baseUrl: await loopback(listener) });
  const before = process.memoryUsage().rss;
  await expect(transport(settings)({ method: "POST", path: "/models" })).rejects.toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(/more than 64 MB.*WORKSPACE_GATEWAY_BASE_URL/),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * megabyte);
});

test.each(["{}", "[]", '{"a":1}', "0", '""'])("an answer of millions of %s is not parsed", async (value) => {
  const text = `[${`${value},`.repeat(4_000_001)}0]`;
  const settings = testSettings({ baseUrl: await loopback((_request, response) => response.end(text)) });
  await expect(transport(settings)({ method: "POST", path: "/models" })).rejects.toMatchObject({
    outcome: "unknown",
    status: 200,
    message: expect.stringMatching(/more than 4 million values, which are too many to read/),
  });
});

test("the longest answer with rows as they are is parsed", () => {
  const row = {
    id: "0".repeat(36),
    name: "name",
    created_at: "2026-01-01T00:00:00Z",
    type: "chat",
    cost: 1.5,
  };
  const text = JSON.stringify(row);
  const many = Math.floor((64 * megabyte) / (text.length + 1));
  expect(parse(`[${`${text},`.repeat(many)}{}]`)).toHaveLength(many + 1);
});

test("a number without end keeps nobody from reading the rest of an answer", () => {
  const rows = parse('{"data":[{"id":"1","seen":1e400},{"id":"2","seen":-1e999}]}');
  expect(rows).toEqual({
    data: [
      { id: "1", seen: Number.POSITIVE_INFINITY },
      { id: "2", seen: Number.NEGATIVE_INFINITY },
    ],
  });
});

test("JSON as deep as anything that is declared is read, and deeper one is text", () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;
  expect(parse(nested(200))).toEqual(JSON.parse(nested(200)));
  for (const text of [nested(202), nested(10_000), "[".repeat(1_000_000)]) {
    expect(parse(text)).toBe(text);
  }
});

test("brackets within strings are no depth", () => {
  const value = { text: `${'["\\'.repeat(1000)}"`, list: Array.from({ length: 1000 }, () => [{}]) };
  expect(parse(JSON.stringify(value))).toEqual(value);
});
