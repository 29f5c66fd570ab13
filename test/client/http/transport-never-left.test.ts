import { expect, test } from "vitest";
import type { Exchange } from "../../../provider/client/http/exchange.js";
import { transport } from "../../../provider/client/http/transport.js";
import { loopback } from "../support/loopback.ts";
import { testSettings } from "../support/settings.ts";

const write: Exchange = { method: "POST", path: "/models", body: {} };

test("TLS to a port that speaks HTTP is told at once, since nothing was done and the next try would end so too", async () => {
  const baseUrl = (await loopback((_request, response) => response.end())).replace("http:", "https:");
  await expect(transport(testSettings({ baseUrl }))(write)).rejects.toMatchObject({
    outcome: "rejected",
    message: expect.stringMatching(/127\.0\.0\.1:\d+ does not speak TLS.*WORKSPACE_GATEWAY_BASE_URL/),
  });
});

test("a header that cannot be written is told at once, by its name and without its value", async () => {
  const baseUrl = await loopback((_request, response) => response.end());
  const headers = { authorization: "Bearer tok\nen" };
  await expect(transport(testSettings({ baseUrl }))({ ...write, headers })).rejects.toMatchObject({
    outcome: "rejected",
    message: expect.stringMatching(/^(?!.*(tok|up, and)).*authorization/),
  });
});
