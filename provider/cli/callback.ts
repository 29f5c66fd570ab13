import { createServer, type RequestListener } from "node:http";

/** Where the authorization server sends the browser back to (RFC 8252, 7.3). */
export interface Callback {
  readonly redirectUri: string;
  /** The answer to the request with this `state`; anything else that comes in is turned away. */
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
      server.closeIdleConnections();
    },
  };
}

function receive(redirectUri: string, state: string, done: (answer: URL) => void): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? "", redirectUri);
    const ours = url.pathname === "/callback" && url.searchParams.get("state") === state;
    const text = ours
      ? "The answer has arrived. You may close this page and go back to the terminal."
      : "This is not the answer that is waited for.";
    response.writeHead(ours ? 200 : 400, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(`${text}\n`, () => ours && done(url));
  };
}
