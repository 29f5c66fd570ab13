import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listening } from "./loopback.ts";

interface Proxy {
  /** Its address, as a variable of the environment names it. */
  readonly url: string;
  /** What it was asked for: `GET http://…`, or `CONNECT host:port`. */
  readonly asked: string[];
  readonly credentials: (string | undefined)[];
}

/**
 * A proxy on a loopback port for the length of one test. Whatever host it is asked for, it asks the server at `target`; one that
 * refuses answers everything with a status.
 */
export async function proxyTo(target: string, refusal?: number): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    credentials.push(headers["proxy-authorization"]);
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? "");
    const { "proxy-authorization": _own, ...headers } = incoming.headers;
    const options = { hostname, port, path: pathname + search, method: incoming.method, headers };
    const onward = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  };
  const sockets = new Set<Socket>();
  const server = createServer(forward).on("connect", (incoming, socket: Socket) => {
    note(incoming);
    sockets.add(socket);
    socket.on("error", () => {});
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    }).on("error", () => socket.destroy());
    sockets.add(onward);
  });
  const own = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${own}`, asked, credentials };
}
