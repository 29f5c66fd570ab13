import { expect, test } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.ts";
import { traced } from "../../../provider/client/transport.ts";

const exchange: Exchange = {
  method: "GET",
  path: "/workspaces/w1/models?page=2",
  query: { key_id: "key_1" },
  headers: { authorization: "Bearer canary-token" },
  secrets: ["canary-secret"],
};

/** The lines that a request leaves, by a clock that goes on by 7 ms each time it is asked. */
async function linesOf(send: Send): Promise<string[]> {
  const lines: string[] = [];
  let time = 0;
  const io = { now: () => (time += 7), trace: (line: string) => void lines.push(line) };
  await traced(send, io)(exchange).catch(() => undefined);
  return lines;
}

const answer = { status: 200, headers: {}, body: { content: "canary-body" } };

test("a request is told with method, path, status and time, and nothing of its query, headers and body", async () => {
  expect(await linesOf(async () => answer)).toEqual(["GET /workspaces/w1/models 200 in 7 ms"]);
});

test("the request id of the gateway is told, and no secret that it repeats", async () => {
  for (const [id, told] of [
    ["r-1", "r-1"],
    ["canary-token", "[secret]"],
    ["x:canary-secret", "x:[secret]"],
  ] as const) {
    const lines = await linesOf(async () => ({ ...answer, headers: { "x-request-id": id } }));
    expect(lines).toEqual([`GET /workspaces/w1/models 200 in 7 ms (request id ${told})`]);
  }
});

test("a request without an answer is told, and its error goes on", async () => {
  const lost = async () => Promise.reject(new Error("lost"));
  expect(await linesOf(lost)).toEqual(["GET /workspaces/w1/models no answer in 7 ms"]);
  await expect(traced(lost, { now: () => 0, trace: () => {} })(exchange)).rejects.toThrow("lost");
});

test("where nobody asks, requests are sent as they were", () => {
  const send: Send = async () => answer;
  expect(traced(send, { now: () => 0 })).toBe(send);
});
