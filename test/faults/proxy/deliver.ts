import type { ServerResponse } from "node:http";
import { Readable, type Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip, gzipSync, zstdCompressSync } from "node:zlib";
import { garbage, type Instead, type Spoiled } from "./effects.ts";
import type { Answered } from "./forward.ts";

const json = { "content-type": "application/json" };
const compress = { gzip: gzipSync, zstd: zstdCompressSync };

export function whole(outgoing: ServerResponse, { status, headers, body }: Answered): void {
  outgoing.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}

export async function spoil(outgoing: ServerResponse, effect: Spoiled, answer: Answered): Promise<void> {
  const { status, headers, body } = answer;
  switch (effect.kind) {
    case "cut":
      return cut(outgoing, effect.framing, answer);
    case "padded":
      return pour(outgoing.writeHead(status, headers), padded(body, effect.megabytes));
    case "compressed":
      return whole(outgoing, {
        status,
        headers: { ...headers, "content-encoding": effect.encoding },
        body: effect.truly ? compress[effect.encoding](body) : body,
      });
    case "echo":
      return whole(outgoing, { ...answer, headers: { ...headers, "service-api-version": effect.version } });
  }
}

export async function replace(outgoing: ServerResponse, effect: Instead, pinned: string): Promise<void> {
  const say = (status: number, headers: Record<string, string>, body = "") =>
    void outgoing.writeHead(status, headers).end(body);
  switch (effect.kind) {
    case "reset":
      outgoing.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "drip":
      outgoing.writeHead(200, json).write('{"data":');
      for (; !outgoing.destroyed; await sleep(effect.ms)) outgoing.write(" ");
      return;
    case "hints":
      if (outgoing.socket !== null) await pour(outgoing.socket, hints());
      return;
    case "page":
      return say(
        effect.status,
        { "content-type": "text/html; charset=utf-8" },
        "<!doctype html><title>Sign in</title><h1>Welcome to the guest network</h1>",
      );
    case "redirect":
      return say(effect.status, { location: effect.to });
    case "crowd":
      return pour(outgoing.writeHead(200, json), filled('{"data":[', "{},", effect.megabytes, "{}]}"));
    case "bomb":
      outgoing.writeHead(200, { ...json, "content-encoding": "gzip" });
      return pour(outgoing, filled('{"data":[', " ", effect.megabytes, "]}"), createGzip({ level: 1 }));
    case "headers":
      return say(200, { ...json, "x-padding": "x".repeat(effect.kilobytes * 1024) }, '{"data":[]}');
    case "garbage":
      outgoing.socket?.end(garbage[effect.of]);
      return;
    case "withdrawn":
      return say(effect.status, json, `{"error":{"message":"API version ${pinned} is not supported"}}`);
  }
}

async function cut(
  outgoing: ServerResponse,
  framing: "length" | "chunks" | "close",
  { status, headers, body }: Answered,
): Promise<void> {
  const half = body.subarray(0, Math.floor(body.length / 2));
  const { socket } = outgoing;
  const length = framing === "length" ? { "content-length": body.length } : {};
  if (framing === "close") {
    outgoing.useChunkedEncodingByDefault = false;
    outgoing.shouldKeepAlive = false;
  }
  outgoing.writeHead(status, { ...headers, ...length });
  await new Promise<void>((resolve) => outgoing.write(half, () => resolve()));
  if (framing === "close") socket?.end();
  else socket?.destroy();
}

/** Writes an answer as fast as the other side reads it. That the other side has had enough is no error. */
async function pour(outgoing: Writable, chunks: Iterable<Buffer>, ...through: Transform[]): Promise<void> {
  await pipeline([Readable.from(chunks), ...through, outgoing]).catch((error: unknown) => {
    const left = error instanceof Error && "code" in error && closed.has(String(error.code));
    if (!left) throw error;
  });
}

const closed = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"]);

/** So many megabytes of a text, between a head and a tail. */
function* filled(head: string, unit: string, megabytes: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head);
  const block = Buffer.from(unit.repeat(Math.floor(1024 ** 2 / unit.length)));
  for (let sent = 0; sent < megabytes; sent++) yield block;
  yield Buffer.from(tail);
}

/** The same JSON, with a field that nobody has asked for. */
function padded(body: Buffer, megabytes: number): Iterable<Buffer> {
  const text = body.toString();
  if (!text.startsWith("{")) return [body];
  const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
  return filled('{"padding":"', "x", megabytes, `"${rest}`);
}

/** Heads of answers that only say that another one will come. */
function* hints(): Generator<Buffer> {
  const head = "HTTP/1.1 103 Later\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n";
  for (;;) yield Buffer.from(head.repeat(1000));
}
