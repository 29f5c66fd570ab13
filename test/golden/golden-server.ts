import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { Json } from "./fill.ts";
import type { Line } from "./script.ts";

export interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  body: Json | undefined;
  authorization: string | undefined;
}

/**
 * Answers with golden responses and with nothing else: reads with those that stand between the last write and the
 * next, a write only if it is the next. What no golden request says is kept as a stray.
 */
export class GoldenServer {
  readonly strays: Received[] = [];
  readonly written: Received[] = [];
  private readonly lines: readonly Line[];
  private readonly always: readonly Line[];
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private next = 0;

  /** `always` holds reads that stand for the whole script. */
  constructor(lines: readonly Line[], always: readonly Line[]) {
    this.lines = lines;
    this.always = always;
  }

  async listen(): Promise<string> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("the golden server has no port");
    return `http://127.0.0.1:${address.port}/api/v1`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request);
    const line = this.find(received);
    if (line === undefined) this.strays.push(received);
    // A client tries again after most refusals, not after this one.
    response.writeHead(line?.status ?? 400, { "content-type": "application/json" });
    response.end(line?.answer === undefined ? "" : JSON.stringify(line.answer));
  }

  private find(received: Received): Line | undefined {
    const open = this.lines.slice(this.next);
    const until = open.findIndex(isWrite);
    if (isWrite(received)) {
      const write = open[until];
      if (write === undefined || !isSame(write, received)) return undefined;
      this.next += until + 1;
      this.written.push(received);
      return write;
    }
    const reads = until < 0 ? open : open.slice(0, until);
    return [...reads, ...this.always].find((read) => isSame(read, received));
  }
}

export function isWrite({ method }: { method: string }): boolean {
  return method !== "GET";
}

function isSame(line: Line, received: Received): boolean {
  return (
    line.method === received.method &&
    line.path === received.path &&
    isDeepStrictEqual(line.query, received.query) &&
    isDeepStrictEqual(line.body ?? {}, received.body ?? {}) // an empty object says no more than no body
  );
}

async function receive(request: IncomingMessage): Promise<Received> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const body = await text(request);
  return {
    method: request.method ?? "GET",
    path: canonicalPath(url.pathname.replace(/^\/api\/v1/, "")),
    query: Object.fromEntries(url.searchParams),
    body: body === "" ? undefined : JSON.parse(body),
    authorization: request.headers.authorization,
  };
}

/** Clients may leave characters bare that others encode; a slash in an id is never one of them. */
function canonicalPath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}
