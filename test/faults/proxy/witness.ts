import { createServer } from "node:http";
import { listen, shut } from "./forward.ts";

/** A host that no request should reach, and what reached it all the same. */
interface Witness {
  readonly origin: string;
  /** Method, URL and all headers of each request, as they came. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

export async function startWitness(): Promise<Witness> {
  const heard: string[] = [];
  const server = createServer((incoming, outgoing) => {
    heard.push([incoming.method, incoming.url, ...incoming.rawHeaders].join("\n"));
    outgoing.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, heard, close: () => shut(server) };
}
