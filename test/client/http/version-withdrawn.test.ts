import { expect, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import type { Settings } from "../../../provider/client/settings/settings.js";
import { reply } from "../support/reply.ts";
import { testSettings } from "../support/settings.ts";
import { VirtualIo } from "../support/virtual-io.ts";

async function refused(status: number, message: string, over: Partial<Settings>): Promise<string> {
  const client = new Client(testSettings(over), new VirtualIo(), async () =>
    reply(status, { error: { message } }),
  );
  return client.rows({ method: "GET", path: "/workspaces" }).then(
    () => "an answer",
    (error: Error) => error.message,
  );
}

const pinned = { apiVersion: "2026-01-01" };

test.each([400, 404, 410])("%i about the version names the setting that pins it", async (status) => {
  const said = await refused(status, "Unsupported version 2026-01-01", pinned);
  expect(said).toMatch(/Unsupported version 2026-01-01\. Set WORKSPACE_GATEWAY_API_VERSION .*serves\.$/);
  expect(said).not.toContain("BASE_URL");
});

test.each<[string, number, string, Partial<Settings>]>([
  ["about something else", 400, "name is required", pinned],
  ["where no version is pinned", 400, "Unsupported version", {}],
  ["of another status", 409, "Another version of it exists", pinned],
])("a refusal %s does not", async (_what, status, message, over) => {
  expect(await refused(status, message, over)).not.toContain("API_VERSION");
});
