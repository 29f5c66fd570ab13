import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Exchange, Reply } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { transport } from "../../../provider/client/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/reply.ts";

const read: Exchange = { method: "GET", path: "/models" };
const write: Exchange = { method: "POST", path: "/models", body: {} };

async function send(
  listener: RequestListener,
  exchange = read,
  over: Partial<Settings> = {},
): Promise<Reply> {
  return transport(testSettings({ baseUrl: await loopback(listener), ...over }))(exchange);
}

/** What a server is sent: a listener that answers with it. */
const mirror: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  const { accept, authorization = "none", "content-type": type = "none" } = headers;
  const encoding = headers["accept-encoding"] ?? "none";
  const body = await text(request);
  response.end(JSON.stringify({ method, url, accept, encoding, authorization, type, body }));
};

const bare = {
  method: "POST",
  url: "/api/v1/token",
  accept: "application/json",
  encoding: "none",
  authorization: "none",
};

test.each<[string, Partial<Exchange>, Record<string, string>]>([
  ["nothing, and claims none", {}, { type: "none", body: "" }],
  ["a form", { form: "a=1" }, { type: "application/x-www-form-urlencoded", body: "a=1" }],
  [
    "JSON, a query and headers as they are",
    {
      method: "PATCH",
      path: "/models/a%2Fb",
      query: { workspace_id: "w & x" },
      headers: { authorization: "Bearer t" },
      body: { name: "ä\n" },
    },
    {
      method: "PATCH",
      url: "/api/v1/models/a%2Fb?workspace_id=w+%26+x",
      authorization: "Bearer t",
      type: "application/json",
      body: '{"name":"ä\\n"}',
    },
  ],
])("a request sends %s, and asks for uncompressed JSON", async (_what, over, heard) => {
  const { body } = await send(mirror, { method: "POST", path: "/token", ...over });
  expect(body).toEqual({ ...bare, ...heard });
});

test.each([
  ["JSON", 200, "application/json", '{"data":[]}', { data: [] }],
  ["JSON without a type", 200, "", "[1]", [1]],
  ["text", 500, "text/plain", "upstream failed", "upstream failed"],
  ["a web page", 502, "text/html", "<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"],
  ["JSON that is cut", 200, "application/json", '{"data":[', '{"data":['],
  ["nothing", 200, "application/json", "", undefined],
])("a response can be %s (%i)", async (_name, status, type, sent, body) => {
  const reply = await send((_request, response) => {
    response.writeHead(status, type === "" ? {} : { "content-type": type }).end(sent);
  });
  expect(reply).toMatchObject({ status, body });
});

test.each([301, 307])("a %i redirect is returned as the response and not followed", async (status) => {
  const paths: (string | undefined)[] = [];
  const reply = await send((request, response) => {
    paths.push(request.url);
    response.writeHead(status, { location: "/api/v1/elsewhere" }).end();
  }, write);
  expect(reply.status).toBe(status);
  expect(paths).toEqual(["/api/v1/models"]);
});

/** Closes the connection once the beginning of an answer has left. */
const within =
  (headers: Reply["headers"]): RequestListener =>
  ({ socket }, response) => {
    response.writeHead(200, headers).write('{"data":', () => socket.destroy());
  };

test.each<[string, RequestListener]>([
  ["reset", ({ socket }) => socket.resetAndDestroy()],
  ["closed", ({ socket }) => socket.destroy()],
  ["lost within a body of known length", within({ "content-length": "100" })],
])("the outcome is unknown if the connection was %s", async (_name, listener) => {
  await expect(send(listener, write)).rejects.toMatchObject({ outcome: "unknown", status: undefined });
});

test.each<readonly [name: string, listener: RequestListener]>([
  ["at all", () => undefined],
  ["in full", (_request, response) => void response.writeHead(200).write("{")],
])("the outcome is unknown if a request is not answered %s in time", async (_name, listener) => {
  // Half of it is the time to connect in, which a busy machine needs too.
  await expect(send(listener, read, { requestTimeout: 1000 })).rejects.toMatchObject({
    outcome: "unknown",
    message: expect.stringMatching(
      /no response within 1 s\. WORKSPACE_GATEWAY_REQUEST_TIMEOUT .*maximum response time in seconds/,
    ),
  });
});

test("an error shows the method, path and origin, but no query or headers", async () => {
  const sending = send(({ socket }) => socket.destroy(), {
    method: "DELETE",
    path: "/models/1",
    query: { workspace_id: "w-secretive" },
    headers: { authorization: "Bearer token-secretive" },
  });
  await expect(sending).rejects.toThrow(
    /^(?!.*secretive)DELETE \/models\/1 failed: .*http:\/\/127\.0\.0\.1:\d+/,
  );
});
