import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBody } from "../../../provider/client/transport.js";

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
