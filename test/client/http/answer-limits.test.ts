import type { RequestListener, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { parse } from "../../../provider/client/http/body.js";
import type { Method } from "../../../provider/client/http/exchange.js";
import { transport } from "../../../provider/client/http/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/settings.ts";

const megabyte = 1024 ** 2;

/** Writes until the other side has heard enough, and tells how much that was. */
function flood(
  status: number,
  type = "application/json",
): { listener: RequestListener; sent: () => number; ended: Promise<void> } {
  let sent = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const chunk = Buffer.alloc(megabyte, "x");
  const pour = (response: ServerResponse) => {
    while (!response.destroyed && sent < 512 * megabyte) {
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", () => pour(response));
        return;
      }
    }
  };
  const listener: RequestListener = (_request, response) => {
    response.on("close", () => end());
    response.writeHead(status, { "content-type": type });
    pour(response);
  };
  return { listener, sent: () => sent, ended };
}

test.each<[Method, string]>([
  ["GET", "rejected"],
  ["PATCH", "rejected"],
  ["POST", "unknown"],
])(
  "an answer to %s without end is given up, and what became of the request is %s",
  async (method, outcome) => {
    const { listener, sent, ended } = flood(200);
    const send = transport(testSettings({ baseUrl: await loopback(listener) }));
    await expect(send({ method, path: "/models" })).rejects.toMatchObject({
      outcome,
      status: 200,
      message: expect.stringMatching(/more than 64 MB.*WORKSPACE_GATEWAY_BASE_URL/),
    });
    await ended;
    expect(sent()).toBeLessThan(128 * megabyte);
  },
);

test("of an error without end the beginning is read, and no more is taken", async () => {
  const { listener, sent, ended } = flood(500, "text/plain");
  const reply = await transport(testSettings({ baseUrl: await loopback(listener) }))({
    method: "GET",
    path: "/",
  });
  await ended;
  expect(reply.status).toBe(500);
  expect(String(reply.body)).toMatch(/^x+$/);
  expect(String(reply.body)).toHaveLength(65_536);
  expect(sent()).toBeLessThan(32 * megabyte);
});

test("JSON as deep as anything that is declared is read, and deeper one is text", () => {
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;
  expect(parse(nested(200))).toEqual(JSON.parse(nested(200)));
  for (const text of [nested(202), nested(10_000), "[".repeat(1_000_000)]) {
    expect(parse(text)).toBe(text);
  }
});

test("brackets within strings are no depth", () => {
  const value = { text: `${'["\\'.repeat(1000)}"`, list: Array.from({ length: 1000 }, () => [{}]) };
  expect(parse(JSON.stringify(value))).toEqual(value);
});
