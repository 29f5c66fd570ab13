import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Method, Reply } from "../../../provider/client/exchange.js";
import { transport } from "../../../provider/client/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/settings.ts";

const item = { data: { id: "m-1", name: "ä".repeat(1000) } };
const plain = Buffer.from(JSON.stringify(item));

/** What comes of an answer whose header says that encoding. */
async function sent(encoding: string, body: Buffer, status = 200, method: Method = "GET"): Promise<Reply> {
  const listener: RequestListener = (_request, response) => {
    response
      .writeHead(status, { "content-type": "application/json", "content-encoding": encoding })
      .end(body);
  };
  return transport(testSettings({ baseUrl: await loopback(listener) }))({ method, path: "/models" });
}

test.each<[string, Buffer]>([
  ["identity", plain],
  ["gzip", gzipSync(plain)],
  ["GZip", gzipSync(plain)],
  ["x-gzip", gzipSync(plain)],
  ["deflate", deflateSync(plain)],
  ["deflate without its frame", deflateRawSync(plain)],
  ["gzip in two parts", Buffer.concat([gzipSync(plain.subarray(0, 100)), gzipSync(plain.subarray(100))])],
  ["gzip with something behind it", Buffer.concat([gzipSync(plain), Buffer.from("\0\0 garbage")])],
  ["gzip that is none", plain],
  ["br", brotliCompressSync(plain)],
])("an answer in %s that nobody has asked for is read", async (encoding, body) => {
  expect((await sent(encoding.split(" ")[0] ?? "", body)).body).toEqual(item);
});

test("an empty answer is empty, whatever encoding it claims", async () => {
  for (const encoding of ["gzip", "deflate", "br"]) {
    expect((await sent(encoding, Buffer.alloc(0))).body).toBeUndefined();
  }
});

const broken: [string, string, Buffer][] = [
  ["in another encoding than it says", "gzip", brotliCompressSync(plain)],
  ["in another encoding than it says", "deflate", gzipSync(plain)],
  ["in another encoding than it says", "br", gzipSync(plain)],
  ["cut", "gzip", gzipSync(plain).subarray(0, 40)],
  ["in an encoding that we do not know", "zstd", zstdCompressSync(plain)],
  ["in several encodings", "gzip, br", brotliCompressSync(gzipSync(plain))],
];

describe.each(broken)("an answer %s (%s)", (_what, encoding, body) => {
  test.each<Method>(["GET", "POST", "PATCH", "PUT", "DELETE"])(
    "to %s is told as what it is, and what became of a write is unknown",
    async (method) => {
      await expect(sent(encoding, body, 200, method)).rejects.toMatchObject({
        outcome: method === "GET" ? "rejected" : "unknown",
        status: 200,
        message: expect.stringMatching(
          new RegExp(`answered 200: an answer in the encoding ${encoding}.*WORKSPACE_GATEWAY_BASE_URL`),
        ),
      });
    },
  );

  test("that is an error still has its status", async () => {
    expect(await sent(encoding, body, 503)).toMatchObject({ status: 503, body: undefined });
  });
});

test("a compressed error says what it says", async () => {
  const body = gzipSync(JSON.stringify({ error: "the gateway is closed" }));
  expect((await sent("gzip", body, 503)).body).toEqual({ error: "the gateway is closed" });
});
