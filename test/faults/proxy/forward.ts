import { type Agent, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** These belong to one connection; the proxy has two. */
const ofConnection = new Set(["host", "connection", "keep-alive", "transfer-encoding", "content-length"]);

/** Lets a server listen on a loopback port, any one unless it is named, and gives the port. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export function shut(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return done;
}

export async function read(incoming: IncomingMessage): Promise<Asked> {
  const { method = "", url = "", headers } = incoming;
  return { method, url, headers, body: await buffer(incoming) };
}

export async function forward(origin: string, asked: Asked, agent: Agent): Promise<Answered> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, url, headers, body } = asked;
    const options = { method, headers: { ...carried(headers), "content-length": body.length }, agent };
    request(origin + url, options, resolve)
      .on("error", reject)
      .end(body);
  });
  return { status: answer.statusCode ?? 500, headers: carried(answer.headers), body: await buffer(answer) };
}

function carried(headers: IncomingMessage["headers"]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
