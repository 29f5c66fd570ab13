import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange } from "../../../provider/client/http/exchange.js";
import { transport } from "../../../provider/client/http/transport.js";
import type { Settings } from "../../../provider/client/settings/settings.js";
import { deserted, loopback } from "../support/loopback.ts";
import { testSettings } from "../support/settings.ts";

const read: Exchange = { method: "GET", path: "/models" };

async function send(listener: RequestListener, exchange = read, over: Partial<Settings> = {}) {
  return transport(testSettings({ baseUrl: await loopback(listener), ...over }))(exchange);
}

async function failure(sending: Promise<unknown>): Promise<RequestError> {
  try {
    await sending;
  } catch (error) {
    if (error instanceof RequestError) {
      return error;
    }
    throw error;
  }
  return expect.unreachable("an answer came");
}

test("a request carries its method, path, query, headers and body as they are", async () => {
  const seen: { request: IncomingMessage; body: string }[] = [];
  await send(
    async (request, response) => {
      seen.push({ request, body: await text(request) });
      response.end();
    },
    {
      method: "PATCH",
      path: "/models/a%2Fb",
      query: { workspace_id: "w & x" },
      headers: { authorization: "Bearer t" },
      body: { name: "ä\n" },
    },
  );
  const [{ request, body } = expect.unreachable("nothing was sent")] = seen;
  expect(request.method).toBe("PATCH");
  expect(request.url).toBe("/api/v1/models/a%2Fb?workspace_id=w+%26+x");
  expect(request.headers).toMatchObject({ authorization: "Bearer t", "content-type": "application/json" });
  expect(JSON.parse(body)).toEqual({ name: "ä\n" });
});

test("a request without a body claims none", async () => {
  const reply = await send((request, response) => {
    response.end(JSON.stringify({ type: request.headers["content-type"] ?? "none" }));
  });
  expect(reply.body).toEqual({ type: "none" });
});

test.each([
  ["JSON", 200, "application/json", '{"data":[]}', { data: [] }],
  ["JSON without a type", 200, "", "[1]", [1]],
  ["JSON with a mark of the byte order", 200, "application/json", "\ufeff{}", {}],
  ["text", 500, "text/plain", "upstream failed", "upstream failed"],
  ["a web page", 502, "text/html", "<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"],
  ["JSON that is cut", 200, "application/json", '{"data":[', '{"data":['],
  ["nothing", 200, "application/json", "", undefined],
  ["nothing", 204, "", "", undefined],
])("an answer may be %s (%i)", async (_name, status, type, sent, body) => {
  const reply = await send((_request, response) => {
    response.writeHead(status, type === "" ? {} : { "content-type": type }).end(sent);
  });
  expect(reply).toMatchObject({ status, body });
});

test("names of headers are in lower case", async () => {
  const reply = await send((_request, response) => {
    response.writeHead(200, { "X-Request-ID": "r-1", "Retry-After": "3" }).end();
  });
  expect(reply.headers).toMatchObject({ "x-request-id": "r-1", "retry-after": "3" });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with %i is an answer, and nobody follows it",
  async (status) => {
    const paths: (string | undefined)[] = [];
    const reply = await send(
      (request, response) => {
        paths.push(request.url);
        response.writeHead(status, { location: "/api/v1/elsewhere" }).end();
      },
      { method: "POST", path: "/models", body: {} },
    );
    expect(reply.status).toBe(status);
    expect(paths).toEqual(["/api/v1/models"]);
  },
);

test("a refused connection means that nothing was sent", async () => {
  const baseUrl = await deserted();
  const error = await failure(transport(testSettings({ baseUrl }))(read));
  expect(error.outcome).toBe("not-sent");
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.message).toContain("WORKSPACE_GATEWAY_BASE_URL");
});

const losses: readonly (readonly [name: string, listener: RequestListener])[] = [
  ["reset", (request) => request.socket.resetAndDestroy()],
  ["closed", (request) => request.socket.destroy()],
  [
    "lost within a body of known length",
    (request, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{", () => request.socket.destroy());
    },
  ],
  [
    "lost within a body in chunks",
    (request, response) => {
      response.writeHead(200).write('{"data":', () => request.socket.destroy());
    },
  ],
];

test.each(losses)(
  "nobody knows what became of a request whose connection was %s",
  async (_name, listener) => {
    const error = await failure(send(listener, { method: "POST", path: "/models", body: {} }));
    expect(error.outcome).toBe("unknown");
    expect(error.status).toBeUndefined();
  },
);

test.each<readonly [name: string, listener: RequestListener]>([
  ["at all", () => undefined],
  [
    "in full",
    (_request, response) => {
      response.writeHead(200).write("{");
    },
  ],
])("nobody knows what became of a request that is not answered %s in time", async (_name, listener) => {
  // Half of it is the time to connect in, which a busy machine needs too.
  const error = await failure(send(listener, read, { requestTimeout: 1000 }));
  expect(error.outcome).toBe("unknown");
  expect(error.message).toMatch(
    /no answer within 1 s\. WORKSPACE_GATEWAY_REQUEST_TIMEOUT .*how many seconds/,
  );
});

test("a write that is not answered in time may still be carried out", async () => {
  const error = await failure(send(() => undefined, { ...read, method: "PATCH" }, { requestTimeout: 1000 }));
  expect(error.message).toMatch(/no answer within 1 s\. The gateway may still carry it out\.$/);
});

test("an error shows the method, the path and the origin, and neither query nor headers", async () => {
  const error = await failure(
    send((request) => request.socket.destroy(), {
      method: "DELETE",
      path: "/models/1",
      query: { workspace_id: "w-secretive" },
      headers: { authorization: "Bearer token-secretive" },
    }),
  );
  expect(error.message).toMatch(/^DELETE \/models\/1 failed: .*http:\/\/127\.0\.0\.1:\d+/);
  expect(error.message).not.toContain("secretive");
});

test("a token that no header can carry is not shown", async () => {
  const error = await failure(
    send((_request, response) => response.end(), {
      ...read,
      headers: { authorization: "Bearer tok\nen-77" },
    }),
  );
  expect(error.message).not.toContain("en-77");
});
