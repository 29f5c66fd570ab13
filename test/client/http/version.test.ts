import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Exchange, Method, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { traced, versioned } from "../../../provider/client/transport.js";
import { reply, testSettings } from "../support/reply.ts";
import { VirtualIo } from "../support/virtual-io.ts";

const call: Exchange = { method: "GET", path: "/user", headers: { accept: "x" } };
const versionEchoHeader = "X-Served-Version";
const pinned = { apiVersion: "2026-01-01" };
const checking = { ...pinned, versionEchoHeader };

/** A wire whose answers have these headers, and what it was sent. */
function echoing(headers: Record<string, string>, status = 200) {
  const sent: Exchange[] = [];
  const answer = reply(status, { id: "1" }, headers);
  const wire: Send = async (exchange) => {
    sent.push(exchange);
    return answer;
  };
  return { answer, sent, wire };
}

test("the pinned API version is sent with every request, and no version if none is pinned", async () => {
  const { wire, sent } = echoing({ "x-served-version": "2026-01-01" });
  await versioned(wire, testSettings(checking))(call);
  await versioned(wire, testSettings({ versionEchoHeader }))(call);
  expect(sent).toEqual([{ ...call, headers: { accept: "x", "service-api-version": "2026-01-01" } }, call]);
});

test.each<[string, Record<string, string>, Partial<Settings>]>([
  ["the pinned version, in any letter case", { "x-served-version": "2026-01-01" }, checking],
  ["no version", {}, checking],
  ["another version where the header of the echo is not configured", { "x-served-version": "2027" }, pinned],
  ["any version where none is pinned", { "x-served-version": "2030-01-01" }, { versionEchoHeader }],
])("a response that echoes %s passes", async (_what, headers, over) => {
  const { wire, answer } = echoing(headers);
  expect(await versioned(wire, testSettings(over))(call)).toBe(answer);
});

test.each<[Method, number, string]>([
  ["GET", 200, "rejected"],
  ["GET", 299, "rejected"],
  ["PATCH", 300, "rejected"],
  ["PATCH", 200, "unknown"],
])(
  "a %s that another version answers with %i has the outcome %s; a success is kept",
  async (method, status, outcome) => {
    const { wire, answer } = echoing({ "x-served-version": "2027-01-01" }, status);
    const failing = versioned(wire, testSettings(checking))({ ...call, method });
    const error = await failing.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status,
      outcome,
      message: expect.stringMatching(/2027-01-01.*2026-01-01.*WORKSPACE_GATEWAY_API_VERSION/),
    });
    const { failure } = Object(error);
    expect("answer" in failure).toBe(status < 300);
    expect(failure.answer?.()).toBe(status < 300 ? answer : undefined);
  },
);

async function refused(status: number, message: string, over: Partial<Settings>): Promise<string> {
  const wire = async () => reply(status, { error: { message } });
  const client = new Client(testSettings(over), new VirtualIo(), wire);
  return client.rows({ method: "GET", path: "/workspaces" }).then(() => "an answer", String);
}

test.each([
  [400, "Unsupported version"],
  [404, "The API versions have changed"],
  [410, "2026-01-01 is gone"],
])("a %i about the API version names the setting that pins it: %s", async (status, text) => {
  const said = await refused(status, text, pinned);
  expect(said).toMatch(/(version|have changed|is gone)\. Set WORKSPACE_GATEWAY_API_VERSION .*serves\.$/);
  expect(said).not.toContain("BASE_URL");
});

test.each<[string, number, string, Partial<Settings>]>([
  ["about something else", 400, "name is required", pinned],
  ["where no version is pinned", 400, "Unsupported version", {}],
  ["of another status", 409, "Unsupported version", pinned],
])("a refusal %s does not name the API version setting", async (_what, status, message, over) => {
  expect(await refused(status, message, over)).not.toContain("API_VERSION");
});

const read: Exchange = {
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
  await traced(send, io)(read).catch(() => undefined);
  return lines;
}

const answered = { status: 200, headers: {}, body: { content: "canary-body" } };
const named = (id: string) => async () => ({ ...answered, headers: { "x-request-id": id } });
const lost = async () => Promise.reject(new Error("lost"));

test.each<[string, Send, string]>([
  ["method, path, status and time, and no query, header and body", async () => answered, "200 in 7 ms"],
  ["the gateway's request id", named("r-1"), "200 in 7 ms (request id r-1)"],
  ["no token in a request id", named("canary-token"), "200 in 7 ms (request id [secret])"],
  ["no secret in a request id", named("x:canary-secret"), "200 in 7 ms (request id x:[secret])"],
  ["that no answer came", lost, "no response in 7 ms"],
])("the trace line of a request shows %s", async (_what, send, line) => {
  expect(await linesOf(send)).toEqual([`GET /workspaces/w1/models ${line}`]);
});

test("tracing passes on the error of a request", async () => {
  await expect(traced(lost, { now: () => 0, trace: () => {} })(read)).rejects.toThrow("lost");
});

test("requests are sent unchanged if tracing is off", () => {
  const send: Send = async () => answered;
  expect(traced(send, { now: () => 0 })).toBe(send);
});
