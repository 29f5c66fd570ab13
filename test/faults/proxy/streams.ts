import { Readable, type Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import type { Encoding } from "./effects.ts";

const megabyte = 1024 ** 2;

/** Writes an answer as fast as the other side reads it. That the other side has had enough is no error. */
export async function pour(
  outgoing: Writable,
  chunks: Iterable<Buffer>,
  { through = [], end = true }: { through?: readonly Transform[]; end?: boolean } = {},
): Promise<void> {
  await pipeline([Readable.from(chunks), ...through, outgoing], { end }).catch((error: unknown) => {
    const left = error instanceof Error && "code" in error && closed.has(String(error.code));
    if (!left) throw error;
  });
}

const closed = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"]);

/** So many megabytes of a text, between a head and a tail. */
export function* filled(head: string, unit: string, megabytes: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head);
  const block = Buffer.from(unit.repeat(Math.floor(megabyte / unit.length)));
  for (let sent = 0; sent < megabytes; sent++) yield block;
  yield Buffer.from(tail);
}

/** Fast rather than small. */
export function compressor(encoding: Encoding): Transform {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  switch (encoding) {
    case "gzip":
      return createGzip({ level: 1 });
    case "deflate":
      return createDeflate({ level: 1 });
    case "br":
      return createBrotliCompress({ params });
    case "zstd":
      return createZstdCompress();
  }
}

export function compressed(encoding: Encoding, body: Buffer): Buffer {
  return { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }[encoding](
    body,
  );
}
