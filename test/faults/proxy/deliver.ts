import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Instead, Spoiled } from "./effects.ts";
import type { Answered } from "./forward.ts";
import { garbage, informational } from "./raw.ts";
import { compressed, compressor, filled, pour } from "./streams.ts";

const json = { "content-type": "application/json" };
const kilobyte = 1024;

/** Sends the gateway's answer as it is. */
export function whole(outgoing: ServerResponse, { status, headers, body }: Answered): void {
  outgoing.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}

/** Sends the gateway's own answer, spoiled. */
export async function spoil(outgoing: ServerResponse, effect: Spoiled, answer: Answered): Promise<void> {
  switch (effect.kind) {
    case "cut":
      return cut(outgoing, effect.framing, answer);
    case "padded":
      return pour(outgoing.writeHead(answer.status, answer.headers), padded(answer.body, effect.megabytes));
    case "compressed": {
      const body = effect.truly ? compressed(effect.encoding, answer.body) : answer.body;
      return whole(outgoing, {
        ...answer,
        headers: { ...answer.headers, "content-encoding": effect.encoding },
        body,
      });
    }
    case "echo":
      return whole(outgoing, {
        ...answer,
        headers: { ...answer.headers, [effect.header.toLowerCase()]: effect.version },
      });
  }
}

/** Answers in the gateway's place, or does not answer. */
export async function replace(outgoing: ServerResponse, effect: Instead, pinned: string): Promise<void> {
  switch (effect.kind) {
    case "reset":
      outgoing.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "drip":
      return drip(outgoing, effect.ms);
    case "informational":
      return announce(outgoing, effect.status, effect.times);
    case "page":
      outgoing
        .writeHead(effect.status, { "content-type": "text/html; charset=utf-8" })
        .end("<!doctype html><title>Sign in</title><h1>Welcome to the guest network</h1>");
      return;
    case "redirect":
      outgoing.writeHead(effect.status, { location: effect.to }).end();
      return;
    case "crowd":
      outgoing.writeHead(200, json);
      return pour(outgoing, filled('{"data":[', `${effect.of},`, effect.megabytes, `${effect.of}]}`));
    case "bomb":
      outgoing.writeHead(200, { ...json, "content-encoding": effect.encoding });
      return pour(outgoing, filled('{"data":[', " ", effect.megabytes, "]}"), {
        through: [compressor(effect.encoding)],
      });
    case "headers":
      outgoing
        .writeHead(200, { ...json, "x-padding": "x".repeat(effect.kilobytes * kilobyte) })
        .end('{"data":[]}');
      return;
    case "garbage":
      outgoing.socket?.end(garbage(effect.of));
      return;
    case "withdrawn":
      outgoing
        .writeHead(effect.status, json)
        .end(JSON.stringify({ error: { message: `API version ${pinned} is not supported` } }));
      return;
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

/** The same JSON, with a field that nobody has asked for. */
function padded(body: Buffer, megabytes: number): Iterable<Buffer> {
  const text = body.toString();
  if (!text.startsWith("{")) return [body];
  const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
  return filled('{"padding":"', "x", megabytes, `"${rest}`);
}

async function drip(outgoing: ServerResponse, ms: number): Promise<void> {
  outgoing.writeHead(200, json).write('{"data":');
  while (!outgoing.destroyed) {
    outgoing.write(" ");
    await sleep(ms);
  }
}

async function announce(outgoing: ServerResponse, status: 100 | 102 | 103, times: number): Promise<void> {
  const head = informational(status);
  const block = Buffer.concat(Array.from({ length: 1000 }, () => head));
  const heads = function* () {
    for (let left = times; left > 0; left -= 1000) yield block.subarray(0, left * head.length);
  };
  if (outgoing.socket !== null) await pour(outgoing.socket, heads(), { end: false });
}
