import { expect, test } from "vitest";
import type { Exchange, Send } from "../../../provider/client/http/exchange.js";
import { versioned } from "../../../provider/client/http/version.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";

const call: Exchange = { method: "GET", path: "/user", headers: { accept: "x" } };
const pinned = testSettings({ apiVersion: "2026-01-01", versionEchoHeader: "X-Served-Version" });

function echoing(headers: Record<string, string>): { send: Send; sent: Exchange[] } {
  const sent: Exchange[] = [];
  const send: Send = async (exchange) => {
    sent.push(exchange);
    return reply(200, {}, headers);
  };
  return { send, sent };
}

test("a pinned version is sent with every request", async () => {
  const { send, sent } = echoing({});
  await versioned(send, pinned)(call);
  expect(sent[0]?.headers).toEqual({ accept: "x", "service-api-version": "2026-01-01" });
});

test("without a pinned version no version is sent", async () => {
  const { send, sent } = echoing({ "x-served-version": "2030-01-01" });
  await versioned(send, testSettings({ versionEchoHeader: "X-Served-Version" }))(call);
  expect(sent).toEqual([call]);
});

test("an echo of the pinned version passes, whatever the letter case of the header", async () => {
  const { send } = echoing({ "x-served-version": "2026-01-01" });
  expect((await versioned(send, pinned)(call)).status).toBe(200);
});

test("another version in the echo fails, with both versions and the setting to change", async () => {
  const { send } = echoing({ "x-served-version": "2027-01-01" });
  await expect(versioned(send, pinned)(call)).rejects.toThrow(
    /2027-01-01.*2026-01-01.*WORKSPACE_GATEWAY_API_VERSION/,
  );
});

test("an answer without the echo passes", async () => {
  expect((await versioned(echoing({}).send, pinned)(call)).status).toBe(200);
});

test("the echo is not checked where its header is not configured", async () => {
  const { send } = echoing({ "x-served-version": "2027-01-01" });
  const settings = testSettings({ apiVersion: "2026-01-01" });
  expect((await versioned(send, settings)(call)).status).toBe(200);
});

test.each([
  ["GET", 200, "rejected"],
  ["PATCH", 200, "unknown"],
  ["DELETE", 204, "unknown"],
  ["PATCH", 400, "rejected"],
] as const)("what became of a %s that another version answers %i is %s", async (method, status, outcome) => {
  const send: Send = async () => reply(status, {}, { "x-served-version": "2027-01-01" });
  await expect(versioned(send, pinned)({ ...call, method })).rejects.toMatchObject({ status, outcome });
});
