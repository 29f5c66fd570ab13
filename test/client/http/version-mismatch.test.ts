import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

test("another version than the pinned one fails at once, without a second request", async () => {
  const io = new VirtualIo();
  let requests = 0;
  const wire = async () => {
    requests++;
    return reply(200, {}, { "x-version": "2027-01-01" });
  };
  const settings = testSettings({ apiVersion: "2026-01-01", versionEchoHeader: "x-version" });
  await expect(new Client(settings, io, wire).account()).rejects.toThrow("2027-01-01");
  expect(requests).toBe(1);
});
