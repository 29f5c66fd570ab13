import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { expect, test } from "vitest";
import type { Method, Reply } from "../../../provider/client/exchange.js";
import { parse, transport } from "../../../provider/client/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/reply.ts";

const megabyte = 1024 ** 2;

/** A server that pours megabytes until the other side has heard enough; what is sent to it, and how many it poured. */
async function flood(method: Method, status: number, headers: Reply["headers"], through?: Transform) {
  let poured = 0;
  const pour = function* () {
    const chunk = Buffer.alloc(megabyte, "x");
    for (; poured < 512; poured++) yield chunk;
  };
  const ended = Promise.withResolvers<void>();
  const baseUrl = await loopback((_request, response) => {
    response.writeHead(status, headers);
    const source = Readable.from(pour());
    pipeline(through === undefined ? [source, response] : [source, through, response], () => ended.resolve());
  });
  const sending = transport(testSettings({ baseUrl }))({ method, path: "/models" });
  return { sending, poured: async () => ended.promise.then(() => poured) };
}

const json = { "content-type": "application/json" };

test.each<[Method, string]>([
  ["GET", "rejected"],
  ["POST", "unknown"],
])("an endless response to %s is aborted with the outcome %s", async (method, outcome) => {
  const { sending, poured } = await flood(method, 200, json);
  await expect(sending).rejects.toMatchObject({
    outcome,
    status: 200,
    message: expect.stringMatching(/more than 64 MB.*WORKSPACE_GATEWAY_BASE_URL/),
  });
  expect(await poured()).toBeLessThan(128);
});

test("only the beginning of an endless error response is read", async () => {
  const { sending, poured } = await flood("GET", 500, { "content-type": "text/plain" });
  expect(await sending).toMatchObject({ status: 500, body: "x".repeat(65_536) });
  expect(await poured()).toBeLessThan(32);
});

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

test.each([
  ["gzip", () => createGzip()],
  ["br", () => createBrotliCompress(quick)],
] as const)("a response in %s is decompressed only up to the limit", async (encoding, compress) => {
  const before = process.memoryUsage().rss;
  const { sending } = await flood("POST", 200, { ...json, "content-encoding": encoding }, compress());
  await expect(sending).rejects.toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(
      /more than 64 MB.*may have carried out the request\. Check WORKSPACE_GATEWAY_BASE_URL/,
    ),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * megabyte);
});

test.each(["{}", "0", '""'])("a response with millions of %s is not parsed", async (value) => {
  const text = `[${`${value},`.repeat(4_000_001)}0]`;
  const settings = testSettings({ baseUrl: await loopback((_request, response) => response.end(text)) });
  await expect(transport(settings)({ method: "POST", path: "/models" })).rejects.toMatchObject({
    outcome: "unknown",
    status: 200,
    message: expect.stringMatching(/more than 4 million values, which is too many to read/),
  });
});

test("a number that is too large does not prevent parsing the rest of a response", () => {
  expect(parse('[{"id":"1","seen":1e400}]')).toEqual([{ id: "1", seen: Number.POSITIVE_INFINITY }]);
});

test("JSON nested 200 levels deep is parsed, and deeper JSON stays text", () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;
  expect(parse(nested(200))).toEqual(JSON.parse(nested(200)));
  for (const text of [nested(202), nested(10_000), "[".repeat(1_000_000)]) {
    expect(parse(text)).toBe(text);
  }
});
