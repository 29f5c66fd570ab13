import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Method, Reply } from "../../../provider/client/exchange.js";
import { readBody, transport } from "../../../provider/client/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/reply.ts";

const kilobyte = 1024;

/** What is read of an answer whose body comes in these pieces. */
function reading(pieces: Iterable<Buffer>, { status = 200, encoding = "" } = {}): Promise<unknown> {
  const headers = encoding === "" ? {} : { "content-encoding": encoding };
  return readBody({ statusCode: status, headers, body: Readable.from(pieces) });
}

test("text with the encoding identity is read, and text with an unknown encoding is rejected", async () => {
  expect(await reading([Buffer.from("down for today")], { encoding: "identity" })).toBe("down for today");
  await expect(reading([Buffer.from("down for today")], { encoding: "utf-8" })).rejects.toMatchObject({
    name: "Unreadable",
    message: "in the encoding utf-8, which is not supported",
  });
});

test("a connection lost during a response is not reported as a broken encoding", async () => {
  const broken = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  const pieces = function* () {
    yield gzipSync(Buffer.alloc(100_000, "[1,2,3]")).subarray(0, 100);
    throw broken;
  };
  for (const encoding of ["gzip", ""]) {
    await expect(reading(pieces(), { encoding })).rejects.toBe(broken);
  }
});

test.each([400, 404, 500])("only the beginning of a long %i response is read", async (status) => {
  const long = Buffer.alloc(100 * kilobyte, "x");
  expect(await reading([long], { status })).toBe("x".repeat(64 * kilobyte));
  expect(await reading([long], { status: 399 })).toBe("x".repeat(100 * kilobyte));
});

test.each(["", "gzip", "utf-8"])("a long error in the encoding %j is closed unread", async (encoding) => {
  const endless = function* () {
    for (;;) yield Buffer.alloc(100 * kilobyte, "[");
  };
  const body = Readable.from(endless());
  await readBody({ statusCode: 500, headers: { "content-encoding": encoding }, body });
  expect(body.destroyed).toBe(true);
});

const item = { data: { id: "m-1", name: "ä".repeat(1000) } };
const plain = Buffer.from(JSON.stringify(item));

async function sent(encoding: string, body: Buffer, status = 200, method: Method = "GET"): Promise<Reply> {
  const listener: RequestListener = (_request, response) => {
    response
      .writeHead(status, { "content-type": "application/json", "content-encoding": encoding })
      .end(body);
  };
  return transport(testSettings({ baseUrl: await loopback(listener) }))({ method, path: "/models" });
}

test.each<[string, Buffer]>([
  [" identity ", Buffer.from(` \n${plain}`)],
  ["utf-8", plain],
  ["GZip", gzipSync(plain)],
  ["x-gzip", gzipSync(plain)],
  ["deflate", deflateSync(plain)],
  ["deflate without its frame", deflateRawSync(plain)],
  ["gzip in two parts", Buffer.concat([gzipSync(plain.subarray(0, 100)), gzipSync(plain.subarray(100))])],
  ["gzip with something behind it", Buffer.concat([gzipSync(plain), Buffer.from("\0\0 garbage")])],
  ["gzip that is none", plain],
  ["br", brotliCompressSync(plain)],
])("a response in the encoding %j is read although it was not requested", async (name, body) => {
  const encoding = name.startsWith(" ") ? name : (name.split(" ")[0] ?? "");
  const pieces = [body.subarray(0, 20), body.subarray(20)];
  expect(await reading(pieces, { encoding })).toEqual(item);
  expect(await reading([], { encoding })).toBeUndefined();
});

test.each<[string, string, Buffer]>([
  ["in another encoding than it says", "gzip", brotliCompressSync(plain)],
  ["in another encoding than it says", "br", gzipSync(plain)],
  ["cut", "gzip", gzipSync(plain).subarray(0, 40)],
  ["in several encodings", "gzip, br", brotliCompressSync(gzipSync(plain))],
])(
  "a response that is %s (%s) is reported as such; a write has an unknown outcome",
  async (_what, encoding, body) => {
    for (const [method, outcome] of [
      ["GET", "rejected"],
      ["POST", "unknown"],
    ] as const) {
      await expect(sent(encoding, body, 200, method)).rejects.toMatchObject({
        outcome,
        status: 200,
        message: expect.stringMatching(
          new RegExp(
            `returned 200: a response (in the encoding ${encoding}, which|with a broken ${encoding} encoding).*WORKSPACE_GATEWAY_BASE_URL`,
          ),
        ),
      });
    }
    expect(await sent(encoding, body, 503)).toMatchObject({ status: 503, body: undefined });
  },
);
