import { createServer, type RequestListener } from "node:http";

/** Where the authorization server sends the browser back to (RFC 8252, 7.3). */
export interface Callback {
  readonly redirectUri: string;
  /** The answer to the request with this `state`. Every other request is refused. */
  answer(state: string, timeout: number): Promise<URL>;
  close(): void;
}

export async function openCallback(): Promise<Callback> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  return {
    redirectUri,
    answer: (state, timeout) =>
      new Promise((resolve, reject) => {
        const late = () =>
          reject(new Error(`nobody approved within ${timeout / 1000} s. Run the command again.`));
        const timer = setTimeout(late, timeout);
        server.on(
          "request",
          receive(redirectUri, state, (answer) => {
            clearTimeout(timer);
            resolve(answer);
          }),
        );
      }),
    close: () => {
      server.close();
      server.closeAllConnections(); // an open connection that sends nothing would keep the process alive
    },
  };
}

/** Checks every request, because any web page can send any request to this port. */
function receive(redirectUri: string, state: string, done: (answer: URL) => void): RequestListener {
  return (request, response) => {
    const url = URL.parse(request.url ?? "", redirectUri);
    const answer = url?.pathname === "/callback" && url.searchParams.get("state") === state ? url : undefined;
    const text =
      answer === undefined
        ? "This is not the expected answer."
        : "The answer has arrived. You may close this page and go back to the terminal.";
    response.writeHead(answer === undefined ? 400 : 200, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    if (answer !== undefined) {
      response.once("close", () => done(answer)); // the browser has the page, or has closed the connection
    }
    response.end(`${text}\n`);
  };
}
