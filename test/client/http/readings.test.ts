import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBody } from "../../../provider/client/http/body.js";
import { transport } from "../../../provider/client/http/transport.js";
import { versioned } from "../../../provider/client/http/version.js";
import { loopback } from "../support/loopback.ts";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";

const kilobyte = 1024;

/** What is read of an answer whose body comes in these pieces. */
function reading(pieces: Iterable<Buffer>, { status = 200, encoding = "" } = {}): Promise<unknown> {
  const headers = encoding === "" ? {} : { "content-encoding": encoding };
  return readBody({ statusCode: status, headers, body: Readable.from(pieces) });
}

test.each(["identity", "Identity", " identity ", "utf-8"])(
  "JSON in the encoding %j is read",
  async (encoding) => {
    const pieces = [Buffer.from(' \n{"data":'), Buffer.from('["a"]}')];
    expect(await reading(pieces, { encoding })).toEqual({ data: ["a"] });
  },
);

test("a text in an encoding that is none is what it says, and JSON in an unknown one cannot be told", async () => {
  expect(await reading([Buffer.from("down for today")], { encoding: "identity" })).toBe("down for today");
  await expect(reading([Buffer.from("down for today")], { encoding: "utf-8" })).rejects.toMatchObject({
    name: "Unreadable",
    message: "in the encoding utf-8, which cannot be read",
  });
});

test("a connection that breaks while an answer comes is no broken encoding", async () => {
  const broken = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  const pieces = function* () {
    yield gzipSync(Buffer.alloc(100_000, "[1,2,3]")).subarray(0, 100);
    throw broken;
  };
  for (const encoding of ["gzip", ""]) {
    await expect(reading(pieces(), { encoding })).rejects.toBe(broken);
  }
});

test.each([400, 404, 500])("of a long answer with %i the beginning is read", async (status) => {
  const long = Buffer.alloc(100 * kilobyte, "x");
  expect(await reading([long], { status })).toBe("x".repeat(64 * kilobyte));
  expect(await reading([long], { status: 399 })).toBe("x".repeat(100 * kilobyte));
});

test("a form says that it is one, and JSON that it is JSON; all say that they want JSON", async () => {
  const baseUrl = await loopback(async (request, response) => {
    const { accept, "content-type": type = "none" } = request.headers;
    response.end(JSON.stringify({ accept, type, url: request.url, body: await text(request) }));
  });
  const send = transport(testSettings({ baseUrl }));
  const asked = async (over: object) => (await send({ method: "POST", path: "/token", ...over })).body;
  const common = { accept: "application/json", url: "/api/v1/token" };
  expect(await asked({ form: "a=1" })).toEqual({
    ...common,
    type: "application/x-www-form-urlencoded",
    body: "a=1",
  });
  expect(await asked({ body: { a: 1 } })).toEqual({ ...common, type: "application/json", body: '{"a":1}' });
  expect(await asked({})).toEqual({ ...common, type: "none", body: "" });
});

test("no more connections are opened than requests may be under way", async () => {
  const sockets = new Set<unknown>();
  const baseUrl = await loopback((request, response) => {
    sockets.add(request.socket);
    setImmediate(() => response.end("{}"));
  });
  const send = transport(testSettings({ baseUrl, maxConcurrency: 2 }));
  await Promise.all(Array.from({ length: 12 }, () => send({ method: "GET", path: "/models" })));
  expect(sockets.size).toBeGreaterThan(0);
  expect(sockets.size).toBeLessThanOrEqual(2);
});

test.each([
  [200, true],
  [299, true],
  [300, false],
  [404, false],
])("an answer of another version with %i is kept for who needs what was made: %s", async (status, isKept) => {
  const answer = reply(status, { id: "1" }, { "x-version": "2027-01-01" });
  const settings = testSettings({ apiVersion: "2026-01-01", versionEchoHeader: "X-Version" });
  const error = await versioned(
    async () => answer,
    settings,
  )({ method: "GET", path: "/models" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status, outcome: "rejected" });
  expect(error).toMatchObject({ failure: isKept ? { answer: expect.any(Function) } : {} });
  if (isKept) {
    const { failure } = Object(error);
    expect(failure.answer()).toBe(answer);
  } else {
    expect(error).not.toHaveProperty("failure.answer");
  }
});
