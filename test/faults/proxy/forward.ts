import { type Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request as it came, with its body. */
export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** What the gateway has answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** These belong to one connection; the proxy has two. */
const ofConnection = new Set(["host", "connection", "keep-alive", "transfer-encoding", "content-length"]);

/** Asks the gateway, and reads its whole answer. */
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
